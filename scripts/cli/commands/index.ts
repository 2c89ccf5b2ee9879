import type { Command } from '../command.ts'

/** The commands, in the order the help lists them. What runs one is loaded when it runs: a server needs no crawler. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'mirror',
    summary:
      'Mirrors a service of open data into a static site: crawls it, then builds. Without an origin, the bundled sample.',
    options: [
      'origin',
      'out',
      'state',
      'config',
      'concurrency',
      'rate',
      'restore',
      'accept-removals',
      'wait',
    ],
    run: async (invocation) => (await import('./mirror.ts')).runMirrorCommand(invocation),
  },
  {
    name: 'crawl',
    summary: 'Brings the snapshot up to date with the origin; builds nothing.',
    options: ['origin', 'state', 'config', 'concurrency', 'rate', 'restore', 'accept-removals', 'wait'],
    run: async (invocation) => (await import('./crawl.ts')).runCrawlCommand(invocation),
  },
  {
    name: 'build',
    summary: 'Builds the site from the snapshot; asks the origin for nothing.',
    options: ['out', 'state', 'config', 'restore', 'wait'],
    run: async (invocation) => (await import('./build.ts')).runBuildCommand(invocation),
  },
  {
    name: 'plan',
    summary:
      'Says what a crawl would do: requests, bytes, time, what was inferred, what would change or go. Changes nothing.',
    options: ['origin', 'state', 'config', 'concurrency', 'rate'],
    run: async (invocation) => (await import('./plan.ts')).runPlanCommand(invocation),
  },
  {
    name: 'verify',
    summary:
      'Recomputes every checksum of a built site; finds missing, altered and unexpected files and dead links.',
    operand: 'dist',
    options: ['config'],
    run: async (invocation) => (await import('./verify.ts')).runVerifyCommand(invocation),
  },
  {
    name: 'check',
    summary: 'Asks a deployed mirror over HTTP for everything it promises, and says what its host cannot do.',
    operand: 'url',
    options: ['sample', 'seed', 'rate', 'max-age', 'against', 'strict', 'config'],
    run: async (invocation) => (await import('./check.ts')).runCheckCommand(invocation),
  },
  {
    name: 'serve',
    summary: 'Serves a built site over HTTP with the semantics of the interface, until interrupted.',
    operand: 'dist',
    options: ['port', 'base', 'config'],
    run: async (invocation) => (await import('./serve.ts')).runServeCommand(invocation),
  },
  {
    name: 'host',
    summary: 'Makes a built site ready for a host, and says how to deploy it.',
    known: {
      what: 'Hosts',
      names: async () => (await import('../../../src/lib/site/index.ts')).TARGETS.map(({ name }) => name),
    },
    operand: 'target dist',
    options: ['check', 'base', 'config'],
    run: async (invocation) => (await import('./host.ts')).runHostCommand(invocation),
  },
  {
    name: 'pack',
    summary:
      'Packs a built site into one zip file that opens from a disk; the same site gives the same bytes.',
    operand: 'dist',
    options: ['out', 'config'],
    run: async (invocation) => (await import('./pack.ts')).runPackCommand(invocation),
  },
  {
    name: 'origin',
    summary:
      'Serves a Frictionless data package as the interface, until interrupted; without one, the bundled sample.',
    known: { what: 'Shapes', names: async () => (await import('../../origin/index.ts')).SHAPES },
    operand: 'datapackage.json',
    options: ['port', 'shape'],
    run: async (invocation) => (await import('./origin.ts')).runOriginCommand(invocation),
  },
]

/** The command of this name, or undefined. */
export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
