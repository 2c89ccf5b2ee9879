import { type Container, type Events, ITEM, type Scalar, TEXT } from '../events.ts'
import { parseDocument } from '../parse.ts'
import { ValueBuilder } from '../records/collector.ts'
import { type ByteSource, type DocumentHint, type Members, readOr, type Value } from '../types.ts'
import { isMembers, isNumeral } from '../value.ts'
import {
  bare,
  isCodeName,
  isDescriptionName,
  isEnvelopeName,
  isErrorMember,
  isErrorName,
  isErrorText,
  isErrorType,
  isFailed,
  isLoneCompanionName,
  isMessageName,
  isNoteName,
  isOutcomeName,
  isRelated,
  isSuccessName,
  isTypeName,
  isWrapperName,
} from './words.ts'

const MAX_QUOTED = 120
const MAX_WRAPPERS = 3
const ERROR_ROOTS = /^(errors?|exceptions?|faults?|ServiceException(Report)?|ExceptionReport|ошибк[аи])$/i

/**
 * The clause that describes a small complete document which is an error report in place of data: `says "error": "not found"`, `is nothing
 * but null`. Undefined for data, whatever the names of its fields; for html; and for unreadable documents.
 */
export function findErrorReport(source: ByteSource, hint: DocumentHint): string | undefined {
  if (hint.format === 'html') return undefined
  const document = findDocument(source, hint)
  if (!document) return undefined
  const nothing = findNothing(document)
  if (nothing !== undefined) return `contains only ${nothing}`
  if (hasRecords(document.value)) return undefined
  return hint.format === 'xml' ? inXml(document) : inObject(document.value, true)
}

interface Document {
  /** The name of its root element; '' for json. */
  readonly name: string
  readonly value: Value
}

function findDocument(source: ByteSource, hint: DocumentHint): Document | undefined {
  const builder = new ValueBuilder()
  let name: string | undefined
  let value: Value | undefined
  const events: Events = {
    open(step: string, kind: Container) {
      name ??= step
      builder.open(step, kind)
    },
    close() {
      value = builder.close()
    },
    scalar(step: string, scalar: Scalar) {
      if (name === undefined) [name, value] = [step, scalar]
      else builder.scalar(step, scalar)
    },
  }
  return readOr(undefined, () => {
    parseDocument(source, hint, events)
    return name === undefined || value === undefined ? undefined : { name, value }
  })
}

// An empty list or object is a list without entries; null, false and '' are not.
function findNothing({ name, value }: Document): string | undefined {
  if (value === null || value === false) return String(value)
  if (name === ITEM && typeof value === 'string' && value.trim() === '') return 'an empty string'
  return /^(null|nil)$/i.test(name) && value === '' ? `<${name}/>` : undefined
}

function inXml({ name, value }: Document): string | undefined {
  if (ERROR_ROOTS.test(name)) {
    const errorText = findErrorText(value)
    return errorText === undefined ? `contains only <${name}>` : `contains <${name}>: ${quote(errorText)}`
  }
  // SOAP: <Envelope><Body><Fault>; the fault is a member like any other error.
  if (name === 'Envelope' && isMembers(value)) {
    const body = value.members.find(([member]) => member === 'Body')?.[1]
    return body === undefined ? undefined : inObject(body, false)
  }
  return inObject(value, isWrapperName(name))
}

/** Checks an object, and a single object wrapped in it. */
function inObject(document: Value, mayBeSentence: boolean): string | undefined {
  let value = document
  for (let wrappers = 0; wrappers <= MAX_WRAPPERS && isMembers(value); wrappers++) {
    const member = findStatedMembers(value, mayBeSentence && wrappers === 0)
    if (member) return `contains ${quote(member.name)}: ${quote(member.text)}`
    const only = onlyMember(value)
    if (only === undefined) return undefined
    value = only
  }
  return undefined
}

function onlyMember({ members }: Members): Value | undefined {
  return members.length === 1 ? members[0]?.[1] : undefined
}

function quote(text: string): string {
  const short = text.trim().replace(/\s+/g, ' ')
  return JSON.stringify(short.length > MAX_QUOTED ? `${short.slice(0, MAX_QUOTED - 1)}…` : short)
}

const LISTS = /^(items?|results?|data|records?|rows?|list|features|entries|docs|objects|values?|datasets?)$/i

/** All named values of a document except those about the error or the request, the outermost first. */
function* contents(value: Value): Iterable<readonly [name: string, value: Value]> {
  const waiting: Value[] = [value]
  for (let at = 0; at < waiting.length; at++) {
    const next = waiting[at] as Value
    if (isMembers(next)) {
      for (const [name, member] of next.members) {
        if (isErrorName(name) || isEnvelopeName(name)) continue
        yield [name, member]
        waiting.push(member)
      }
    } else if (Array.isArray(next)) for (const item of next) waiting.push(item)
  }
}

/** Whether there is a non-empty list: objects, arrays, repeated elements, or values under a plural name such as items. */
function hasRecords(document: Value): boolean {
  for (const [name, value] of [['', document] as const, ...contents(document)]) {
    if (Array.isArray(value)) {
      const isList = LISTS.test(name) || value.some((item) => isMembers(item) || Array.isArray(item))
      if (isList && value.length > 0) return true
    } else if (isMembers(value) && hasRepeats(value.members)) return true
  }
  return false
}

/** Whether there are repeated elements of one name that have children. */
function hasRepeats(members: Members['members']): boolean {
  const seen = new Set<string>()
  for (const [name, member] of members) {
    if (!isMembers(member) || isErrorName(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

/** Number of plain values that belong neither to an error nor to the request. */
function countUnrelated(document: Value): number {
  let count = 0
  for (const [name, value] of contents(document))
    if (!isRelated(name) && name !== TEXT && isFilledScalar(value)) count++
  return count
}

function isFilledScalar(value: Value): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : value !== null && (typeof value === 'boolean' || isNumeral(value))
}

/** The first text in a value, in document order, that may be an error message; the value `true` counts too. */
function findErrorText(value: Value): string | undefined {
  const waiting: Value[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && isErrorText(next)) return next
    if (next === true) return 'true'
    // One at a time, since there may be more than the maximum number of arguments.
    for (const inner of partsOf(next).toReversed()) waiting.push(inner)
  }
  return undefined
}

function partsOf(value: Value): readonly Value[] {
  if (isMembers(value)) return value.members.filter(isData).map(([, member]) => member)
  return Array.isArray(value) ? value : []
}

// Excludes the language of a text, and xml attributes about the document itself.
function isData([name]: readonly [string, Value]): boolean {
  return bare(name) !== 'lang' && !/^@(version|schemaLocation|space)$/.test(name)
}

/** An object with this many other plain values is a record that merely has a field with such a name. */
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
function findStatedMembers(value: Members, mayBeSentence: boolean): StatedMember | undefined {
  const { members } = value
  const error = find(members, ([name, member]) => isErrorName(name) && errorTextIn(member))
  const flag =
    find(members, ([name, member]) => isSuccessName(name) && falseOf(member)) ??
    find(members, ([name, member]) => isOutcomeName(name) && failureOf(member)) ??
    find(members, ([name, member]) => isTypeName(name) && errorTypeOf(member))
  const explained = find(members, ([name, member]) => isMessageName(name) && textOf(member))
  const numbered = findNumbered(members, explained)
  const stated = error ?? (explained && flag ? flag : undefined) ?? numbered
  const unrelated = countUnrelated(value)
  if (stated) return unrelated < RECORD ? stated : undefined
  if (flag) return unrelated < BARE_RECORD ? flag : undefined
  const sentence = explained ?? find(members, ([name, member]) => isNoteName(name) && sentenceOf(member))
  return mayBeSentence && sentence && isAlone(members, sentence) ? sentence : undefined
}

// A list of objects without error texts is a list of records that happens to have this name.
function errorTextIn(value: Value): string | undefined {
  const items = Array.isArray(value) ? value.filter(isMembers) : isMembers(value) ? [value] : []
  const named = items.flatMap(({ members }) => members)
  if (Array.isArray(value) && items.length > 0 && !named.some(([name]) => isErrorMember(name)))
    return undefined
  return findErrorText(value) ?? find(named, ([name, member]) => isCodeName(name) && digitsOf(member))?.text
}

function find(
  members: readonly Member[],
  say: (member: Member) => string | false | undefined,
): StatedMember | undefined {
  for (const member of members) {
    const text = say(member)
    if (text) return { name: bare(member[0]), text }
  }
  return undefined
}

// An HTTP error status next to a text, or any larger number next to a text that can only be a message.
function findNumbered(
  members: readonly Member[],
  explained: StatedMember | undefined,
): StatedMember | undefined {
  const described = find(members, ([name, member]) => isDescriptionName(name) && textOf(member))
  if (!explained && !described) return undefined
  return find(members, ([name, member]) => {
    const digits = isCodeName(name) && digitsOf(member)
    if (!digits || Number(digits) < FIRST_HTTP_ERROR) return undefined
    return Number(digits) <= LAST_HTTP_ERROR || explained ? digits : undefined
  })
}

function isAlone(members: readonly Member[], { name }: StatedMember): boolean {
  return members.every(([other]) => bare(other) === name || isLoneCompanionName(other))
}

/** The text of a string or of an element with attributes, if it may be an error message. */
function textOf(value: Value): string | undefined {
  const text = isMembers(value) ? value.members.find(([name]) => name === TEXT)?.[1] : value
  return typeof text === 'string' && isErrorText(text) ? text : undefined
}

function falseOf(value: Value): string | undefined {
  return value === false || (typeof value === 'string' && /^\s*false\s*$/i.test(value)) ? 'false' : undefined
}

function failureOf(value: Value): string | undefined {
  return typeof value === 'string' && isFailed(value) ? value : undefined
}

function errorTypeOf(value: Value): string | undefined {
  return typeof value === 'string' && isErrorType(value) ? value : undefined
}

/** A text of several words. */
function sentenceOf(value: Value): string | undefined {
  return textOf(value)?.match(/\p{L}\P{L}+\p{L}+\P{L}+\p{L}/u)?.input
}

function digitsOf(value: Value): string | undefined {
  const text =
    typeof value === 'string' ? value.trim() : value !== null && isNumeral(value) ? value.numeral : ''
  return /^\d{3,9}$/.test(text) ? text : undefined
}
