import { X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import type { Network, Proxies } from '../../src/lib/http/index.ts'
import { describeSystemError, NotAFile, readTextFile } from '../../src/lib/snapshot/index.ts'

/** Hosts that are never reached through a proxy, as in Go. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Proxies and additional certificate authorities. Proxies are those of the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`; lower
 * case takes precedence), authorities those of the config. Throws a ConfigError that names the variable or key.
 */
export function readNetwork({ ca }: Pick<Settings, 'ca'>, env: NodeJS.ProcessEnv = process.env): Network {
  return { proxies: findProxies(env), authorities: ca.map(readAuthorities) }
}

function findProxies(env: NodeJS.ProcessEnv): Proxies | undefined {
  const [http, https] = [findProxy('http_proxy', env), findProxy('https_proxy', env)]
  if (http === undefined && https === undefined) return undefined
  const except = env.no_proxy || env.NO_PROXY || ''
  return { http, https, except: [except, ...LOCAL_HOSTS].join(',') }
}

// The address may contain a password, so an invalid one is not quoted.
function findProxy(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const found = [name, name.toUpperCase()].find((one) => env[one])
  if (found === undefined) return undefined
  const named = env[found]?.trim() ?? ''
  const url = URL.parse(named.includes('://') ? named : `http://${named}`)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  const seen = url === null ? 'an invalid address' : `an address that begins with ${url.protocol}`
  throw new ConfigError(
    `${found}: expected a proxy such as http://proxy.example.org:3128, saw ${seen}. Correct or unset the variable.`,
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
    throw new ConfigError(`ca: ${describeSystemError(cause as Error)}`, { cause })
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? []
  if (certificates.length === 0)
    throw new ConfigError(
      `ca: ${file} contains no PEM certificate ("-----BEGIN CERTIFICATE-----"). To convert a DER file, run "openssl x509 -inform der -in FILE".`,
    )
  try {
    for (const certificate of certificates) new X509Certificate(certificate)
  } catch (cause) {
    throw new ConfigError(`ca: ${file} contains an invalid certificate: ${(cause as Error).message}.`, {
      cause,
    })
  }
  return certificates.join('\n')
}
