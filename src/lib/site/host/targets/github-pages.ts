import { basename } from 'node:path'
import type { Target } from '../types.ts'
import { deployPath, quoteShell } from './text.ts'

const GIGABYTE = 1_000_000_000
const HISTORY = 'github-pages.git'

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
  // Without it, a published branch is processed by Jekyll, which leaves out names that begin with an underscore.
  render: () => [{ where: 'site', path: '.nojekyll', content: '' }],
  // Every build replaces the folder of the site, so the git repository is next to it. Each deployment is one commit without a parent: it
  // may equal the last one, and the repository does not grow. To push no commit would delete the branch.
  deploy: ({ folder }) => {
    const git = `git --git-dir ${deployPath({ folder }, HISTORY)}`
    return [
      `git init --bare ${deployPath({ folder }, HISTORY)}`,
      `${git} --work-tree ${quoteShell(basename(folder))} add -A -f`,
      `commit=$(${git} commit-tree -m Mirror "$(${git} write-tree)") && ${git} push --force <repository> "$commit:refs/heads/gh-pages"`,
      `${git} gc --quiet --prune=now`,
    ]
  },
  deviations: [
    'The host ignores the query: `?type=json` and `?type=xml` work only in browsers, after a page of the mirror was opened there. All other clients get the page; they have to request `index.json` or `index.xml`.',
    '`/x/index.html` is served instead of redirecting to `/x/`.',
    'Headers are those of GitHub: ten minutes of caching, no Content-Security-Policy (pages contain their own), no nosniff and no Referrer-Policy.',
  ],
}
