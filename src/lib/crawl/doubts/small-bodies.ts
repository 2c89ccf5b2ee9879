import { type DataOutline, HALF } from '../../reading/index.ts'
import { LEAST_VARIED } from './judge.ts'

/** What the small bodies of several datasets have in common. Each alone has too few values to show that a field lost them. */
export interface SmallBodies {
  /** Adds a body and the copy it would replace. `group`: the same for bodies with the same fields. */
  add(group: string, before: DataOutline, now: DataOutline): void
  /** The fields of a group that had mostly different values and now have one in all of its bodies, if that is most of what they contain. */
  uniformIn(group: string): readonly string[]
}

/** Values of a field in all bodies of a group. */
interface Field {
  readonly before: Set<string>
  beforeCount: number
  readonly value: string | undefined
  count: number
  isMixed: boolean
}

type Group = Map<string, Field>

/** Opens the comparison. A group that turns out to have different values in all fields, as usual, takes no memory from then on. */
export function openSmallBodies(): SmallBodies {
  const groups = new Map<string, Group | undefined>()
  return {
    add(key, before, now) {
      if (groups.has(key) && groups.get(key) === undefined) return
      const group: Group = groups.get(key) ?? new Map()
      for (const [name, value] of now.first) {
        const field = group.get(name) ?? {
          before: new Set(),
          beforeCount: 0,
          value,
          count: 0,
          isMixed: false,
        }
        field.count++
        field.isMixed ||= field.value !== value
        group.set(name, field)
      }
      for (const [name, value] of before.first) {
        const field = group.get(name)
        if (field === undefined || field.isMixed) continue
        field.before.add(value)
        field.beforeCount++
      }
      groups.set(key, [...group.values()].every(({ isMixed }) => isMixed) ? undefined : group)
    },
    uniformIn(key) {
      const fields = [...(groups.get(key) ?? [])]
      const uniform = fields.filter(([, field]) => isUniform(field))
      const all = sumOf(fields)
      const isMost = sumOf(uniform) >= all * HALF && (uniform.length > 1 || uniform.length === fields.length)
      return isMost ? uniform.map(([name]) => name) : []
    },
  }
}

function isUniform({ before, beforeCount, count, isMixed }: Field): boolean {
  return !isMixed && count >= LEAST_VARIED && beforeCount >= LEAST_VARIED && before.size * 2 > beforeCount
}

function sumOf(fields: readonly (readonly [string, Field])[]): number {
  return fields.reduce((sum, [, { count }]) => sum + count, 0)
}
