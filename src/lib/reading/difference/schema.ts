import * as v from 'valibot'
import { type Accepted, countField, described, textsField } from '../../interface/field.ts'

const keysField = v.array(textsField)

const counts = v.object({
  before: described('How many there were.', countField),
  after: described('How many there are.', countField),
  added: v.exactOptional(described('Absent if the copies are too large to be compared.', countField)),
  removed: v.exactOptional(described('As `added`.', countField)),
  changed: v.exactOptional(described('Only with a key.', countField)),
  reordered: v.exactOptional(described('The records that stayed are in another order.', v.literal(true))),
})

const changedRecord = v.object({
  key: described('Its key.', textsField),
  cells: described(
    'Its cells that changed.',
    v.array(
      v.object({
        column: described('The column.', v.string()),
        before: described('The earlier value; null if there was none.', v.nullable(v.string())),
        after: described('The value now; null if there is none.', v.nullable(v.string())),
      }),
    ),
  ),
})

/** What differs between two versions of one document, as the files that state it have it. Texts are cut to 200 characters. */
export const documentDifference = v.object({
  kind: described(
    '`clerical`: the same records, written or sorted in another way, or with other volatile values; `schema`: columns were added or removed; `substantive`: anything else.',
    v.picklist(['clerical', 'schema', 'substantive']),
  ),
  records: v.exactOptional(described('The number of records.', counts)),
  key: v.exactOptional(described('The columns by which records were matched.', textsField)),
  columns: v.exactOptional(
    described(
      'Columns of one copy only.',
      v.object({
        added: described('Of the copy after.', textsField),
        removed: described('Of the copy before.', textsField),
      }),
    ),
  ),
  changed: v.exactOptional(
    described(
      'Columns that changed, the most first.',
      v.array(
        v.object({
          column: described('The column.', v.string()),
          records: described('In how many records it changed.', countField),
        }),
      ),
    ),
  ),
  volatile: v.exactOptional(
    described('Columns that change with every export. They are left out of everything else.', textsField),
  ),
  outside: v.exactOptional(
    described('Something outside of the records changed, other than times and totals.', v.literal(true)),
  ),
  values: v.exactOptional(
    described(
      'Columns with few different values, of which some are new or no longer occur.',
      v.array(
        v.object({
          column: described('The column.', v.string()),
          added: described('New values.', textsField),
          removed: described('Values that no longer occur.', textsField),
        }),
      ),
    ),
  ),
  examples: v.exactOptional(
    described(
      'The first records of each kind.',
      v.object({
        added: described('The keys of added records.', keysField),
        removed: described('The keys of removed records.', keysField),
        changed: described('Changed records.', v.array(changedRecord)),
      }),
    ),
  ),
})

export type DocumentDifference = Accepted<typeof documentDifference>

/** A column that both versions have: its name, and its place in each. */
export interface CommonColumn {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** One of the two versions. */
export type Side = 'before' | 'after'
