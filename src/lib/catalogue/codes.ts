import { type DatasetLink, decodeSegment, findDatasetLinks, hostForms } from '../interface/index.ts'
import type { ListDocument } from './list-document.ts'

/** The distinct codes in links of the lists to this interface (relative, or to one of its hosts), in order. */
export function findLinkedCodes(documents: readonly ListDocument[], hosts: readonly string[]): string[] {
  const own = new Set(hosts.flatMap(hostForms))
  const leadsHere = ({ host }: DatasetLink) => host === undefined || own.has(host)
  return [...new Set(documents.flatMap(({ links }) => links.filter(leadsHere).map(({ code }) => code)))]
}

/**
 * The code in a value of the field of codes: the value itself; or for an address, which is never a valid code, the code that it links to,
 * else the last segment of its path. An address with a query that does not link to a dataset is returned unchanged.
 */
export function codeIn(value: string): string {
  if (!value.includes('/')) return value
  const [link] = findDatasetLinks(value)
  if (link !== undefined) return link.code
  const segment = /[?#]/.test(value) ? undefined : value.split('/').findLast((part) => part !== '')
  return (segment && decodeSegment(segment)) ?? value
}

/** Up to `count` values, evenly spread over a list, including its first and last. */
export function spread<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values]
  const step = (values.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => values[Math.round(index * step)] as T)
}

/** The share of some values that is in a set, from 0 to 1. */
export function shareIn(values: readonly string[], set: ReadonlySet<string>): number {
  return values.length === 0 ? 0 : values.filter((value) => set.has(value)).length / values.length
}
