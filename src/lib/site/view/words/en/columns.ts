import { formatPlural } from '../../format.ts'
import { nouns } from './plural.ts'

/** The words of what is said about columns. */
export const columns = {
  spread: (name: string, from: string, to: string, mostFrom: string, mostTo: string) =>
    `How ${name} is spread from ${from} to ${to}; most lie between ${mostFrom} and ${mostTo}`,
  truth: (yes: string, no: string) => `${yes} true, ${no} false`,
  truthOf: (name: string, truth: string) => `${name}: ${truth}`,
  further: (count: number) => `${formatPlural(count, nouns.columns)} more, without pictures`,
  furtherCaption: 'The columns beyond',
} as const
