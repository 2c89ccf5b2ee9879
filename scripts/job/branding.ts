import { readFileSync, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import { brandingOf } from '../../src/lib/site/branding.ts'
import { describeSystemError } from '../../src/lib/snapshot/index.ts'

/** The largest size of a file of the branding, in bytes, because every visitor loads it. */
const MOST_BYTES = 512 * 1024
/** What image files begin with, by their extensions. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  '.svg': /^\s*<(?:\?xml|!--|!doctype svg|svg)/i,
  '.png': /^\u0089PNG\r\n\u001a\n/,
}

/** Reads the files of the branding. Throws a ConfigError that names the key and the file. */
export function readBranding({
  branding: { logo, css, accent, links },
  contact,
}: Pick<Settings, 'branding' | 'contact'>): ReturnType<typeof brandingOf> {
  return brandingOf({
    ...(logo !== undefined && { logo: readLogo(logo) }),
    ...(css !== undefined && { css: readSmall('branding.css', css) }),
    ...(accent !== undefined && { accent }),
    links,
    ...(contact !== undefined && { contact }),
  })
}

function readLogo(path: string): { extension: string; bytes: Buffer } {
  const extension = extname(path).toLowerCase()
  const begins = PICTURES[extension]
  if (begins === undefined)
    throw new ConfigError(`branding.logo: expected a file that ends in .svg or .png, saw ${path}.`)
  const bytes = readSmall('branding.logo', path)
  if (!begins.test(bytes.subarray(0, 1000).toString('latin1').replace(/^ï»¿/, '')))
    throw new ConfigError(
      `branding.logo: ${resolve(path)} is not a picture of the kind ${extension.slice(1)}.`,
    )
  return { extension, bytes }
}

function readSmall(key: string, path: string): Buffer {
  const file = resolve(path)
  let bytes: Buffer
  try {
    if (!statSync(file).isFile()) throw new ConfigError(`${key}: ${file} is not a file.`)
    bytes = readFileSync(file)
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`${key}: ${describeSystemError(cause as Error)}`, { cause })
  }
  if (bytes.length > MOST_BYTES)
    throw new ConfigError(`${key}: ${file} has ${bytes.length} bytes; at most ${MOST_BYTES} are allowed.`)
  return bytes
}
