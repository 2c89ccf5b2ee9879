#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode('npm run mirror')
// Imported after the check, because an older Node.js lacks what these modules need.
const { keepCompiled } = await import('./compile-cache.mjs')
keepCompiled(process.argv.slice(2))
const { main } = await import('./cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
