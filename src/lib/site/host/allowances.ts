import { findTarget } from './registry.ts'
import type { TargetName } from './types.ts'

/** What a documented deviation of a target means to `check`: at these addresses these promises need not hold. */
export interface Allowance {
  /** The sentence of the target's `deviations`. */
  readonly deviation: string
  /** Names of promises. */
  readonly promises: readonly string[]
  /** Addresses below the base, with their query, percent-encoded as `check` writes them. */
  readonly asked: RegExp
}

const INDEX_HTML = /(?:^|\/)index\.html(?:\?|$)/

// Each belongs to the sentence it matches, and is gone with it.
const ALLOWED: Partial<Record<TargetName, readonly (Omit<Allowance, 'deviation'> & { of: RegExp })[]>> = {
  caddy: [{ of: /code holds a backslash/, promises: ['slash', 'index'], asked: /%5C/i }],
  lighttpd: [
    {
      of: /ends in `\/index\.html` leads to its folder/,
      promises: ['slash'],
      asked: /get_dataset\/index\.html(?:\?|$)/,
    },
  ],
  netlify: [
    { of: /the last one decides/, promises: ['first', 'odd'], asked: /\btype\b.*&type=/ },
    { of: /^`\/x` leads to `\/x\/` only/, promises: ['slash'], asked: /^/ },
    { of: /^`\/x\/index\.html` is served/, promises: ['index'], asked: INDEX_HTML },
    { of: /differ only in case/, promises: ['case'], asked: /^/ },
    { of: /^Types are those/, promises: ['types', 'policy'], asked: /^/ },
    { of: /POST and OPTIONS/, promises: ['preflight', 'methods'], asked: /^/ },
  ],
  vercel: [
    { of: /Which of several `type` parameters/, promises: ['first', 'odd'], asked: /\btype\b.*&type=/ },
  ],
}

/** What `check` overlooks on a host that follows the rules of this target, by the sentences its documentation has for it. */
export function allowancesOf(name: TargetName): readonly Allowance[] {
  const deviations = findTarget(name)?.deviations ?? []
  return (ALLOWED[name] ?? []).flatMap(({ of, promises, asked }) =>
    deviations.filter((sentence) => of.test(sentence)).map((deviation) => ({ deviation, promises, asked })),
  )
}

/** Allowances of a deviation that no target lists any more, as `target: pattern`. */
export function findLostAllowances(): string[] {
  return Object.entries(ALLOWED).flatMap(([name, allowances]) =>
    allowances
      .filter(({ of }) => !findTarget(name)?.deviations.some((sentence) => of.test(sentence)))
      .map(({ of }) => `${name}: ${of.source}`),
  )
}
