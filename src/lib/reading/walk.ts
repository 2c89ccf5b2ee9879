import type { Members, Value } from './types.ts'
import { isMembers, isNested } from './value.ts'

/** What is said of a value while it is walked. `name` is that of a member; items have none. */
export interface Walk {
  /** An object or array with something in it begins, and ends. */
  open(value: Value, name: string | undefined): void
  close(value: Value, name: string | undefined): void
  /** Any other value; empty objects and arrays, too. */
  leaf(value: Value, name: string | undefined): void
}

interface Frame {
  readonly value: readonly Value[] | Members
  readonly name: string | undefined
  at: number
}

/** Walks through a value and all it holds, in order; however deep, the stack of calls does not grow. */
export function walkValue(value: Value, name: string | undefined, walk: Walk): void {
  const frames: Frame[] = []
  const visit = (next: Value, as: string | undefined) => {
    if (!isNested(next) || sizeOf(next) === 0) return walk.leaf(next, as)
    walk.open(next, as)
    frames.push({ value: next, name: as, at: 0 })
  }
  visit(value, name)
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const at = frame.at++
    if (at === sizeOf(frame.value)) {
      frames.pop()
      walk.close(frame.value, frame.name)
    } else if (isMembers(frame.value)) {
      const [member, inner] = frame.value.members[at] as readonly [string, Value]
      visit(inner, member)
    } else visit(frame.value[at] as Value, undefined)
  }
}

function sizeOf(value: readonly Value[] | Members): number {
  return isMembers(value) ? value.members.length : value.length
}
