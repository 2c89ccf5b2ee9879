/** The member with the value, as in SPARQL 1.1 Query Results JSON Format, 3.2.2, in JSON-LD and in tables of Google Visualization. */
const VALUE = /^(@?value|v)$/i
/** Members that state only what kind of value it is, or how it is shown. */
const OF_KIND = /^(@?type|datatype|((xml:|@)?lang(uage)?)|f|p)$/i

/** Which member of an object has its value, where the others state only its kind: `{"type": "literal", "value": "bus"}`. */
export function findBoxed(names: readonly string[]): string | undefined {
  const own = names.filter((name) => VALUE.test(name))
  return own.length === 1 && names.every((name) => VALUE.test(name) || OF_KIND.test(name))
    ? own[0]
    : undefined
}
