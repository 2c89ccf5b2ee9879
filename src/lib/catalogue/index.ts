export * from './build.ts'
export * from './code-field.ts'
export { findNestedFields, type Knowledge, readEntries, type Unanswered } from './entries.ts'
export {
  CODE_FIELD,
  type EntryField,
  findEntryFields,
  findReplacedCodes,
  findWholeFields,
  hasAnyOf,
  withEntryCodes,
} from './entry-codes.ts'
export { namePrior, textsOf, valuesOf } from './field.ts'
export { KEY_FIELD, VALUE_FIELD } from './items.ts'
export { formOf, isListed } from './leftovers.ts'
export * from './list-document.ts'
export type { Mention } from './mentions.ts'
export * from './named-list.ts'
export { isNamedLike } from './roles.ts'
export type { ListRecord } from './row.ts'
export * from './types.ts'
