import { closeSync, renameSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Language } from '../../config/index.ts'
import {
  csvPathOf,
  DATA_PACKAGE,
  DATASET_OPERATION,
  datasetResource,
  MARKDOWN_NAME,
  PREVIEW_NAME,
  parquetPathOf,
  parseDatasetCode,
  type Resource,
} from '../../interface/index.ts'
import type { ByteSource, Reading } from '../../reading/index.ts'
import {
  checkedSource,
  copyAsNew,
  damageOf,
  documentSource,
  type FileRecord,
  type FileSink,
  findDigest,
  isAbsent,
  isAsStated,
  type ManifestRecord,
  makeFolder,
  openFileSinks,
  openRegular,
  readDifferences,
} from '../../snapshot/index.ts'
import type { ColumnChoices } from '../grids.ts'
import { type FlatDrawing, paint, renderPng } from '../image/pixels.ts'
import { isLargeTable, isTabular, type MadeTable, measure } from '../mirror.ts'
import { openOutlines } from '../outlines.ts'
import { openReadings, type Readings, type Unread, writeTable } from '../readings.ts'
import { hasWords } from '../search/runs.ts'
import { openWordCounter, type WordCounts } from '../search/values/count-words.ts'
import {
  type DatasetInput,
  type DatasetSource,
  dataPackageOf,
  datasetMarkdown,
  datasetSourceOf,
  datasetView,
  entryOf,
  type Locale,
  localeOf,
  type PageContent,
  type PageLocals,
  previewOf,
  type SiteInput,
} from '../view/index.ts'
import type { DocumentFacts } from './documents.ts'
import { type FilePiece, findKept, openKeptReadings, openPieces } from './pieces.ts'
import type { FileStamp } from './site-record.ts'

/** The files of one resource that are not pages. */
interface ResourceTask {
  /** The records whose bytes are written. */
  readonly data: readonly FileRecord[]
  /** The record that the csv is made from, if it is to be written; undefined if there is no good copy, or none is. */
  readonly document?: ManifestRecord
}

/** The page of a dataset. It links to related datasets, so what all documents are like is known before. */
interface DatasetTask {
  /** The file of the site. */
  readonly path: string
  readonly input: DatasetInput
  /** The record that the page is made from; undefined if there is no good copy. */
  readonly document?: ManifestRecord
  /** The reading of the document, or why it is not read, if this build has found it already. */
  readonly found?: FilePiece | Unread
  /** The csv of the document, if it has one: its description is written beside it. */
  readonly table?: MadeTable
  /** Whether its picture is to be drawn. */
  readonly isDrawn?: true
}

export interface MadeFile extends FileStamp {
  readonly path: string
  readonly sha256: string
}

/** One page, another text or a picture that is made from the catalogue as a whole. */
interface PageTask {
  readonly path: string
  readonly content: PageContent | FlatDrawing | string
}

/** One task of a build: the files of one resource, the page of a dataset, or one file of the catalogue. */
export type MakingTask = ResourceTask | DatasetTask | PageTask

/** The files that a task made. */
export interface MadeFiles {
  /** Pages and csv files. */
  readonly files: readonly MadeFile[]
  /** What was found in {@link ResourceTask.document}. */
  readonly facts?: DocumentFacts
  /** Its reading, unless the cache has it. */
  readonly kept?: FilePiece
  /** The words of its records, as json, if it has a csv and is that of a dataset. */
  readonly words?: FilePiece
}

/** What files are made with. Plain data, so that it can be passed to another thread. */
export interface MakingPlan {
  /** The folder of the new site. */
  readonly site: string
  /** A folder on the same disk for files that are being written. */
  readonly incoming: string
  /** The folder of the generation. */
  readonly generation: string
  /** The cache of what is derived from the bytes. */
  readonly derived: string
  /** The time of new pages. */
  readonly now: Date
  readonly input: SiteInput
  readonly language: Language
  /** The folder of the outlines of land and countries. */
  readonly outlines: string
  readonly choices?: ColumnChoices
}

/** Writes the files of one task. Throws DamagedSnapshot, or an error of the disk. */
export type Make = (task: MakingTask) => Promise<MadeFiles>

/** Returns a function that writes files. `render` gives the html of a page as UTF-8. */
export function openMaker(plan: MakingPlan, render: (locals: PageLocals) => Promise<Uint8Array>): Make {
  const { site, incoming, generation, input, now } = plan
  const locale = localeOf(plan.language)
  const outlinesOf = openOutlines(plan.outlines)
  const openSink = openFileSinks(incoming)
  const readings = openReadings(plan.derived, { folder: generation }, plan.choices)
  const part = join(incoming, 'part')
  const keep = openKeptReadings(join(incoming, 'readings'))
  const keepWords = openPieces(join(incoming, 'words'))
  const bytesOf = (content: PageTask['content']) => {
    if (typeof content === 'string') return Buffer.from(content)
    return 'layers' in content ? renderPng(paint(content, PICTURE)) : render({ locale, content })
  }
  const writePage = async (content: PageTask['content'], path: string): Promise<MadeFile> => {
    const text = await bytesOf(content)
    const sink = openSink(join(site, path))
    sink.write(text)
    const { sha256, bytes } = sink.digest()
    sink.keep(now)
    return { path, sha256, bytes, mtimeMs: now.getTime() }
  }
  const makeData = ({ data, document }: ResourceTask): MadeFiles => {
    const copied = new Map(
      data.map((record) => [record.path, copyData(record, { generation, site, part, openSink })]),
    )
    if (document === undefined) return { files: [] }
    const open = (record: ManifestRecord) =>
      copied.get(record.path) ?? checkedSource({ folder: generation }, record)
    const reading = readings.find(document, open)
    if (reading === undefined) return { files: [] }
    const { files, facts, words } = makeTable(document, reading, { site, openSink, open })
    const isKept = !('unread' in reading) && document.code !== undefined && !readings.isCached(document)
    return {
      files,
      facts,
      ...(isKept && { kept: keep(reading) }),
      ...(words && { words: keepWords(Buffer.from(`${JSON.stringify(words)}\n`)) }),
    }
  }
  const makePage = async (task: DatasetTask): Promise<MadeFile[]> => {
    const files: MadeFile[] = []
    const { differences } = task.input
    const source = {
      locale,
      input,
      outlinesOf,
      differencesOf: () => (differences ? readDifferences({ folder: generation }, differences) : []),
    }
    for (const { path, content } of contentsOf(task, readingFor(task, readings), source))
      files.push(await writePage(content, path))
    return files
  }
  return async (task) => {
    if ('content' in task) return { files: [await writePage(task.content, task.path)] }
    if ('data' in task) return makeData(task)
    return { files: await makePage(task) }
  }
}

/** The size that previews of links are cut from least, and the colour of the pages. */
const PICTURE = { width: 1200, height: 630, margin: 36, paper: '#fbfcfa' }

/** The page of a dataset, its picture and, beside a csv, the description of its files. */
function contentsOf(
  { path, input: page, table, isDrawn }: DatasetTask,
  found: Reading | Unread | undefined,
  {
    locale,
    input,
    ...more
  }: Pick<DatasetSource, 'outlinesOf' | 'differencesOf'> & {
    readonly locale: Locale
    readonly input: SiteInput
  },
): PageTask[] {
  const reading = found && !('unread' in found) ? found : undefined
  const size = reading && measure(reading)
  const entry = entryOf(page)
  const source = datasetSourceOf(locale, input, page, {
    readingOf: () => reading,
    unreadOf: () => (found && 'unread' in found ? found.unread : undefined),
    extentOf: () => size,
    tableOf: () => table,
    ...more,
  })
  const view = datasetView(source, entry)
  const content: PageContent = { template: 'dataset', view }
  const drawing = isDrawn && view.document && previewOf(view.document)
  const description = table && reading && dataPackageOf(source, entry, reading.columns, table)
  return [
    { path, content },
    { path: join(dirname(path), MARKDOWN_NAME), content: datasetMarkdown(locale, view) },
    ...(drawing ? [{ path: join(dirname(path), PREVIEW_NAME), content: drawing }] : []),
    ...(description === undefined ? [] : [{ path: join(dirname(path), DATA_PACKAGE), content: description }]),
  ]
}

/** Writes the csv of a document, and the Parquet of a large one, with the time of that document, if its reading has a table. */
function makeTable(
  record: ManifestRecord,
  reading: Reading | Unread,
  { site, openSink, open }: Pick<Copying, 'site' | 'openSink'> & { open(record: ManifestRecord): ByteSource },
): { facts: DocumentFacts; files: MadeFile[]; words?: WordCounts } {
  if ('unread' in reading) return { facts: { size: reading }, files: [] }
  const size = measure(reading)
  if (!isTabular(size, record.bytes ?? 0)) return { facts: { size }, files: [] }
  const time = new Date(record.changedAt ?? 0)
  const paths = tablePathsOf(record, isLargeTable(size))
  const sinks = paths.map((path) => openSink(join(site, path)))
  const [csv, parquet] = sinks as [FileSink, FileSink?]
  try {
    // Only words of datasets are searched for.
    const words = record.code === undefined ? undefined : openWordCounter(wordColumnsOf(reading))
    writeTable(open(record), record, reading.columns, csv, { parquetSink: parquet, see: words?.add })
    const exact = reading.columns.map(({ type }) => type.exact).join(' ')
    const table = { ...csv.digest(), exact, ...(parquet && { parquet: parquet.digest() }) }
    const files = [table, ...(table.parquet ? [table.parquet] : [])].map(({ sha256, bytes }, at) => ({
      path: paths[at] as string,
      sha256,
      bytes,
      mtimeMs: time.getTime(),
    }))
    for (const sink of sinks) sink.keep(time)
    return { facts: { size, table }, files, ...(words && { words: words.finish() }) }
  } finally {
    for (const sink of sinks) sink.drop()
  }
}

/** The columns whose words are searched for, by their places in a table. */
function wordColumnsOf({ columns, geography }: Reading): number[] {
  return columns.flatMap(({ name, kind }, at) =>
    hasWords(kind) && !geography?.columns.includes(name) ? [at] : [],
  )
}

/** The paths of the tables that are made of a document: the csv and, with `isLarge`, the Parquet. */
export function tablePathsOf({ operation, code }: ManifestRecord, isLarge: boolean): string[] {
  const resource: Resource =
    operation === DATASET_OPERATION ? datasetResource(parseDatasetCode(code ?? '')) : { operation }
  return [csvPathOf(resource), ...(isLarge ? [parquetPathOf(resource)] : [])]
}

function readingFor({ document, found }: DatasetTask, readings: Readings): Reading | Unread | undefined {
  if (found !== undefined) return 'unread' in found ? found : findKept(found)
  return document && readings.find(document)
}

/** Documents up to this many bytes are read once, and kept in memory while the files of their resource are made. */
const SMALL = 64 * 1024

/** Between which folders data is copied, and how. */
interface Copying {
  readonly generation: string
  readonly site: string
  /** A file for what is being copied, on the same disk as the site. */
  readonly part: string
  readonly openSink: (path: string) => FileSink
}

/** Copies the bytes of a file. The copy is checked, since it is what will be published. Returns the bytes. */
function copyData(record: FileRecord, { generation, site, part, openSink }: Copying): ByteSource {
  const { path, bytes = 0, changedAt } = record
  const target = join(site, path)
  const time = new Date(changedAt ?? 0)
  if (bytes <= SMALL) {
    const source = checkedSource({ folder: generation }, record)
    const sink = openSink(target)
    for (const chunk of source()) sink.write(chunk)
    sink.keep(time)
    return source
  }
  copyLarge(join(generation, path), part, record)
  utimesSync(part, time, time)
  makeFolder(dirname(target))
  renameSync(part, target)
  return documentSource(target)
}

function copyLarge(source: string, part: string, record: FileRecord): void {
  try {
    // Copying would wait for a pipe, and its errors name both files although only one is at fault.
    closeSync(openRegular(source).file)
    copyAsNew(source, part)
  } catch (error) {
    throw isAbsent(error) ? damageOf(source) : error
  }
  const copied = findDigest(part)
  if (copied === undefined || !isAsStated(copied, record)) throw damageOf(source)
}
