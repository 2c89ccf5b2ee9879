import {
  EVERYWHERE,
  HASHED_FOLDER,
  headersOf,
  METHODS,
  NAMED_TYPES,
  NOT_FOUND,
  PAGE,
  PREFLIGHT,
  QUERY_FOLDER,
  TYPES,
} from '../rules.ts'

/** The rules as the constants at the head of a module that answers by them; `own` are constants of that module alone. */
export function renderConstants(base: string, own: Readonly<Record<string, unknown>>): string {
  const constants = {
    BASE: base,
    ...own,
    QUERY_FOLDER,
    PAGE,
    METHODS,
    PREFLIGHT,
    EVERYWHERE,
    HASHED_FOLDER,
    HASHED_CACHING: headersOf(`${HASHED_FOLDER}a`)['cache-control'],
    ENDINGS: Object.fromEntries(Object.keys(TYPES).map((ending) => [ending, headersOf(`a.${ending}`)])),
    NAMES: Object.fromEntries(Object.keys(NAMED_TYPES).map((name) => [name, headersOf(name)])),
    OTHER: headersOf('a'),
    MISSING: headersOf(NOT_FOUND),
  }
  return Object.entries(constants)
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value, null, 2)}`)
    .join('\n')
}
