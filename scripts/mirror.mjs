#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { requireNode } from './require-node.mjs'

requireNode('npm run mirror')
// What has been compiled once is loaded faster the next time. Where nothing can be written there, nothing is.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/node-compile', import.meta.url),
)
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
const { main } = await import('./cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
