#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode('npm run mirror')
const { main } = await import('./cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
