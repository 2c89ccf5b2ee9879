import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Config, configSchema, parseConfig } from '../../src/lib/config/index.ts'
import { codeOf, DOCUMENTS, readText, sectionUnder, tableUnder } from './support/markdown.ts'

const CONFIGURATION = readText('docs/configuration.md')
const KEYS = Object.keys(configSchema.entries)

test('the docs name every key of the config, nested ones with a dot, and no other', () => {
  const documented = tableUnder(CONFIGURATION, '## All keys').map((row) => codeOf(row.Key))
  assert.deepEqual(documented, KEYS.flatMap(flatten))
})

test('the docs name the default of every key', () => {
  const settings: Record<string, unknown> = { ...parseConfig({}) }
  for (const { Key, Default = '' } of tableUnder(CONFIGURATION, '## All keys')) {
    const [key = '', inner] = codeOf(Key).split('.')
    const value = settings[key]
    const real = inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner]
    const documented = Default === '–' ? undefined : JSON.parse(codeOf(Default).replaceAll("'", '"'))
    assert.deepEqual(documented, real, Key)
  }
})

test('every key has an example that is accepted and is not the default', async () => {
  for (const key of KEYS) {
    const section = sectionUnder(CONFIGURATION, `### \`${key}\``)
    const example: Record<string, unknown> = await evaluate(`({${blocksOf(section).join()}})`)
    assert.deepEqual(Object.keys(example), [key])
    const settings: Record<string, unknown> = { ...parseConfig(example) }
    assert.notDeepEqual(settings[key], { ...parseConfig({}) }[key], key)
  }
})

test('every config in the documents is accepted', async () => {
  const configs = DOCUMENTS.flatMap((document) => blocksOf(readText(document)))
    .flatMap((block) => /defineConfig\((\{.*\})\)/s.exec(block)?.[1] ?? [])
    .map((object) => evaluate(`(${object})`))
  assert.ok(configs.length > 0)
  for (const config of await Promise.all(configs)) parseConfig(config)
})

test('the message for a wrong value in the docs is the message that is given', () => {
  const [message = ''] = /^concurrency: .+$/m.exec(CONFIGURATION) ?? []
  assert.throws(
    () => parseConfig({ concurrency: 0 }),
    (error: Error) => error.message.includes(message) && message !== '',
  )
})

function flatten(key: string): string[] {
  const { wrapped } = configSchema.entries[key as keyof Config] as { wrapped?: { entries?: object } }
  return wrapped?.entries === undefined
    ? [key]
    : Object.keys(wrapped.entries).map((inner) => `${key}.${inner}`)
}

function blocksOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = '']) => block)
}

async function evaluate(expression: string): Promise<Record<string, unknown>> {
  return (await import(`data:text/javascript,${encodeURIComponent(`export default ${expression}`)}`)).default
}
