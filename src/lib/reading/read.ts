import { openDocument } from './open.ts'
import { parseDocument } from './parse.ts'
import { ColumnProfiles } from './profile/columns.ts'
import { FirstRows } from './profile/first-rows.ts'
import { TreeBuilder } from './tree.ts'
import type { ByteSource, DocumentHint, Reading, TreeNode } from './types.ts'

/**
 * Reads a document of any shape: finds its records in a first pass, profiles their columns in a second.
 * Memory is bounded by the largest record, not by the document. Throws UnreadableDocument.
 */
export function readDocument(source: ByteSource, hint: DocumentHint): Reading {
  const opened = openDocument(source, hint)
  const { format, encoding, shape, path, beside, others } = opened
  const profiles = new ColumnProfiles()
  const first = new FirstRows()
  let count = 0
  opened.each((record) => {
    count++
    profiles.add(record)
    first.add(record)
  })
  const paging = opened.findPaging(count)
  const geography = profiles.finishGeography()
  return {
    format,
    encoding,
    shape,
    path,
    count,
    columns: profiles.finish(),
    rows: first.cells(profiles.names),
    ...(count > 0 && !profiles.isCut && { csvBytes: profiles.csvBytes(count) }),
    beside,
    ...(geography && { geography }),
    ...(shape === 'tree' && { tree: readTree(source, hint) }),
    ...(paging !== undefined && { paging }),
    ...(others.length > 0 && { others }),
    ...(profiles.isCut && { moreColumns: true as const }),
  }
}

function readTree(source: ByteSource, hint: DocumentHint): TreeNode {
  const builder = new TreeBuilder()
  parseDocument(source, hint, builder)
  return builder.tree
}
