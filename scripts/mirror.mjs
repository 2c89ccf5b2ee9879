#!/usr/bin/env node
import { useCompileCache } from './compile-cache.mjs'
import { requireNode } from './require-node.mjs'

requireNode('npm run mirror')
useCompileCache()
const { main } = await import('./cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
