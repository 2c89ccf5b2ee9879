import { requireNode } from './scripts/require-node.mjs'

requireNode('npm run build')
// Only now: an older Node.js lacks what this imports.
const { crawlingConfig } = await import('./scripts/job/crawling-config.ts')

// `astro build` alone does the whole job: it crawls as mirror.config.ts says, then builds. See scripts/job/.
export default await crawlingConfig()
