import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** 100 records with 60 columns, too wide for a sheet of paper. */
export const WIDE = Array.from({ length: 100 }, (_, row) =>
  Object.fromEntries(
    Array.from({ length: 60 }, (_, column) => [
      `indicator ${column + 1}`,
      column % 2 === 0 ? `r${row}c${column}` : row * 1000 + column + 0.5,
    ]),
  ),
)

/** Few records with more columns than anybody looks at. */
const WIDEST = Array.from({ length: 4 }, (_, row) =>
  Object.fromEntries(Array.from({ length: 180 }, (_, column) => [`c${column + 1}`, row * 1000 + column])),
)

/** Records with texts that run from the right, from the left, and both; too many for one page. */
const RIGHT = Array.from({ length: 120 }, (_, at) => ({
  الاسم: `مدرسة ${at}`,
  العدد: at,
  name: `مكتبة ${at}`,
  الرمز: `code-${at}`,
  mixed: at % 3 === 0 ? `Latin (${at})` : `ספרייה ${at} abc`,
  city: at % 5 === 0 ? 'القاهرة' : 'Cairo',
}))

/** Numbers with units, in an order of their own. */
const UNITS = Array.from({ length: 120 }, (_, at) => ({
  name: `Школа № ${at}`,
  Площадь: `${((at * 37) % 120) * 10 + 5} кв. м`,
  Доля: at % 2 === 0 ? `${at / 2},5 %` : `${at} %`,
}))

/** Few numbers with names much longer than they are. */
const NUMBERS = Array.from({ length: 120 }, (_, at) => ({
  'Number of pupils in spring': (at * 37) % 1201,
  'Number of pupils in autumn': (at * 53) % 1301,
  'Share of pupils who moved': ((at * 17) % 1000) / 10,
}))

/** Records whose columns have longer names than a line of a phone has room for. */
const LABELLED = Array.from({ length: 30 }, (_, at) => ({
  name: `Stop ${at}`,
  'What the operator says about the stop': `Open on weekdays, number ${at}`,
  zone: at % 3,
  remark: `${'Long remark. '.repeat(20)}${at}`,
  line: at % 7,
}))

/** Values without a name. */
const VALUES = Array.from({ length: 120 }, (_, at) => 1000 + at * 3)

/** Writes a data package with tables that are difficult to lay out; returns the path of its descriptor. */
export function writeOddTables(folder: string): string {
  const tables = {
    wide: WIDE,
    widest: WIDEST,
    right: RIGHT,
    units: UNITS,
    numbers: NUMBERS,
    labelled: LABELLED,
    values: VALUES,
  }
  for (const [name, records] of Object.entries(tables))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(records))
  const resources = Object.keys(tables).map((name) => ({ name, title: name, path: `${name}.json` }))
  const descriptor = join(folder, 'datapackage.json')
  writeFileSync(descriptor, JSON.stringify({ name: 'odd', title: 'Odd', resources }))
  return descriptor
}
