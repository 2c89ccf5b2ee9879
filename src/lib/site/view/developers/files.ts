import { DIFFERENCES_NAME, VERSIONS_NAME } from '../../../interface/index.ts'
import { DESCRIBED_FILES, type DescribedFile, machineSchemaOf } from '../../../snapshot/index.ts'
import type { Mirror } from '../mirror.ts'
import type { PageContent } from '../template.ts'
import { openApiOf } from './open-api.ts'
import { DEVELOPERS_PAGE, OPEN_API, schemaPathOf } from './paths.ts'
import { developersView } from './view.ts'

/** The page for developers, and the same for programs. For both, the lists are read once. */
export function* developerFiles(
  mirror: Mirror,
): Generator<{ readonly path: string; make(): PageContent | string }> {
  const document = openApiOf(mirror)
  yield { path: OPEN_API, make: () => render(document) }
  yield {
    path: `${DEVELOPERS_PAGE}/index.html`,
    make: () => ({ template: 'developers', view: developersView(mirror, document) }),
  }
  for (const file of DESCRIBED_FILES) {
    const path = schemaPathOf(file)
    const { $schema, ...schema } = machineSchemaOf(file)
    const $id = mirror.site === undefined ? {} : { $id: mirror.site + path }
    yield { path, make: () => render({ $schema, ...$id, title: titleOf(file), ...schema }) }
  }
}

function titleOf(file: DescribedFile): string {
  if (file === 'versions') return `${VERSIONS_NAME} of a dataset`
  return file === 'dataset-changes' ? `${DIFFERENCES_NAME} of a dataset` : `${file}.json`
}

function render(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
