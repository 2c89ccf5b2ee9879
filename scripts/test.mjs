#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { requireNode } from './require-node.mjs'

// For what still names folders: Node's own command, as in package.json.
requireNode('npm test')
// Node finds this file, too, by its name.
if (process.env.NODE_TEST_CONTEXT !== undefined) process.exit(0)
const places = process.argv.slice(2)
const files = places.map((place) => (place.endsWith('.ts') ? place : `${place}/**/*.test.ts`))
const args = ['--test', '--test-global-setup=tests/support/set-up.ts', '--test-concurrency=3', ...files]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
