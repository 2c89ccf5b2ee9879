import { isOfDatasets, type ListRecord, type NamedList } from '../catalogue/index.ts'
import { addressOf, type BaseAddress, hostForms } from '../interface/index.ts'
import { cellText } from '../reading/index.ts'
import type { Problem } from '../snapshot/index.ts'
import type { CrawlOptions } from './context.ts'
import { describePaging, isLimit } from './partial.ts'

/** Problems of the lists that may mean that something is missing. `codes`: the datasets in them. */
export function findListRemarks(
  lists: readonly NamedList[],
  codes: readonly string[],
  { bases, notPaged }: Pick<CrawlOptions, 'bases' | 'notPaged'>,
): Problem[] {
  return [
    ...cutOf(lists, codes, notPaged),
    ...lists.flatMap((list) => pagingOf(list, bases[0] as BaseAddress)),
    ...lists.flatMap(unnamedOf),
    ...lists.flatMap((list) => garbledOf(list, bases[0] as BaseAddress)),
    ...disagreementsOf(lists, new Set(codes), bases[0] as BaseAddress),
    ...otherHostsOf(lists, bases),
  ]
}

function pagingOf({ list: { operation, format }, paging }: NamedList, base: BaseAddress): Problem[] {
  if (paging === undefined) return []
  const subject = addressOf(base, { resource: { operation }, format })
  return [
    {
      severity: 'gap',
      code: 'paged',
      subject,
      message: describePaging('list', paging),
      facts: { what: 'list' },
    },
  ]
}

/** A list of fewer datasets may well have a round number of them. */
const LEAST_ENTRIES = 1000

function cutOf(
  lists: readonly NamedList[],
  codes: readonly string[],
  notPaged: CrawlOptions['notPaged'],
): Problem[] {
  const own = lists.filter(({ list }) => list.operation === 'list_datasets')
  const most = Math.max(0, codes.length, ...own.map(({ records }) => records.length))
  const isRound = most >= LEAST_ENTRIES && isLimit(most) && own.some(({ records }) => records.length === most)
  if (!isRound || own.some(({ paging }) => paging) || notPaged.includes('list_datasets')) return []
  const message = `It has exactly ${most} entries. The origin may list no more than that, without a sign. If it is complete, add the list to the config key notPaged.`
  return [
    {
      severity: 'warning',
      code: 'same-count',
      subject: 'list_datasets',
      message,
      facts: { what: 'list', limit: most },
    },
  ]
}

function garbledOf({ list: { operation, format, garbled } }: NamedList, base: BaseAddress): Problem[] {
  if (garbled === undefined) return []
  const message = `The texts of this format of the list were decoded with a wrong charset, such as ${JSON.stringify(garbled)}. The texts of its other format are used.`
  const subject = addressOf(base, { resource: { operation }, format })
  return [
    {
      severity: 'warning',
      code: 'formats-disagree',
      subject,
      message,
      facts: { what: 'texts', garbled, format },
    },
  ]
}

const SHOWN = 3

// An entry with neither a code nor a link cannot be requested.
function unnamedOf({ list: { operation, format }, records, unnamed }: NamedList): Problem[] {
  if (operation !== 'list_datasets' || format === 'html' || unnamed.length === 0) return []
  const more = unnamed.length > SHOWN ? ` and ${unnamed.length - SHOWN} more` : ''
  const message = `${unnamed.length} of its ${records.length} entries have no dataset code, so they cannot be requested: ${unnamed.slice(0, SHOWN).map(quoteRecord).join(', ')}${more}.`
  return [
    {
      severity: 'gap',
      code: 'no-code',
      subject: `${operation} (${format})`,
      message,
      facts: { unnamed: unnamed.length, entries: records.length },
    },
  ]
}

function quoteRecord({ fields }: ListRecord): string {
  const text = [...fields.values()].map((value) => cellText(value)?.trim() ?? '').find((one) => one !== '')
  return JSON.stringify((text ?? '').slice(0, 80))
}

// Formats of one list that differ in the number of entries or in their datasets: one of them is incomplete.
function disagreementsOf(
  all: readonly NamedList[],
  known: ReadonlySet<string>,
  base: BaseAddress,
): Problem[] {
  const counted = all.filter(({ list, records }) => list.format !== 'html' && records.length > 1)
  return [...Map.groupBy(counted, ({ list }) => list.operation)].flatMap(([operation, named]) => {
    const codes = named.map((one) =>
      isOfDatasets(one.list) ? one.codes.intersection(known) : new Set<string>(),
    )
    const all = new Set(codes.flatMap((some) => [...some]))
    const agree = codes.every(({ size }) => size === 0 || size === all.size)
    const lists = named.map(({ list, records }) => ({ format: list.format, records }))
    if (agree && new Set(lists.map(({ records }) => records.length)).size < 2) return []
    const counts = lists.map(({ format, records }) => `${records.length} in ${format}`).join(', ')
    const subject = addressOf(base, { resource: { operation }, format: 'html' })
    const ofAll = agree ? '' : `, for ${all.size} datasets in total`
    const message = `The formats of this list disagree: ${counts} entries${ofAll}. Datasets that any of them names are requested.`
    return [
      {
        severity: 'warning',
        code: 'formats-disagree',
        subject,
        message,
        facts: Object.fromEntries(lists.map(({ format, records }) => [format, records.length])),
      },
    ]
  })
}

// Links to another host are data of another service, unless the operator configures that host as a base.
function otherHostsOf(lists: readonly NamedList[], bases: readonly BaseAddress[]): Problem[] {
  const own = new Set(bases.flatMap((base) => hostForms(new URL(base).host)))
  const counts = new Map<string, number>()
  for (const { host } of lists.flatMap(({ list }) => list.links))
    if (host !== undefined && !own.has(host)) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts].map(([host, count]) => ({
    severity: 'warning',
    code: 'other-host',
    subject: host,
    message: `${count} links in the lists lead to datasets on this host and were ignored. If it belongs to the same service, add it with another --origin.`,
    facts: { links: count },
  }))
}
