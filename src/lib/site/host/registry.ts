import { apache } from './targets/apache.ts'
import { caddy } from './targets/caddy.ts'
import { cloudflare } from './targets/cloudflare.ts'
import { githubPages } from './targets/github-pages.ts'
import { gitlabPages } from './targets/gitlab-pages.ts'
import { deno, node } from './targets/handler.ts'
import { lighttpd } from './targets/lighttpd.ts'
import { netlify } from './targets/netlify.ts'
import { nginx } from './targets/nginx.ts'
import { plain } from './targets/plain.ts'
import { s3Cloudfront } from './targets/s3-cloudfront.ts'
import { vercel } from './targets/vercel.ts'
import type { SiteFacts, Target, TargetName } from './types.ts'

/** Every supported host, in the order of `TARGET_NAMES`. */
export const TARGETS: readonly Target[] = [
  nginx,
  apache,
  caddy,
  lighttpd,
  cloudflare,
  netlify,
  vercel,
  s3Cloudfront,
  deno,
  node,
  githubPages,
  gitlabPages,
  plain,
]

const AZURE =
  'Azure Static Web Apps reserves /api for functions and cannot route by query string. Use the target "node" in a container, for instance on Azure Container Apps.'

/** Hosts that cannot serve the interface, with the reason and what to use instead. */
export const UNSUITABLE: Readonly<Record<string, string>> = {
  firebase:
    'Firebase Hosting serves existing files before it applies rules, and its rules ignore query strings. Use the target "node" in a container, for instance on Cloud Run.',
  azure: AZURE,
  'azure-static-web-apps': AZURE,
  swa: AZURE,
}

/** The target of this name, or undefined. */
export function findTarget(name: string): Target | undefined {
  return TARGETS.find((target) => target.name === name)
}

/** What a documented deviation of a target means to `check`: at these addresses these requirements need not be met. */
export interface Allowance {
  /** The sentence of the target's `deviations`. */
  readonly deviation: string
  /** Names of promises. */
  readonly promises: readonly string[]
  /** Addresses below the base, with their query, percent-encoded as `check` writes them. */
  readonly asked: RegExp
}

const INDEX_HTML = /(?:^|\/)index\.html(?:\?|$)/

// `of` matches the deviation of the target that an allowance belongs to.
const ALLOWED: Partial<Record<TargetName, readonly (Omit<Allowance, 'deviation'> & { of: RegExp })[]>> = {
  caddy: [{ of: /code contains a backslash/, promises: ['slash', 'index'], asked: /%5C/i }],
  lighttpd: [
    {
      of: /ends in `\/index\.html` redirects to its folder/,
      promises: ['slash'],
      asked: /get_dataset\/index\.html(?:\?|$)/,
    },
  ],
  netlify: [
    { of: /^The last of several/, promises: ['first', 'odd'], asked: /\btype\b.*&type=/ },
    { of: /^`\/x` redirects to `\/x\/` only/, promises: ['slash'], asked: /^/ },
    { of: /^`\/x\/index\.html` is served/, promises: ['index'], asked: INDEX_HTML },
    { of: /differ only in case/, promises: ['case'], asked: /^/ },
    { of: /^Media types are those/, promises: ['types', 'policy'], asked: /^/ },
    { of: /POST and OPTIONS/, promises: ['preflight', 'methods'], asked: /^/ },
  ],
  vercel: [
    { of: /Which of several `type` parameters/, promises: ['first', 'odd'], asked: /\btype\b.*&type=/ },
  ],
}

/** What `check` ignores on a host of this target: the deviations that its documentation lists. */
export function allowancesOf(name: TargetName): readonly Allowance[] {
  return (ALLOWED[name] ?? []).map(({ of, promises, asked }) => {
    const deviation = findTarget(name)?.deviations.find((sentence) => of.test(sentence))
    if (deviation === undefined) throw new Error(`No deviation of ${name} matches ${of.source}.`)
    return { deviation, promises, asked }
  })
}

/**
 * Why a site cannot be prepared for all of these hosts at once: a file in it has a different meaning for two of them. Undefined if it can.
 */
export function findConflict(targets: readonly Target[], facts: SiteFacts): string | undefined {
  const seen = new Map<string, { target: Target; content: string }>()
  for (const target of targets)
    for (const { where, path, content } of target.render(facts)) {
      if (where !== 'site') continue
      const other = seen.get(path)
      if (other !== undefined && other.content !== content)
        return `${other.target.name} and ${target.name} both read ${path}, but interpret it differently. Publish a separate site for each.`
      seen.set(path, { target, content })
    }
  return undefined
}
