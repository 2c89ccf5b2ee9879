import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutView, datasetView, localeOf, type Mirror } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf, readingOf } from '../../support/sample-mirror/index.ts'

const CONFIRMED = '2026-11-02T04:00:00.000Z'

for (const language of ['en', 'ru'] as const) {
  const { words } = localeOf(language)

  test(`a page in ${language} states that its file was not requested, and when it was last confirmed`, () => {
    const fields = fieldsOf(mirrorWith(language, 'unasked'))
    assert.ok(JSON.stringify(fields.get(words.datasetPage.state)).includes(words.statedUnasked))
    const read = fields.get(words.datasetPage.fetched)
    assert.ok(read?.kind === 'moment' && read.datetime === CONFIRMED)
    const others = fieldsOf(mirrorWith(language, 'unchanged'))
    assert.ok(!JSON.stringify(others.get(words.datasetPage.state)).includes(words.statedUnasked))
  })

  test(`the page about a mirror in ${language} states how many files were not requested`, () => {
    const [found] = aboutView(mirrorWith(language, 'unasked')).run.filter(isUnasked)
    assert.ok(found?.value.kind === 'text' && /^2\D|\D2\D/.test(found.value.text))
    assert.deepEqual(aboutView(mirrorWith(language, 'unchanged')).run.filter(isUnasked), [])
  })

  function isUnasked({ name }: { readonly name: string }): boolean {
    return name === words.aboutPage.unasked
  }
}

function mirrorWith(language: 'en' | 'ru', state: 'unasked' | 'unchanged'): Mirror {
  const copy = { state, fetchedAt: CONFIRMED }
  const entry = datasetEntry('a')
  const records = { json: copy, xml: copy }
  return mirrorOf({ language, datasets: [{ entry, reading: readingOf([{ n: 1 }]), records }] })
}

function fieldsOf(mirror: Mirror) {
  const { provenance } = datasetView(mirror, datasetEntry('a'))
  return new Map(provenance.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])))
}
