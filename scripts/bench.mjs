#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode('npm run bench')
const { bench } = await import('./bench/bench.ts')
await bench(process.argv.slice(2))
