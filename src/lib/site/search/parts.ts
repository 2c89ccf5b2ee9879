/** The name under which parts lie in a page until they are taken. */
const WAITING = 'waitingParts'

type Waiting = Record<string, unknown>

/**
 * A part of an index as a script: a page opened from a disk can load scripts and nothing else. It contains data only. `value` is json;
 * `name` is what {@link takePart} takes it by.
 */
export function renderPart(name: string, value: unknown): string {
  // Legal in json and in scripts since 2019; before that the two ended a line of a script. A tag would end one inside a page.
  const json = JSON.stringify(value).replace(
    /[\u2028\u2029]|<(?=[/!])/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `(self.${WAITING}??={})[${JSON.stringify(name)}]=${json}\n`
}

/** Takes the value of a part whose script has run in this scope; undefined if none has. */
export function takePart(scope: object, name: string): unknown {
  const waiting = (scope as Record<string, Waiting | undefined>)[WAITING]
  const value = waiting?.[name]
  delete waiting?.[name]
  return value
}
