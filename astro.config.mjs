import { defineConfig } from 'astro/config'
import { crawlingConfig } from './scripts/job/crawling-config.ts'

// `astro build` alone does the whole job: it crawls as mirror.config.ts says, then builds. See scripts/job/.
export default defineConfig(await crawlingConfig())
