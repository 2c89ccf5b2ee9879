#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode('npm run drill')
const { main } = await import('./drill/drill.ts')
process.exitCode = await main(process.argv.slice(2))
