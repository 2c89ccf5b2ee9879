#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

/** The programs for developers: `node scripts/develop.mjs <program>`. */
const PROGRAMS = {
  bench: async (args) => (await import('./bench/bench.ts')).bench(args),
  drill: async (args) => {
    process.exitCode = await (await import('../tests/drill/support/drill.ts')).main(args)
  },
  screenshots: async ([site = 'dist']) =>
    (await import('./screenshots/screenshots.ts')).takeScreenshots(site),
}

const [program = '', ...args] = process.argv.slice(2)
requireNode(`npm run ${program}`)
await PROGRAMS[program](args)
