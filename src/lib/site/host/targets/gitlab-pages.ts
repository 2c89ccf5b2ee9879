import { basename } from 'node:path'
import type { Target } from '../types.ts'
import { deployPath, quoteShell } from './text.ts'

const GIGABYTE = 1024 ** 3

/** GitLab Pages: no rules for queries; a service worker of the site answers `?type=` in browsers. */
export const gitlabPages: Target = {
  name: 'gitlab-pages',
  title: 'GitLab Pages',
  query: 'browser',
  compressed: [],
  limits: {
    siteBytes: GIGABYTE,
    entries: 200_000,
    folder: { pattern: /[$%][^/]*$/, reason: 'GitLab takes $ and % in a path for a variable' },
  },
  render: ({ folder }) => [
    { where: 'deploy', path: '.gitlab-ci.yml', content: renderPipeline(basename(folder)) },
  ],
  deploy: ({ folder }) => [
    `cp ${deployPath({ folder }, 'gitlab-pages/.gitlab-ci.yml')} .`,
    `git add -f .gitlab-ci.yml ${quoteShell(basename(folder))} && git commit --allow-empty -m Mirror && git push`,
  ],
  deviations: [
    'The host ignores the query: `?type=json` and `?type=xml` work only in browsers, after a page of the mirror was opened there. All other clients get the page; they have to request `index.json` or `index.xml`.',
    '`/x/index.html` is served instead of redirecting to `/x/`, and redirects are 302.',
    'Headers are those of GitLab: ten minutes of caching, no Content-Security-Policy (pages contain their own), no nosniff and no Referrer-Policy.',
  ],
}

/** Publishes a site that is stored in the repository. docs/deploy/gitlab/.gitlab-ci.yml is a pipeline that builds it. */
function renderPipeline(folder: string): string {
  return `pages:
  script: ['true']
  pages:
    publish: ${JSON.stringify(folder)}
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`
}
