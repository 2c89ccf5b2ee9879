import { quoteForeign } from '../http/index.ts'
import { API_PATH } from '../interface/index.ts'
import { headersOf } from '../site/index.ts'
import {
  type CheckVerdict,
  fail,
  type Given,
  headerOf,
  namesIn,
  type PromiseName,
  pass,
  unsupported,
} from './question.ts'

/** Compares the headers of an answer with those that the file must be served with. The body is not judged. */
export function judgeHeaders(
  answer: Given,
  path: string,
  expected: Readonly<Record<string, string>>,
): CheckVerdict[] {
  const judge = (promise: PromiseName, name: string, isKept: (seen: string, wanted: string) => boolean) => {
    const wanted = expected[name]
    if (wanted === undefined) return []
    const seen = headerOf(answer, name)
    if (seen !== undefined && isKept(seen, wanted)) return [pass(promise)]
    return [unsupported(promise, `${name}: ${seen === undefined ? 'none' : quoteForeign(seen)}`, wanted)]
  }
  return [
    ...(judgeUse(answer, path, expected) ??
      (hasType(path) ? judge('types', 'content-type', isExact(path) ? isSameType : isSameMedia) : [])),
    ...judge('cors', 'access-control-allow-origin', (seen, wanted) => seen.trim() === wanted),
    ...(answer.status === 200 && path !== ''
      ? judge('cors', 'access-control-expose-headers', exposesAll)
      : []),
    ...judge('nosniff', 'x-content-type-options', (seen) => /^\s*nosniff\b/i.test(seen)),
    ...(isPage(path)
      ? judgePagePolicy(answer, expected)
      : isExact(path)
        ? judge('policy', 'content-security-policy', holdsPolicy)
        : []),
    ...(answer.status === 200
      ? [...judge('caching', 'cache-control', isCachedAs), judgeOpen(answer, path)]
      : judgeKept(answer)),
  ]
}

/** Judges CORS for an answer without a file: a 304 or a redirect. */
export function judgeCors(answer: Given): CheckVerdict[] {
  return judgeHeaders(answer, '', headersOf('')).filter(({ promise }) => promise === 'cors')
}

// With a wrong type, a browser downloads a page, ignores a style, script or icon (Fetch, 2.2.6 and 3.6), or runs scripts that are in data.
// It guesses a type that is missing, unless nosniff forbids that, and reads text by the charset of the header, whatever the text states.
function judgeUse(
  answer: Given,
  path: string,
  expected: Readonly<Record<string, string>>,
): CheckVerdict[] | undefined {
  const [seen, wanted] = [headerOf(answer, 'content-type'), expected['content-type']]
  if (answer.status !== 200 || wanted === undefined) return undefined
  const isWrong = seen === undefined ? isUsed(path) && isStrict(answer) : isMisread(seen, wanted, path)
  return isWrong ? [fail('types', `content-type: ${seen ? quoteForeign(seen) : 'none'}`, wanted)] : undefined
}

const isUsed = (path: string) => /\.(?:html|css|js|svg)$/.test(path)

const isStrict = (answer: Given) => /^\s*nosniff\b/i.test(headerOf(answer, 'x-content-type-options') ?? '')

function isMisread(seen: string, wanted: string, path: string): boolean {
  if (!isSameMedia(seen, wanted))
    return isUsed(path) || /^(?:text\/html|application\/xhtml\+xml)(?:;|$)/.test(tidy(seen))
  const [given, right] = [seen, wanted].map((type) => /;charset=([^;]*)/.exec(tidy(type))?.[1])
  return given !== undefined && right !== undefined && given !== right
}

// A page contains its policy. A header adds another one, and the policy of data would block its scripts.
function judgePagePolicy(answer: Given, expected: Readonly<Record<string, string>>): CheckVerdict[] {
  const name = 'content-security-policy'
  const seen = headerOf(answer, name)
  const wanted = expected[name] ?? ''
  if (seen === undefined || leavesPage(seen, wanted)) return [pass('policy')]
  return [fail('policy', `${name}: ${quoteForeign(seen)}`, `none, or ${wanted}`)]
}

const isPage = (path: string) => path.endsWith('.html')

// For answers of the interface, the charset is required, too.
const isExact = (path: string) => path.startsWith(`${API_PATH}/`) || isPage(path)

// Without an extension, a host cannot know the type.
const hasType = (path: string) => /\.[a-z]+$/.test(path)

function isSameType(seen: string, wanted: string): boolean {
  return tidy(seen) === tidy(wanted)
}

function isSameMedia(seen: string, wanted: string): boolean {
  const mediaOf = (type: string) =>
    tidy(type).split(';')[0]?.replace('application/javascript', 'text/javascript')
  return mediaOf(seen) === mediaOf(wanted)
}

// The parameter `header` of csv is optional.
function tidy(type: string): string {
  return type
    .toLowerCase()
    .replace(/[\s"]/g, '')
    .replace(/;header=present\b/, '')
}

function exposesAll(seen: string, wanted: string): boolean {
  const names = new Set(namesIn(seen))
  return names.has('*') || namesIn(wanted).every((name) => names.has(name))
}

/** Whether one of the policies of a header (CSP Level 3, 2.2) has the required directives; further directives only make it stricter. */
function holdsPolicy(seen: string, wanted: string): boolean {
  return seen.split(',').some((policy) => directivesOf(wanted).isSubsetOf(directivesOf(policy)))
}

// A browser enforces every policy (CSP Level 3, 4.2.2): one that restricts what a page may load must allow what the page's own policy
// allows, and must repeat it completely if it has a default-src.
function leavesPage(seen: string, wanted: string): boolean {
  const own = directivesOf(wanted)
  return seen.split(',').every((policy) => {
    const directives = directivesOf(policy)
    const restricting = [...directives].filter((directive) => RESTRICTING.test(directive))
    const hasDefault = restricting.some((directive) => /^default-src\b/i.test(directive))
    return restricting.every((one) => own.has(one)) && (!hasDefault || own.isSubsetOf(directives))
  })
}

const RESTRICTING =
  /^(?:default-src|(?:script|style|img|connect|worker|child|font|media|object|manifest|frame)-src(?:-elem|-attr)?|base-uri|form-action|sandbox|require-trusted-types-for|trusted-types)\b/i

// Headers that keep a page out of search engines, prevent its display, lead readers to another site, track them, or delete what their
// browsers keep for reading offline.
function judgeOpen(answer: Given, path: string): CheckVerdict {
  const [robots, disposition, link] = ['x-robots-tag', 'content-disposition', 'link'].map((name) =>
    headerOf(answer, name),
  )
  if (robots !== undefined && /\b(?:noindex|none)\b/i.test(robots))
    return unsupported('open', `x-robots-tag: ${quoteForeign(robots)}`, 'no such header')
  if (isPage(path) && disposition !== undefined && /^\s*attachment\b/i.test(disposition))
    return fail('open', `content-disposition: ${quoteForeign(disposition)}`, 'no such header')
  if (link !== undefined && loadsFromElsewhere(link, answer.address))
    return unsupported('open', `link: ${quoteForeign(link)}`, 'no link that browsers load from another host')
  for (const name of UNWANTED) {
    const seen = headerOf(answer, name)
    if (seen !== undefined) return unsupported('open', `${name}: ${quoteForeign(seen)}`, 'no such header')
  }
  return pass('open')
}

const UNWANTED = ['refresh', 'set-cookie', 'clear-site-data'] as const

// Browsers request such links at once (HTML, 4.6.8), also those in a header.
const LOADED =
  /\brel\s*=\s*"?[^";,]*\b(?:preload|modulepreload|prefetch|preconnect|dns-prefetch|stylesheet)\b/i

function loadsFromElsewhere(links: string, address: string): boolean {
  return links.split(',').some((link) => {
    const [target = '', ...parameters] = link.split('>')
    const url = URL.parse(target.replace('<', '').trim(), address)
    return url !== null && url.host !== new URL(address).host && LOADED.test(parameters.join('>'))
  })
}

// A missing file may be published later, so a 404 must not be cached for long.
function judgeKept(answer: Given): CheckVerdict[] {
  const seen = headerOf(answer, 'cache-control')
  if (answer.status !== 404 || seen === undefined) return []
  const isAskedAgain = isCachedAs(seen, '') || !/\b(?:max-age|s-maxage)\s*=|\bimmutable\b/i.test(seen)
  return [
    isAskedAgain
      ? pass('caching')
      : unsupported('caching', `cache-control: ${quoteForeign(seen)}`, 'no-cache'),
  ]
}

function directivesOf(policy: string): Set<string> {
  return new Set(policy.split(';').flatMap((part) => part.trim().replace(/\s+/g, ' ') || []))
}

// Caches must revalidate every use, or never for immutable files (RFC 9111, 5.2.2; RFC 8246).
function isCachedAs(seen: string, wanted: string): boolean {
  if (wanted.includes('immutable')) return /\bimmutable\b/i.test(seen)
  return /\bno-cache\b|\bno-store\b|\bmax-age=0\b/i.test(seen)
}
