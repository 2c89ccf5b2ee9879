import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { findPublished } from '../../../src/lib/site/index.ts'
import { mirrorEveryKind } from '../../support/every-kind.ts'
import { datasetEntry, mirrorOf } from '../../support/sample-mirror/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { findStandard } from './support/rdf.ts'
import { harvestTexts } from './support/texts.ts'

const CLASSES =
  'AccessRestriction Activity Address Agent Attribution CUIRestriction Catalog CatalogRecord Checksum Concept ConceptScheme DataService Dataset DatasetSeries Distribution Document Identifier Kind Location Metric Organization PeriodOfTime QualityMeasurement Relationship Standard UseRestriction'
const schemas = CLASSES.split(' ').flatMap((name) => findStandard(`dcat-us-3.0/${name}.json`) ?? [])
const skip = schemas.length === 0 ? 'the schemas of DCAT-US 3.0 are not on this machine' : false

function validatorOf() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: false })
  ajv.addFormat('iri', (text: string) => URL.canParse(text) && !/[\s<>"{}|\\^`]/.test(text))
  ajv.addFormat('date-time', (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
  )
  ajv.addFormat('date', (text: string) => /^\d{4}-\d\d-\d\d$/.test(text))
  for (const schema of schemas) ajv.addSchema(JSON.parse(schema))
  const validate = ajv.getSchema('https://resources.data.gov/dcat-us/3.0.0/definitions/catalog')
  return (value: unknown): string =>
    validate?.(value)
      ? ''
      : (validate?.errors ?? []).map((one) => `${one.instancePath} ${one.message}`).join('\n')
}

interface Catalog {
  dataset: {
    identifier: string
    title?: string
    description: string
    contactPoint?: unknown
    modified?: string
    distribution: {
      downloadURL: string
      byteSize?: unknown
      mediaType: string
      checksum?: { checksumValue?: string }
    }[]
  }[]
}

describe('data.json of a mirror with a dataset in every state', () => {
  const folder = temporaryFolder({ after })
  let out: string
  let text: string
  const catalog = (): Catalog => JSON.parse(text)
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
    text = readFileSync(join(out, 'data.json'), 'utf8')
  })

  test('meets the schemas of DCAT-US 3.0', { skip }, () => {
    assert.equal(validatorOf()(catalog()), '')
  })

  test('would not meet them without a contact, a title or a sum, or with a size that is a number', {
    skip,
  }, () => {
    const validate = validatorOf()
    const breaks: ((dataset: Catalog['dataset'][number]) => void)[] = [
      (dataset) => delete dataset.contactPoint,
      (dataset) => delete dataset.title,
      (dataset) => {
        dataset.contactPoint = { fn: 'A', hasEmail: 'a@example.org' }
      },
      ({ distribution: [file] }) => {
        if (file) file.byteSize = 7
      },
      ({ distribution: [file] }) => delete file?.checksum?.checksumValue,
    ]
    for (const change of breaks) {
      const broken = catalog()
      change(broken.dataset[0] as Catalog['dataset'][number])
      assert.notEqual(validate(broken), '', change.toString())
    }
  })

  test('has the checksum of every file, and says whose contact it is', () => {
    const sums = findPublished(out)
    for (const { distribution, description } of catalog().dataset) {
      assert.match(description, /The contact is that of Open data of Example, which keeps a copy/)
      for (const { downloadURL, checksum } of distribution)
        assert.equal(
          checksum?.checksumValue,
          sums.get(decodeURIComponent(downloadURL.replace('https://mirror.example.org/data/', ''))),
        )
    }
  })

  test('has the datasets of the catalogue in DCAT', () => {
    const turtle = readFileSync(join(out, 'catalog.ttl'), 'utf8')
    const { dataset } = catalog()
    assert.equal(dataset.length, turtle.match(/ a dcat:Dataset /g)?.length)
    assert.equal(new Set(dataset.map(({ identifier }) => identifier)).size, dataset.length)
  })
})

test('only a mirror with an e-mail address as contact has a data.json', () => {
  const hasIt = (contact?: string) => {
    const mirror = mirrorOf({ site: 'https://m.example/', datasets: [{ entry: datasetEntry('a') }] })
    const branding = { ...(contact !== undefined && { contact }) }
    return harvestTexts({ ...mirror, branding }).has('data.json')
  }
  assert.deepEqual(
    ['data@example.org', 'mailto:data@example.org?subject=a', 'https://example.org/a@b', undefined].map(
      hasIt,
    ),
    [true, true, false, false],
  )
})

test('a date of the origin keeps its day where its zone is unknown', { skip }, () => {
  for (const updated of ['2026-03-04', '2026-03-04T10:00:00', '2026-03-04T10:00:00+03:00']) {
    const mirror = mirrorOf({
      site: 'https://m.example/',
      datasets: [{ entry: datasetEntry('a', { updated }) }],
    })
    const files = harvestTexts({ ...mirror, branding: { contact: 'a@example.org' } })
    const catalog = JSON.parse(files.get('data.json') ?? '{}') as Catalog
    assert.match(catalog.dataset[0]?.modified ?? '', /^2026-03-04/)
    assert.equal(validatorOf()(catalog), '')
  }
})
