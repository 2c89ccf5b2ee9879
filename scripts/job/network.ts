import { X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import type { Network, Proxies } from '../../src/lib/crawl/index.ts'
import { NotAFile, readTextFile } from '../../src/lib/snapshot/index.ts'

/** This machine itself, as in Go: no proxy leads back to it. */
const HERE = ['localhost', '127.0.0.1', '[::1]']

/**
 * How this machine reaches the network: by the proxies that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in small
 * letters, too, which go first), trusting the authorities of the config as well. Throws a ConfigError that names the variable or key.
 */
export function readNetwork({ ca }: Pick<Settings, 'ca'>, env: NodeJS.ProcessEnv = process.env): Network {
  return { proxies: findProxies(env), authorities: ca.map(readAuthorities) }
}

function findProxies(env: NodeJS.ProcessEnv): Proxies | undefined {
  const [http, https] = [findProxy('http_proxy', env), findProxy('https_proxy', env)]
  if (http === undefined && https === undefined) return undefined
  const except = env.no_proxy || env.NO_PROXY || ''
  return { http, https, except: [except, ...HERE].join(',') }
}

// The address may hold a password, so a wrong one is not quoted.
function findProxy(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const found = [name, name.toUpperCase()].find((one) => env[one])
  if (found === undefined) return undefined
  const named = env[found]?.trim() ?? ''
  const url = URL.parse(named.includes('://') ? named : `http://${named}`)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  const seen = url === null ? 'no address' : `an address that begins with ${url.protocol}`
  throw new ConfigError(
    `${found}: expected a proxy such as http://proxy.example.org:3128, saw ${seen}. Unset it, or name the host in NO_PROXY.`,
  )
}

function readAuthorities(path: string): string {
  const file = resolve(path)
  let text: string
  try {
    text = readTextFile(file)
  } catch (cause) {
    if (cause instanceof NotAFile)
      throw new ConfigError(`ca: ${file} is a ${cause.found}, not a file.`, { cause })
    throw new ConfigError(`ca: ${file} could not be read: ${(cause as Error).message}.`, { cause })
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? []
  if (certificates.length === 0)
    throw new ConfigError(
      `ca: ${file} has no certificate in PEM, which begins with "-----BEGIN CERTIFICATE-----". A file in DER becomes one by "openssl x509 -inform der -in FILE".`,
    )
  try {
    for (const certificate of certificates) new X509Certificate(certificate)
  } catch (cause) {
    throw new ConfigError(`ca: ${file} has a certificate that cannot be read: ${(cause as Error).message}.`, {
      cause,
    })
  }
  return certificates.join('\n')
}
