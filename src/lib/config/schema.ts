import * as v from 'valibot'
import { parseBaseAddress, parseDatasetCode } from '../interface/index.ts'

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
)

/** A string that `parse` accepts; what it throws becomes the message. */
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

/** An object of known keys only; the message for a wrong one is the manual in short. */
const keyed = <const T extends v.ObjectEntries>(entries: T) => {
  const known = Object.keys(entries).join(', ')
  return v.strictObject(entries, ({ expected }) =>
    expected === 'never' ? `unknown key; known are ${known}` : `expected an object with the keys ${known}`,
  )
}

const address = parsed(parseBaseAddress, 'an address such as https://data.example.org')
const addresses = v.pipe(v.array(address), v.minLength(1, 'expected an address, or a list of at least one'))
const roles = ['code', 'title', 'description', 'updated', 'category', 'oiv'] as const

/** Every key a person may write, with its meaning and default. The doc comments are the manual. */
export const configSchema = keyed({
  /** Base address of the service, or several of the same service, the first one asked first. Default: the bundled sample. */
  origin: v.optional(
    v.lazy<typeof address | typeof addresses>((value) => (Array.isArray(value) ? addresses : address)),
  ),
  /** Folder the site is written to. Default: `dist`. */
  out: v.optional(text, 'dist'),
  /** Folder of the snapshot, kept between runs. Default: `.mirror`. */
  state: v.optional(text, '.mirror'),
  /** Name of the mirror, shown on every page. Default: `Mirror of <host>`. */
  title: v.optional(text),
  /** Absolute address the site will be published at, for canonical links only. Default: none. */
  site: v.optional(address),
  /** How many requests are under way at once, 1 to 256. Default: 16. */
  concurrency: v.optional(wholeNumber(1, 256), 16),
  /** How often a failed request is tried again, 0 to 20. Default: 4. */
  retries: v.optional(wholeNumber(0, 20), 4),
  /** Seconds a request may take: to connect, without a byte arriving, in all. Default: 10, 60, 1800. */
  deadlines: v.optional(
    keyed({
      connect: v.optional(seconds(600), 10),
      idle: v.optional(seconds(3600), 60),
      total: v.optional(seconds(86_400), 1800),
    }),
    {},
  ),
  /** Largest body that is accepted after decompression, in bytes. Default: 4 GiB. */
  maxBodyBytes: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER), 4 * 2 ** 30),
  /** How to reach the operator, sent in the User-Agent: an address or e-mail. Default: none. */
  contact: v.optional(
    v.pipe(text, v.regex(/^[\x20-\x7e]+$/, 'expected plain ASCII, since it is sent in a header')),
  ),
  /** The data formats the origin has; the other one is derived. Default: `['json', 'xml']`. */
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
  /** Dataset codes to fetch besides those discovered. Default: none. */
  codes: v.optional(
    v.array(parsed(parseDatasetCode, 'a dataset code'), 'expected a list of dataset codes'),
    [],
  ),
  /** Fields of the dataset list by the role they play, where the inference is wrong: `code`, `title`, `description`, `updated`, `category`, `oiv`. */
  fields: v.optional(keyed(v.entriesFromList(roles, v.optional(text))), {}),
})

/** What a person writes in `mirror.config.ts`. */
export type Config = v.InferInput<typeof configSchema>
/** The part of the interface's lists whose fields a person can name. */
export type FieldRole = (typeof roles)[number]
