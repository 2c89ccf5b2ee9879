import {
  type DataFormat,
  type DatasetCode,
  datasetResource,
  encodePath,
  folderOf,
  hrefOf,
  parseDatasetCode,
  TIME_MAP_MEDIA_TYPE,
  timeMapNameOf,
  VERSIONS_NAME,
  versionPathOf,
} from '../../interface/index.ts'
import { type DatasetVersions, type Version, type VersionsFile, versionFileOf } from '../../snapshot/index.ts'
import type { MirrorSource } from '../mirror.ts'
import type { Moment } from './format.ts'
import { relativeFile } from './link.ts'
import type { Locale } from './locale.ts'
import { htmlText, withoutDirections } from './text.ts'

/** The lists of former versions of all datasets, and their TimeMaps. These need absolute addresses, so a site without one of its own has none. */
export function* historyFiles({ manifest, site }: Pick<MirrorSource, 'manifest' | 'site'>) {
  for (const history of manifest.history ?? []) {
    const code = parseDatasetCode(history.code)
    const folder = folderOf(datasetResource(code))
    yield { path: `${folder}/${VERSIONS_NAME}`, make: () => renderVersions(history) }
    for (const format of site === undefined ? [] : versionFormatsOf(history))
      yield {
        path: `${folder}/${timeMapNameOf(format)}`,
        make: () => renderTimeMap(site as string, code, format, history.versions),
      }
  }
}

/** The formats of which there are former versions. */
export function versionFormatsOf({ versions }: DatasetVersions): DataFormat[] {
  return [...new Set(versions.map(({ format }) => format))].sort()
}

/** The former versions of one format with different bytes, the earliest first, each at the time when the mirror first received it. */
export function distinctVersionsOf(versions: readonly Version[], format: DataFormat): Version[] {
  const found = new Map<string, Version>()
  for (const version of versions.toReversed())
    if (version.format === format && !found.has(version.sha256)) found.set(version.sha256, version)
  return [...found.values()]
}

function renderVersions({ versions, forgotten }: DatasetVersions): string {
  const file: VersionsFile = {
    history: 1,
    versions: versions.map((version) => ({ path: versionFileOf(version).path, ...version })),
    ...(forgotten && { forgotten }),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * The TimeMap of one format of a dataset (RFC 7089, 5): the original at the origin, the TimeMap itself, and a memento for each file, the
 * earliest first. Its time is that at which the mirror first received the bytes.
 */
function renderTimeMap(
  site: string,
  code: DatasetCode,
  format: DataFormat,
  versions: readonly Version[],
): string {
  const mementos = distinctVersionsOf(versions, format)
  const [first] = mementos
  const last = mementos.at(-1)
  if (first === undefined || last === undefined) return ''
  const self = `${site}${hrefOf(datasetResource(code))}${encodePath(timeMapNameOf(format))}`
  const span = `from="${httpDate(first.firstSeen)}"; until="${httpDate(last.firstSeen)}"`
  const lines = mementos.map((version) => {
    const ends = [...(version === first ? ['first'] : []), ...(version === last ? ['last'] : [])]
    const rel = [...ends, 'memento'].join(' ')
    const { path } = versionFileOf(version)
    return `<${site}${path}>; rel="${rel}"; datetime="${httpDate(version.firstSeen)}"; type="${mediaTypeOf(format)}"`
  })
  return `${[
    `<${uriOf(last.address)}>; rel="original"`,
    `<${self}>; rel="self"; type="${TIME_MAP_MEDIA_TYPE}"; ${span}`,
    ...lines,
  ].join(',\n')}\n`
}

const mediaTypeOf = (format: DataFormat) => `application/${format}`

// As RFC 9110, 5.6.7, states it, which RFC 7089 requires.
function httpDate(iso: string): string {
  return new Date(iso).toUTCString()
}

// A link target must not contain the characters that end it.
function uriOf(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replaceAll('>', '%3E') : ''
}

const MOST_VERSIONS = 24
/** How many digits of a checksum distinguish versions. */
const MARK = 8

// Without the colon, which some file systems refuse.
function timeInName(iso: string, isDay: boolean): string {
  return isDay ? iso.slice(0, 10) : iso.slice(0, 16).replace(':', '')
}

/** Versions of the same format whose times are the same texts. Each time is written once: that takes as long as the rest of the list. */
function groupByTimes(versions: readonly Version[], timeOf: (iso: string) => Moment): Version[][] {
  const groups = Map.groupBy(versions, ({ format, firstSeen, lastSeen }) =>
    [format, timeOf(firstSeen).text, timeOf(lastSeen).text].join(),
  )
  return [...groups.values()]
}

/** The former versions of a dataset, the latest first; undefined if there are none. `changeOf` finds the anchor of the change that replaced one. */
export function versionsViewOf(
  { words, format: { day, moment, bytes } }: Locale,
  history: DatasetVersions | undefined,
  changeOf: (version: Version) => string | undefined,
) {
  if (history === undefined) return undefined
  const code = parseDatasetCode(history.code)
  const page = datasetResource(code)
  const label = words.versions
  const left = history.versions.length - MOST_VERSIONS
  const shown = history.versions.slice(0, MOST_VERSIONS)
  const byDay = groupByTimes(shown, day)
  const byMoment = groupByTimes(byDay.filter((alike) => alike.length > 1).flat(), moment)
  const alone = (groups: readonly Version[][]) =>
    new Set(groups.flatMap((one) => (one.length === 1 ? one : [])))
  const [aloneByDay, aloneByMoment] = [alone(byDay), alone(byMoment)]
  return {
    versions: shown.map((version) => {
      const { format, sha256, firstSeen, lastSeen } = version
      const change = changeOf(version)
      const isDay = aloneByDay.has(version)
      const time = isDay ? day : moment
      const mark = isDay || aloneByMoment.has(version) ? undefined : sha256.slice(0, MARK)
      const name = [code, timeInName(firstSeen, isDay), ...(mark ? [mark] : [])].join('-')
      return {
        format,
        from: time(firstSeen),
        until: time(lastSeen),
        // The beginning of its checksum, if another one has the same times.
        ...(mark !== undefined && { mark }),
        size: bytes(version.bytes),
        href: relativeFile(page, versionPathOf(format, sha256)),
        saveAs: withoutDirections(htmlText(`${name}.${format}`)),
        ...(change !== undefined && { change }),
      }
    }),
    forgotten: (history.forgotten ?? []).map(({ format, firstSeen, lastSeen, forgottenAt, reason }) => ({
      text: label.forgotten(format, day(firstSeen).text, day(lastSeen).text, day(forgottenAt).text),
      ...(reason !== undefined && { reason: htmlText(reason) }),
    })),
    // For programs.
    file: VERSIONS_NAME,
    ...(left > 0 && { more: label.more(left) }),
  }
}
