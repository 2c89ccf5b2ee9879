/** One option of the command line; the help and the docs are made from this table. */
export interface Option {
  readonly name: string
  /** The word for its value in the help; absent for a switch. */
  readonly value?: string
  readonly repeatable?: true
  readonly help: string
}

export const OPTIONS = {
  origin: {
    name: 'origin',
    value: 'base_url',
    repeatable: true,
    help: 'service to mirror; repeat for other addresses of the same service',
  },
  out: {
    name: 'out',
    value: 'dir',
    help: 'output folder (dist); for pack, the zip file (named after the origin)',
  },
  state: {
    name: 'state',
    value: 'dir',
    help: 'state folder, which holds the snapshot between runs (.mirror)',
  },
  config: { name: 'config', value: 'file', help: 'config file (mirror.config.ts)' },
  concurrency: { name: 'concurrency', value: 'n', help: 'maximum concurrent requests, 1 to 256 (16)' },
  rate: { name: 'rate', value: 'n', help: 'maximum requests per second (unlimited)' },
  restore: {
    name: 'restore',
    value: 'mirror',
    help: 'address or folder of a published mirror, to restore a missing or older snapshot from',
  },
  'accept-removals': {
    name: 'accept-removals',
    value: 'plan_id',
    help: 'accept the removals or replacements of the refused run or gap with this plan id',
  },
  plan: {
    name: 'plan',
    value: 'file',
    help: 'file with the output of "plan --json", the same for all shards and merge',
  },
  shard: { name: 'shard', value: 'i/n', help: 'fetch only the i-th of n parts of the plan, for merge' },
  wait: { name: 'wait', help: 'wait while another run is using the folder, instead of exiting' },
  full: { name: 'full', help: 'build everything again instead of carrying over unchanged pages' },
  port: { name: 'port', value: 'n', help: 'port to listen on (8080, for origin 8081); 0 picks a free one' },
  base: { name: 'base', value: 'path', help: 'path the site is served under (/)' },
  sample: {
    name: 'sample',
    value: 'n',
    help: 'number of datasets to check, in addition to the lists and unusual codes (all)',
  },
  seed: { name: 'seed', value: 'text', help: "seed for choosing the sample (the mirror's generation id)" },
  against: { name: 'against', value: 'base_url', help: 'origin to compare the mirror with' },
  strict: { name: 'strict', help: 'fail for what the host does not support, too' },
  'max-age': {
    name: 'max-age',
    value: 'duration',
    help: 'maximum time since the origin last answered, such as 90m, 36h or 7d (unlimited)',
  },
  check: { name: 'check', help: "check the site against the host's limits without writing files" },
  shape: { name: 'shape', value: 'name', help: 'shape of the responses (plain)' },
  json: { name: 'json', help: 'print the result as json' },
  quiet: { name: 'quiet', help: 'print only problems' },
  verbose: { name: 'verbose', help: 'print every address' },
  help: { name: 'help', help: 'print this help' },
  version: { name: 'version', help: 'print the version' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS

/** Options every command takes. */
export const COMMON: readonly OptionName[] = ['json', 'quiet', 'verbose', 'help', 'version']
