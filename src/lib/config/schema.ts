import { inspect } from 'node:util'
import * as v from 'valibot'
import {
  type BaseAddress,
  type DeclaredLists,
  parseBaseAddress,
  parseDatasetCode,
} from '../interface/index.ts'
import { CHOSEN_KINDS } from '../reading/types.ts'
import { suggestNearest } from './nearest.ts'

/** The hosts for which a site can be prepared. */
export const TARGET_NAMES = [
  'nginx',
  'apache',
  'caddy',
  'lighttpd',
  'cloudflare',
  'netlify',
  'vercel',
  's3-cloudfront',
  'deno',
  'node',
  'github-pages',
  'gitlab-pages',
  'plain',
] as const
export type TargetName = (typeof TARGET_NAMES)[number]

/** The available languages of the pages. */
export const LANGUAGES = ['en', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.number(`expected a whole number from ${least} to ${most}`),
    v.check(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `expected a whole number from ${least} to ${most}`,
    ),
  )

const seconds = (most: number) =>
  v.pipe(
    v.number(`expected seconds, more than 0 and at most ${most}`),
    v.check((value) => value > 0 && value <= most, `expected seconds, more than 0 and at most ${most}`),
  )

const text = v.pipe(
  v.string('expected a text'),
  v.check((value) => value.trim() !== '', 'expected a text that is not blank'),
  v.check((value) => !value.includes('\0'), 'expected a text without a null character'),
)

/** A string that `parse` accepts; the error it throws becomes the message. */
const parsed = <T>(parse: (value: string) => T, expected: string) =>
  v.pipe(
    v.string(`expected ${expected}`),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return parse(dataset.value)
      } catch (error) {
        addIssue({ message: (error as Error).message })
        return NEVER
      }
    }),
  )

/** An object without unknown keys; the error message lists the known ones. */
const keyed = <const T extends v.ObjectEntries>(entries: T) => {
  const names = Object.keys(entries)
  const known = names.join(', ')
  return v.strictObject(entries, ({ expected, input }) =>
    expected === 'never'
      ? `unknown key.${suggestNearest(String(input), names)} Known keys: ${known}`
      : `expected an object with the keys ${known}`,
  )
}

const address = parsed(parseBaseAddress, 'an address such as https://data.example.org')
const webAddress = v.pipe(
  v.string('expected an address that begins with https:, http: or mailto:'),
  v.check(
    (value) => /^(?:https?|mailto):/i.test(value) && URL.canParse(value),
    'expected an address that begins with https:, http: or mailto:',
  ),
)
const addresses = v.pipe(v.array(address), v.minLength(1, 'expected an address, or a list of at least one'))
const listForm = v.optional(v.picklist(['html', 'none'] as const, 'expected "html" or "none"'))
const roles = ['code', 'title', 'description', 'updated', 'category', 'oiv'] as const

/** All config keys, with meaning and default. The doc comments are shown by editors. */
export const configSchema = keyed({
  /** Base address of the service, or several for the same service, in the order they are tried. Default: the bundled sample. */
  origin: v.optional(
    v.lazy<typeof address | typeof addresses>((value) => (Array.isArray(value) ? addresses : address)),
  ),
  /** Output folder of the site. Default: `dist`. */
  out: v.optional(text, 'dist'),
  /** Folder of the snapshot, kept between runs. Default: `.mirror`. */
  state: v.optional(text, '.mirror'),
  /** Name of the mirror, shown on every page. Default: `Mirror of <host>`. */
  title: v.optional(text),
  /** How the pages look, and what their foot shows beside the origin. Default: none. */
  branding: v.optional(
    keyed({
      /** Picture beside the name of the mirror: the path of a svg or png file. */
      logo: v.optional(text),
      /** Colour of links and buttons, such as `#0b5d4c`. It is made darker or lighter where it would not be readable. */
      accent: v.optional(
        v.pipe(
          v.string('expected a colour such as "#0b5d4c"'),
          v.regex(/^#[\da-f]{6}$/i, 'expected a colour such as "#0b5d4c"'),
        ),
      ),
      /** Path of a css file that every page loads after its own styles. */
      css: v.optional(text),
      /** Links in the foot of every page, such as an imprint. */
      links: v.optional(
        v.array(
          keyed({ text, href: webAddress }),
          'expected a list such as [{ text: "Imprint", href: "https://example.org/imprint" }]',
        ),
        [],
      ),
    }),
    {},
  ),
  /** Language of the pages: `en` or `ru`. The data is never translated. Default: `en`. */
  language: v.optional(v.picklist(LANGUAGES, 'expected "en" or "ru"'), 'en'),
  /** Absolute address at which the site will be published, for canonical links and host files. Default: none. */
  site: v.optional(address),
  /** Maximum number of concurrent requests, 1 to 256. Default: 16. */
  concurrency: v.optional(wholeNumber(1, 256), 16),
  /** Maximum requests per second, 0.01 to 10000. Default: none, the crawl adapts to the origin. */
  rate: v.optional(
    v.pipe(
      v.number('expected requests per second, from 0.01 to 10000'),
      v.check(
        (value) => value >= 0.01 && value <= 10_000,
        'expected requests per second, from 0.01 to 10000',
      ),
    ),
  ),
  /** Whether `robots.txt` is obeyed. `ignore` states that the operator has permission. Default: `obey`. */
  robots: v.optional(v.picklist(['obey', 'ignore'] as const, 'expected "obey" or "ignore"'), 'obey'),
  /** Maximum number of retries of a failed request, 0 to 20. Default: 4. */
  retries: v.optional(wholeNumber(0, 20), 4),
  /** Time limits of a request in seconds: to connect, without receiving a byte, and in total. Default: 10, 60, 1800. */
  deadlines: v.optional(
    keyed({
      connect: v.optional(seconds(600), 10),
      idle: v.optional(seconds(3600), 60),
      total: v.optional(seconds(86_400), 1800),
    }),
    {},
  ),
  /** Minimum bytes per second of a body, averaged over the idle deadline. Default: 50. */
  minRate: v.optional(wholeNumber(0, 1_000_000), 50),
  /** Maximum size of a body after decompression, in bytes. Default: 4 GiB. */
  maxBodyBytes: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER), 4 * 2 ** 30),
  /** Maximum size of a list after decompression, in bytes; lists are read into memory. Default: 256 MiB. */
  maxListBytes: v.optional(wholeNumber(1, 2 ** 31), 256 * 2 ** 20),
  /** Maximum size of all bodies of one run together, in bytes. Default: 256 GiB. */
  maxTotalBytes: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER), 256 * 2 ** 30),
  /** Hours after which a run sends no further requests and publishes what it has. Default: 24. */
  maxRunTime: v.optional(
    v.pipe(
      v.number('expected hours, more than 0 and at most 8760'),
      v.check((value) => value > 0 && value <= 8760, 'expected hours, more than 0 and at most 8760'),
    ),
    24,
  ),
  /** Maximum number of datasets in the lists. Default: 1000000. */
  maxDatasets: v.optional(wholeNumber(1, 100_000_000), 1_000_000),
  /** Maximum nesting depth of a document. Default: 1000. */
  maxDepth: v.optional(wholeNumber(1, 100_000), 1000),
  /**
   * Share of the entries of a list, category or publisher, and of the copies of datasets, that one run may remove without confirmation, 0
   * to 1; one is always allowed. Default: 0.1.
   */
  removalShare: v.optional(
    v.pipe(
      v.number('expected a share from 0 to 1'),
      v.check((value) => value >= 0 && value <= 1, 'expected a share from 0 to 1'),
    ),
    0.1,
  ),
  /**
   * Days for which a dataset is not requested again while its entry in the lists is unchanged, 1 to 365; only where the lists state when it was
   * updated. Default: none, every run requests every dataset.
   */
  revisit: v.optional(wholeNumber(1, 365)),
  /**
   * Whether a dataset is not requested again while its entry in the lists is unchanged and the `max-age` of the origin has not passed: `obey` or
   * `ignore`. Default: `ignore`.
   */
  cacheControl: v.optional(v.picklist(['obey', 'ignore'] as const, 'expected "obey" or "ignore"'), 'ignore'),
  /** Days for which a withdrawn dataset is kept, or `forever`. Default: `forever`. */
  retain: v.optional(
    v.union(
      [v.literal('forever'), wholeNumber(1, 36_500)],
      'expected a whole number of days from 1 to 36500, or "forever"',
    ),
    'forever',
  ),
  /**
   * Former versions of datasets that are kept: how many of each format (`keep`), and at most how many bytes of all of them together (`bytes`).
   * Default: none are kept; with an empty object, 12 and 1 GiB.
   */
  history: v.optional(
    keyed({
      keep: v.optional(wholeNumber(1, 1000), 12),
      bytes: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER), 2 ** 30),
    }),
  ),
  /**
   * Kinds of answers with status 200 that are rejected: `errors` (error reports), `mismatches` (the data of another dataset), `losses` (too
   * little of what the stored copy has). Default: all.
   */
  refuse: v.optional(
    v.array(
      v.pipe(
        v.picklist(
          ['errors', 'mismatches', 'losses', 'mixups'] as const,
          'expected "errors", "mismatches" or "losses"',
        ),
        // The former name is still accepted.
        v.transform((check) => (check === 'mixups' ? 'mismatches' : check)),
      ),
      'expected a list of "errors", "mismatches", "losses", or an empty one',
    ),
    ['errors', 'mismatches', 'losses'],
  ),
  /** Lists (by operation) and datasets (by code) that are complete although they look like one page of several. Default: none. */
  notPaged: v.optional(v.array(text, 'expected a list of operations and dataset codes'), []),
  /** Hours between scheduled runs; `status.json` is valid for two of them. Default: 24. */
  every: v.optional(wholeNumber(1, 8760), 24),
  /** How to reach the operator: a web or e-mail address, sent in the User-Agent and shown in the foot of every page. Default: none. */
  contact: v.optional(
    v.pipe(text, v.regex(/^[\x20-\x7e]+$/, 'expected plain ASCII, since it is sent in a header')),
  ),
  /** One or several PEM files with additional trusted certificate authorities. Default: none. */
  ca: v.optional(
    v.pipe(
      v.union([text, v.array(text)], 'expected the path of a file, or a list of paths'),
      v.transform((paths) => [paths].flat()),
    ),
    [],
  ),
  /** The data formats that the origin has; the other one is derived. Default: `['json', 'xml']`. */
  formats: v.optional(
    v.pipe(
      v.array(
        v.picklist(['json', 'xml'] as const, 'expected "json" or "xml"'),
        'expected a list of "json", "xml" or both',
      ),
      v.minLength(1, 'expected "json", "xml" or both'),
      v.transform((formats) => [...new Set(formats)]),
    ),
    ['json', 'xml'],
  ),
  /**
   * Lists that the origin has only as `html`, or not at all (`none`, at most three of them): `list`, `categories`, `oivs`,
   * `datasets`. Default: all in the data formats.
   */
  lists: v.optional(
    v.pipe(
      keyed({ list: listForm, categories: listForm, oivs: listForm, datasets: listForm }),
      v.check(
        ({ list, categories, oivs, datasets }) =>
          [list, categories, oivs, datasets].some((form) => form !== 'none'),
        'expected at least one list that is not "none"',
      ),
      v.transform(
        ({ list, categories, oivs, datasets }): DeclaredLists => ({
          ...(list && { list }),
          ...(categories && { list_categories: categories }),
          ...(oivs && { list_oivs: oivs }),
          ...(datasets && { list_datasets: datasets }),
        }),
      ),
    ),
    {},
  ),
  /** Further dataset codes to fetch. Default: none. */
  codes: v.optional(
    v.array(parsed(parseDatasetCode, 'a dataset code'), 'expected a list of dataset codes'),
    [],
  ),
  /**
   * Path of the Ed25519 private key of OpenSSH with which every build signs the checksums and the manifest; `MIRROR_SIGNING_KEY` takes
   * precedence. Default: none.
   */
  signingKey: v.optional(text),
  /**
   * Address of a time stamping authority (RFC 3161) that every build asks to confirm when the checksums existed, if they changed. Default:
   * none.
   */
  timestampAuthority: v.optional(
    v.pipe(
      v.string('expected an address that begins with https: or http:'),
      v.check(
        (value) => /^https?:/i.test(value) && URL.canParse(value),
        'expected an address that begins with https: or http:',
      ),
    ),
  ),
  /** Hosts for which every build prepares the site. Default: none. */
  hosts: v.optional(
    v.pipe(
      v.array(
        v.picklist(TARGET_NAMES, `expected a host: ${TARGET_NAMES.join(', ')}`),
        `expected a list of hosts: ${TARGET_NAMES.join(', ')}`,
      ),
      v.transform((hosts) => [...new Set(hosts)]),
    ),
    [],
  ),
  /**
   * The columns with the places of datasets, by code or `*` for all, if the inference is wrong: a column, a longitude and a latitude, or `none`.
   * With `grid`, in the notation of PROJ, the two are metres of that grid. Default: inferred.
   */
  places: v.optional(
    v.record(
      v.string(),
      v.union(
        [text, keyed({ longitude: text, latitude: text, grid: v.optional(text) })],
        'expected a column, "none", or an object with the keys longitude, latitude, grid',
      ),
    ),
    {},
  ),
  /** The kinds of columns of datasets, by code or `*` for all and by the name of the column, if the inference is wrong. Default: inferred. */
  kinds: v.optional(
    v.record(
      v.string(),
      v.record(v.string(), v.picklist(CHOSEN_KINDS, `expected a kind: ${CHOSEN_KINDS.join(', ')}`)),
    ),
    {},
  ),
  /** What columns of datasets mean, by code or `*` for all and by the name of the column. Default: not stated. */
  meanings: v.optional(v.record(v.string(), v.record(v.string(), text)), {}),
  /** Fields of the dataset list by their role, if the inference is wrong: `code`, `title`, `description`, `updated`, `category`, `oiv`. */
  fields: v.optional(keyed(v.entriesFromList(roles, v.optional(text))), {}),
})

/** The contents of `mirror.config.ts`. */
export type Config = v.InferInput<typeof configSchema>

/** A parsed config, without `origin`, whose text is parsed further. */
type Filled = Omit<v.InferOutput<typeof configSchema>, 'origin'>

/** The type of a key, whose list may not be changed if it is one. */
type ReadonlyIfList<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value

/** The config with all defaults filled in. Seconds and bytes as in the config. */
export type Settings = { readonly [Key in keyof Filled]: ReadonlyIfList<Filled[Key]> } & {
  /** The base addresses of the origin; undefined for the bundled sample. */
  readonly origin: readonly BaseAddress[] | undefined
}

/** Invalid config keys or options: one line each, with the actual and the expected value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Parses a config. Throws {@link ConfigError} with a line for each invalid key: `concurrency: expected a whole number from 1 to 256, saw
 * 0`.
 */
export function parseConfig(config: unknown, where = 'the config'): Settings {
  if (Array.isArray(config))
    throw new ConfigError(`${where} is wrong:\n  expected an object, saw ${renderSeen(config)}`)
  const result = v.safeParse(configSchema, config, { abortPipeEarly: true })
  if (!result.success)
    throw new ConfigError(`${where} is wrong:\n${result.issues.map(renderIssue).join('\n')}`)
  const { origin, ...rest } = result.output
  return { ...rest, origin: origin && [...new Set([origin].flat())] }
}

function renderIssue(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue)
  const { message, input } = issue
  const isWhole = !message.startsWith('expected ') || message.includes(', saw ')
  return `  ${key === null ? '' : `${key}: `}${message}${isWhole ? '' : `, saw ${renderSeen(input)}`}`
}

function renderSeen(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value)
      : inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY })
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
