export { ACCEPTED_CODINGS, findNoCodings, openHead, type Sink } from './decode.ts'
export { type OriginAnswer, single } from './exchange.ts'
export {
  amendFailure,
  FAILURE_KINDS,
  type FailureKind,
  FetchFailure,
  isPushback,
  isTransient,
  quoteForeign,
} from './failure.ts'
export { retryAfterOf } from './politeness/backoff.ts'
export { openBudget, type Pause, runningTime } from './politeness/host.ts'
export { openRobotsGuard } from './politeness/robots.ts'
export {
  findHostProblem,
  findLocation,
  findRedirectProblem,
  followRedirects,
  MOST_REDIRECTS,
} from './redirect.ts'
export type { Network, Proxies } from './transport.ts'
export {
  type ExchangeEnd,
  type GiveUpReason,
  openTransport,
  type Transport,
  type TransportOptions,
} from './transport.ts'
