#!/usr/bin/env node
import { requireNode } from './require-node.mjs'

requireNode('npm run screenshots')
const { takeScreenshots } = await import('./screenshots/screenshots.ts')
await takeScreenshots(process.argv[2] ?? 'dist')
