#!/usr/bin/env node
import { keepCompiled } from './compile-cache.mjs'
import { requireNode } from './require-node.mjs'

requireNode('npm run mirror')
keepCompiled(process.argv.slice(2))
const { main } = await import('./cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
