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
    help: 'service to mirror; again for further addresses of the same service',
  },
  out: { name: 'out', value: 'dir', help: 'folder the site is written to (dist); for pack, the zip file' },
  state: { name: 'state', value: 'dir', help: 'folder of the snapshot, kept between runs (.mirror)' },
  config: { name: 'config', value: 'file', help: 'config file (mirror.config.ts)' },
  concurrency: { name: 'concurrency', value: 'n', help: 'requests under way at once, 1 to 256 (16)' },
  rate: { name: 'rate', value: 'n', help: 'requests per second at most (as many as the host takes)' },
  restore: {
    name: 'restore',
    value: 'mirror',
    help: 'published mirror, its address or folder, to start from where there is no snapshot',
  },
  'accept-removals': {
    name: 'accept-removals',
    value: 'plan_id',
    help: 'accept what a refused run or a gap said would go: exactly that plan',
  },
  wait: { name: 'wait', help: 'wait while another run uses the same folder, instead of ending' },
  port: { name: 'port', value: 'n', help: 'port to listen on, 0 for a free one' },
  base: { name: 'base', value: 'path', help: 'path the site is served under (/)' },
  sample: {
    name: 'sample',
    value: 'n',
    help: 'datasets to ask about, besides the lists and awkward codes (all)',
  },
  seed: { name: 'seed', value: 'text', help: 'what the sample is drawn by (the generation of the mirror)' },
  against: { name: 'against', value: 'base_url', help: 'origin to compare the mirror with' },
  strict: { name: 'strict', help: 'what the host cannot do counts as broken too' },
  'max-age': {
    name: 'max-age',
    value: 'duration',
    help: 'how long ago the origin may have answered last, such as 90m, 36h or 7d (any time)',
  },
  check: { name: 'check', help: 'only hold the site against the limits of the host, write nothing' },
  shape: { name: 'shape', value: 'name', help: 'body shape to answer with' },
  json: { name: 'json', help: 'print the result as json, for machines' },
  quiet: { name: 'quiet', help: 'print problems only' },
  verbose: { name: 'verbose', help: 'print every address' },
  help: { name: 'help', help: 'print this help' },
  version: { name: 'version', help: 'print the version' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS

/** Options every command takes. */
export const COMMON: readonly OptionName[] = ['json', 'quiet', 'verbose', 'help', 'version']
