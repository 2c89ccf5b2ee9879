import type { Target } from '../types.ts'
import { quoteShell } from './text.ts'

/** Any host that serves files and has no rules. */
export const plain: Target = {
  name: 'plain',
  title: 'Any static host',
  query: 'browser',
  compressed: [],
  limits: {},
  render: () => [],
  deploy: ({ folder }) => [`rsync -a --delete ${quoteShell(`${folder}/`)} user@host:/srv/www/`],
  deviations: [
    'The host ignores the query: `?type=json` and `?type=xml` work only in browsers. All other clients get the page; they have to request `index.json` or `index.xml`.',
    'Redirects, headers and the answers for missing files are those of the host.',
  ],
}
