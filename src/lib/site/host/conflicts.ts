import type { SiteFacts, Target } from './types.ts'

/**
 * Why a site cannot be made ready for all of these hosts at once: a file in it would mean one thing to one of them and another
 * thing to another. Undefined when it can.
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
