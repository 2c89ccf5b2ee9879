import { findDatasetLinks } from '../interface/index.ts'
import { cellText } from '../reading/index.ts'
import { codeIn } from './codes.ts'
import { valuesOf } from './field.ts'
import type { ListRecord } from './list-document.ts'

/** The possible codes of a list record: the value of the code field, then links in its values. */
export function codesOf({ fields }: ListRecord, field: string | undefined): string[] {
  const named = field === undefined ? [] : valuesOf(fields, field).map(codeIn)
  const linked = [...fields.values()].flatMap((value) =>
    findDatasetLinks(cellText(value) ?? '').map(({ code }) => code),
  )
  return [...named, ...linked]
}
