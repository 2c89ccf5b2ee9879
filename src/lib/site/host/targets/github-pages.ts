import { basename } from 'node:path'
import type { Target } from '../types.ts'

const GIGABYTE = 1_000_000_000
const HISTORY = 'deploy/github-pages.git'

/** GitHub Pages: no rules at all; a service worker of the site answers `?type=` in browsers. */
export const githubPages: Target = {
  name: 'github-pages',
  title: 'GitHub Pages',
  query: 'browser',
  compressed: [],
  limits: {
    siteBytes: GIGABYTE,
    names: {
      pattern: /^\.git(?:hub)?$/,
      reason: 'the action that packs the site leaves .git and .github out',
    },
  },
  // Without it a branch that is published goes through Jekyll, which leaves out what begins with an underscore.
  render: () => [{ where: 'site', path: '.nojekyll', content: '' }],
  // The folder of the site is replaced as a whole at every build, so that its history lies beside it.
  deploy: ({ folder }) => [
    `git init --bare ${HISTORY}`,
    `git --git-dir ${HISTORY} --work-tree ${basename(folder)} add -A -f && git --git-dir ${HISTORY} --work-tree ${basename(folder)} commit -m Mirror`,
    `git --git-dir ${HISTORY} push --force <repository> HEAD:gh-pages`,
  ],
  deviations: [
    'The query reaches no file: `?type=json` and `?type=xml` are answered in browsers only, once a page of the mirror was open there; all other clients get the page. `index.json` and `index.xml` are the addresses for them.',
    '`/x/index.html` is served instead of leading to `/x/`.',
    'Headers are those of GitHub: ten minutes of caching, no Content-Security-Policy (pages say theirs themselves), no nosniff and no Referrer-Policy.',
  ],
}
