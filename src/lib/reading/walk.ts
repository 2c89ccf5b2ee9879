import type { Members, Value } from './types.ts'
import { isMembers, isNested } from './value.ts'

/** Callbacks for walking through a value. `name` is that of a member; items have none. */
interface Walk {
  /** The start and the end of a non-empty object or array. */
  open(value: Value, name: string | undefined): void
  close(value: Value, name: string | undefined): void
  /** Any other value, including empty objects and arrays. */
  leaf(value: Value, name: string | undefined): void
}

interface Frame {
  readonly value: readonly Value[] | Members
  readonly name: string | undefined
  at: number
}

/** Walks through a value in order, without recursion, so any depth is possible. */
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
