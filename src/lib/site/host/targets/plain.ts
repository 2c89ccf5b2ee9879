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
    'The query reaches no file: `?type=json` and `?type=xml` are answered in browsers only; all other clients get the page. `index.json` and `index.xml` are the addresses for them.',
    'Redirects, headers and what is not there are as the host has them.',
  ],
}
