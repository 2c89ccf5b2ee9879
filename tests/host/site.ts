import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openParquet } from '../../src/lib/site/parquet.ts'
import { API_CATALOG, cataloguePath } from '../../src/lib/site/view/index.ts'
import { mirrorAwkward } from '../support/shared-mirror.ts'

/** Mirrors the awkward package into a folder, leaves one dataset without xml, and adds one with the code of a page and files for harvesters and of a signed mirror. Resolves to the folder of the site. */
export async function awkwardSite(folder: string): Promise<string> {
  const { out: site } = await mirrorAwkward(folder)
  rmSync(join(site, 'api/v1/get_dataset/numbers/index.xml'))
  cpSync(join(site, 'api/v1/get_dataset/007'), join(site, 'api/v1/get_dataset/index.html'), {
    recursive: true,
  })
  mkdirSync(join(site, '.well-known'))
  // Only a mirror that is signed has these.
  for (const path of ['allowed_signers', 'SHA256SUMS.sig', 'SHA256SUMS.tsq', 'SHA256SUMS.tsr'])
    writeFileSync(join(site, path), `${path}\n`)
  // Only a mirror that knows its address has these.
  writeFileSync(join(site, API_CATALOG), '{"linkset":[]}\n')
  writeFileSync(join(site, cataloguePath(1, 'ttl')), '<a:b> a <c:d> .\n')
  writeFileSync(join(site, cataloguePath(1, 'jsonld')), '{}\n')
  // Only a mirror that keeps versions has these.
  writeFileSync(join(site, TIME_MAP), '<https://a.example.org/>; rel="original"\n')
  writeFileSync(join(site, PARQUET_OF_NUMBERS), parquetOfNumbers())
  return site
}

/** A copy of a site, with its times, in the folder of that name. */
export function copyOf(site: string, folder: string): string {
  const copy = join(folder, 'dist')
  cpSync(site, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

/** The TimeMap of a dataset. */
export const TIME_MAP = 'api/v1/get_dataset/numbers/index.json.timemap'

/** The Parquet of a dataset, whose csv is too small to have one. */
export const PARQUET_OF_NUMBERS = 'api/v1/get_dataset/numbers/index.parquet'
export const NUMBERS = 60_000

// Two columns that hardly compress, so that one of them is about half of the file.
function parquetOfNumbers(): Buffer {
  const chunks: Uint8Array[] = []
  const columns = [
    { name: 'n', type: 'integer' },
    { name: 'text', type: 'text' },
  ] as const
  const table = openParquet(columns, (chunk) => chunks.push(chunk))
  for (let n = 0; n < NUMBERS; n++) table.add([String(n), `${(n * 7919) % NUMBERS} ${n}`.repeat(4)])
  table.finish()
  return Buffer.concat(chunks)
}
