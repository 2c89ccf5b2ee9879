import type { Command } from '../command.ts'

const CRAWLING = ['state', 'config', 'concurrency', 'rate', 'restore', 'accept-removals'] as const

/** The commands, in the order in which the help lists them. The code of a command is loaded only when it runs. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'mirror',
    summary:
      'Mirrors an open-data service as a static site: crawls it, then builds the site. Without an origin, mirrors the bundled sample.',
    options: ['origin', 'out', ...CRAWLING, 'wait', 'full'],
    run: async (invocation) => (await import('./mirror.ts')).runMirrorCommand(invocation),
  },
  {
    name: 'crawl',
    summary:
      'Updates the snapshot from the origin, without building the site. With --shard, fetches a part of a plan for merge.',
    options: ['origin', ...CRAWLING, 'plan', 'shard', 'wait'],
    run: async (invocation) => (await import('./crawl.ts')).runCrawlCommand(invocation),
  },
  {
    name: 'merge',
    summary:
      'Joins the shards of a plan into one snapshot, with the same checks as at the end of a crawl by one run.',
    options: ['plan', 'origin', ...CRAWLING, 'wait'],
    run: async (invocation) => (await import('./crawl.ts')).runMergeCommand(invocation),
  },
  {
    name: 'build',
    summary: 'Builds the site from the snapshot, without contacting the origin.',
    options: ['out', 'state', 'config', 'restore', 'accept-removals', 'wait', 'full'],
    run: async (invocation) => (await import('./build.ts')).runBuildCommand(invocation),
  },
  {
    name: 'plan',
    summary:
      'Shows what a crawl would do, without changing anything: requests, bytes, time, inferred fields, additions and removals.',
    options: ['origin', ...CRAWLING, 'wait'],
    run: async (invocation) => (await import('./shard.ts')).runPlanCommand(invocation),
  },
  {
    name: 'verify',
    summary:
      'Verifies the checksums and links of a built site; reports missing, altered and unexpected files and dead links.',
    operand: '[dist]',
    options: ['config'],
    run: async (invocation) => (await import('./verify.ts')).runVerifyCommand(invocation),
  },
  {
    name: 'check',
    summary:
      'Checks over HTTP that a deployed mirror meets all requirements, and reports what its host does not support.',
    operand: '<url>',
    options: ['sample', 'seed', 'rate', 'max-age', 'since', 'against', 'strict', 'config'],
    run: async (invocation) => (await import('./check.ts')).runCheckCommand(invocation),
  },
  {
    name: 'serve',
    summary: 'Serves a built site over HTTP as the interface requires, until interrupted.',
    operand: '[dist]',
    options: ['port', 'base', 'config'],
    run: async (invocation) => (await import('./serve.ts')).runServeCommand(invocation),
  },
  {
    name: 'host',
    summary: 'Prepares a built site for a host, and prints the commands that deploy it.',
    known: {
      what: 'Hosts',
      names: async () =>
        (await import('../../../src/lib/site/host/registry.ts')).TARGETS.map(({ name }) => name),
    },
    operand: '<target> [dist]',
    options: ['check', 'base', 'config', 'wait'],
    run: async (invocation) => (await import('./host.ts')).runHostCommand(invocation),
  },
  {
    name: 'pack',
    summary:
      'Packs a built site into a zip file that can be opened without a server, into a bag for an archive, or its tables into a database; the same site always gives the same bytes.',
    operand: '[dist]',
    options: ['out', 'bag', 'data-only', 'sqlite', 'config'],
    run: async (invocation) => (await import('./pack.ts')).runPackCommand(invocation),
  },
  {
    name: 'forget',
    summary:
      'Removes former versions of a dataset from the snapshot, so that the next build no longer publishes them.',
    operand: '<code>',
    options: ['only', 'reason', 'state', 'config', 'wait'],
    run: async (invocation) => (await import('./forget.ts')).runForgetCommand(invocation),
  },
  {
    name: 'origin',
    summary:
      'Serves a Frictionless data package as an open-data service, until interrupted. Without one, serves the bundled sample.',
    known: {
      what: 'Shapes',
      names: async () => (await import('../../origin/shapes/index.ts')).ORIGIN_SHAPES,
    },
    operand: '[datapackage.json]',
    options: ['port', 'shape'],
    run: async (invocation) => (await import('./origin.ts')).runOriginCommand(invocation),
  },
]

/** The command of this name, or undefined. */
export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
