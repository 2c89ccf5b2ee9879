import { TEXT } from '../events.ts'
import type { Members, Value } from '../types.ts'
import { isMembers, isNumeral } from '../value.ts'
import { countUnrelated, findErrorText } from './report.ts'
import * as is from './words.ts'

/** An object with so many other plain values is a record that merely has a field with such a name. */
const RECORD = 3
/** The same if only a flag indicates an error, and no message explains it. */
const BARE_RECORD = 2
const FIRST_HTTP_ERROR = 400
const LAST_HTTP_ERROR = 599

type Member = readonly [name: string, value: Value]

/** A member that states an error, as quoted in messages. */
interface StatedMember {
  readonly name: string
  readonly text: string
}

/**
 * The members of an object or element that state an error; undefined for data. With `mayBeSentence`, a message that is the only member
 * counts.
 */
export function findStatedMembers(value: Members, mayBeSentence: boolean): StatedMember | undefined {
  const { members } = value
  const error = find(members, ([name, member]) => is.isErrorName(name) && errorTextIn(member))
  const flag =
    find(members, ([name, member]) => is.isSuccessName(name) && falseOf(member)) ??
    find(members, ([name, member]) => is.isOutcomeName(name) && failureOf(member))
  const explained = find(members, ([name, member]) => is.isMessageName(name) && textOf(member))
  const numbered = findNumbered(members, explained)
  const stated = error ?? (explained && flag ? flag : undefined) ?? numbered
  const unrelated = countUnrelated(value)
  if (stated) return unrelated < RECORD ? stated : undefined
  if (flag) return unrelated < BARE_RECORD ? flag : undefined
  return mayBeSentence && explained && isAlone(members, explained) ? explained : undefined
}

// A list of objects without error texts is a list of records that happens to have this name.
function errorTextIn(value: Value): string | undefined {
  const items = Array.isArray(value) ? value.filter(isMembers) : isMembers(value) ? [value] : []
  const named = items.flatMap(({ members }) => members)
  if (Array.isArray(value) && items.length > 0 && !named.some(([name]) => is.isErrorMember(name)))
    return undefined
  return (
    findErrorText(value) ?? find(named, ([name, member]) => is.isCodeName(name) && digitsOf(member))?.text
  )
}

function find(
  members: readonly Member[],
  say: (member: Member) => string | false | undefined,
): StatedMember | undefined {
  for (const member of members) {
    const text = say(member)
    if (text) return { name: is.bare(member[0]), text }
  }
  return undefined
}

// An HTTP error status next to a text, or any larger number next to a text that can only be a message.
function findNumbered(
  members: readonly Member[],
  explained: StatedMember | undefined,
): StatedMember | undefined {
  const described = find(members, ([name, member]) => is.isDescriptionName(name) && textOf(member))
  if (!explained && !described) return undefined
  return find(members, ([name, member]) => {
    const digits = is.isCodeName(name) && digitsOf(member)
    if (!digits || Number(digits) < FIRST_HTTP_ERROR) return undefined
    return Number(digits) <= LAST_HTTP_ERROR || explained ? digits : undefined
  })
}

function isAlone(members: readonly Member[], { name }: StatedMember): boolean {
  return members.every(([other]) => is.bare(other) === name || is.isLoneCompanionName(other))
}

/** The text of a string or of an element with attributes, if it may be an error message. */
function textOf(value: Value): string | undefined {
  const text = isMembers(value) ? value.members.find(([name]) => name === TEXT)?.[1] : value
  return typeof text === 'string' && is.isErrorText(text) ? text : undefined
}

function falseOf(value: Value): string | undefined {
  return value === false || (typeof value === 'string' && /^\s*false\s*$/i.test(value)) ? 'false' : undefined
}

function failureOf(value: Value): string | undefined {
  return typeof value === 'string' && is.isFailed(value) ? value : undefined
}

function digitsOf(value: Value): string | undefined {
  const text =
    typeof value === 'string' ? value.trim() : value !== null && isNumeral(value) ? value.numeral : ''
  return /^\d{3,9}$/.test(text) ? text : undefined
}
