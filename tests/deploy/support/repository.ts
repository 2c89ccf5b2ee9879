import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/files.ts'
import { prepareStates } from '../../support/mirror.ts'
import type { Route } from '../../support/scripted-origin.ts'

/** Makes a folder a repository like this one, with its own config; it runs the commands of this repository. */
export async function writeRepository(folder: string, config: object): Promise<void> {
  await prepareStates(join(folder, '.mirror'))
  const scripts = { mirror: `node ${JSON.stringify(join(ROOT, 'scripts/mirror.mjs'))}` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'repository', type: 'module', scripts }))
  writeFileSync(join(folder, 'mirror.config.ts'), `export default ${JSON.stringify(config)}\n`)
}

/** The routes of an origin with these datasets, all in json; use `formats: ['json']`. */
export function datasetRoutes(codes: readonly string[]): Record<string, Route> {
  const lists = ['list', 'list_categories', 'list_oivs', 'list_datasets'].map((list) => [
    `api/v1/${list}/?type=json`,
    JSON.stringify(list === 'list_datasets' ? codes.map((code) => ({ code, title: `Set ${code}` })) : []),
  ])
  const datasets = codes.map((code) => [
    `api/v1/get_dataset/${encodeURIComponent(code)}/?type=json`,
    JSON.stringify([{ code, value: 1 }]),
  ])
  return Object.fromEntries([...lists, ...datasets])
}
