#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode('npm test')
const { test } = await import('./test/test.ts')
process.exitCode = await test(process.argv.slice(2))
