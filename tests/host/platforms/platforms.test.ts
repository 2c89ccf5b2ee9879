import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { headersOf } from '../../../src/lib/site/host/rules.ts'
import { githubPages } from '../../../src/lib/site/host/targets/github-pages.ts'
import { netlify } from '../../../src/lib/site/host/targets/netlify.ts'
import { s3Cloudfront } from '../../../src/lib/site/host/targets/s3-cloudfront.ts'
import { vercel } from '../../../src/lib/site/host/targets/vercel.ts'
import { listFiles } from '../../../src/lib/site/index.ts'
import { differences, readTree } from '../../support/files.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { assertCase, CASES, type Host } from '../cases.ts'
import { awkwardSite } from '../site.ts'
import { imitateCloudfront, recordUpload, undocumentedIn } from './cloudfront.ts'
import { deployed, deployedUnder, OWN_SERVERS } from './deployed.ts'
import { imitateNetlify } from './netlify.ts'
import { imitateVercel } from './vercel.ts'

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  site = await awkwardSite(folder)
})

describe('CloudFront', () => {
  const [code = '', page = '', policy = ''] = s3Cloudfront.deviations
  const DEVIATIONS = {
    [code]: /^has nothing at api\/v1\/get_dataset\/007%2Findex\.json$/,
    [page]: /^has nothing at none\/index\.html$/,
    [policy]: /^sends the policy of the page with a 404/,
  }

  for (const base of ['/', '/data/'])
    describe(`CloudFront (its functions) at ${base}`, () => {
      let host: Host
      let objects: Map<string, Record<string, string>>
      const at = join(folder, `cloudfront${base}`)
      const deploy = join(at, 'deploy/s3-cloudfront')
      before(() => {
        mkdirSync(join(at, 'bin'), { recursive: true })
        const copy = deployed(site, at, s3Cloudfront, base)
        writeFileSync(join(at, 'bin/aws'), AWS)
        chmodSync(join(at, 'bin/aws'), 0o755)
        objects = recordUpload(at, join(deploy, 'upload.sh'), join(at, 'bin'))
        const ask = imitateCloudfront(copy, deploy, (path) => objects.get(path) ?? {})
        host = { ask: (target, options) => ask(`${base.slice(1)}${target}`, options), folder: copy, base }
      })
      for (const one of CASES.filter(({ name }) => !OWN_SERVERS.test(name)))
        it(one.name, () => assertCase(host, one, DEVIATIONS))

      it('is uploaded completely, each file with its type and caching', () => {
        assert.deepEqual([...objects.keys()].toSorted(), listFiles(host.folder).toSorted())
        for (const [path, metadata] of objects) {
          const { 'content-type': type, 'cache-control': caching } = headersOf(path)
          assert.deepEqual(metadata, { 'content-type': type, 'cache-control': caching }, path)
        }
      })

      it('has functions within the limit of CloudFront: 10,240 bytes', () => {
        for (const name of ['viewer-request.js', 'viewer-response.js'])
          assert.ok(statSync(join(deploy, name)).size <= 10_240, name)
      })

      it('has functions in the language that cloudfront-js-2.0 documents', () => {
        for (const name of ['viewer-request.js', 'viewer-response.js'])
          assert.deepEqual(undocumentedIn(readFileSync(join(deploy, name), 'utf8')), [], name)
      })
    })

  it('what cloudfront-js-2.0 does not document is found', () => {
    const found = [
      'for (const a of b) c(a)',
      'const { a } = b',
      'const [a] = b',
      'f(...a)',
      'const a = { b }',
      'const a = (b = 1) => b',
      'a?.b',
      'a ?? b',
      'class A {}',
      'export function a() {}',
      "import a from 'b'",
      'try { a() } catch { b() }',
      'function* a() {}',
      'async () => 1',
    ].filter((code) => undocumentedIn(code).length === 0)
    assert.deepEqual(found, [])
  })
})

describe('Netlify', () => {
  const [several = '', plainly = '', slash = '', page = '', names = '', , headers = '', methods = ''] =
    netlify.deviations
  const DEVIATIONS = {
    // Two that do not say the same.
    [several]: /\/\?(?:type=json&type=xml|type=xml&type=json|(?:type|%74ype)(?:=|=csv)?&type=json)$/,
    [plainly]: /\/\?(?:%74%79%70%65=%6A%73%6F%6E|t%79pe=%78%6d%6C|type=json&)$/,
    [slash]: /^redirects (?!.*index(?:\.|%2E)html)/,
    [page]: /^redirects .*index(?:\.|%2E)html/,
    [names]: /^gives .*what\?#frag/,
    [headers]:
      /^sends the (?:policy of the page with a 404|headers of its kind with \/(?!api\/v1\/list\/index\.xml|SHA256SUMS$|allowed_signers|\.well-known))/,
    [methods]: /^refuses POST/,
  }

  // What its file server makes of a doubled slash is not documented.
  const DOUBLED = /^has nothing at (?:\/|.*\/\/)/

  for (const base of ['/', '/data/'])
    describe(`Netlify (its rule engine) at ${base}`, () => {
      let host: Host
      before(async () => {
        const { root, site: copy } = deployedUnder(site, join(folder, `netlify${base}`), netlify, base)
        rmSync(join(copy, 'api/v1/get_dataset/what?#frag'), { recursive: true })
        const ask = await imitateNetlify(root)
        host = { ask: (target, options) => ask(`${base.slice(1)}${target}`, options), folder: copy, base }
      })
      for (const one of CASES.filter(({ name }) => !OWN_SERVERS.test(name) && !DOUBLED.test(name)))
        it(one.name, () => assertCase(host, one, DEVIATIONS))
    })
})

describe('Vercel', () => {
  const [several = '', code = '', page = ''] = vercel.deviations
  const DEVIATIONS = {
    // Two that do not say the same.
    [several]: /\/\?(?:type=json&type=xml|type=xml&type=json|(?:type|%74ype)(?:=|=csv)?&type=json)$/,
    [code]: /^has nothing at api\/v1\/get_dataset\/007%2Findex\.json$/,
    [page]: /^has nothing at none\/index\.html$/,
  }

  for (const base of ['/', '/data/'])
    describe(`Vercel (an evaluation of its routes) at ${base}`, () => {
      let host: Host
      before(() => {
        const { root, site: copy } = deployedUnder(site, join(folder, `vercel${base}`), vercel, base)
        const ask = imitateVercel(root)
        host = { ask: (target, options) => ask(`${base.slice(1)}${target}`, options), folder: copy, base }
      })
      for (const one of CASES.filter(({ name }) => !OWN_SERVERS.test(name)))
        it(one.name, () => assertCase(host, one, DEVIATIONS))
    })
})

it('the commands for GitHub Pages publish the site, also again without changes, as the only commit of its branch', async (t) => {
  const own = temporaryFolder(t)
  const at = join(own, 'checkout')
  mkdirSync(at)
  const copy = deployed(site, at, githubPages)
  const published = readTree(copy)
  const remote = join(own, 'remote.git')
  const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org' }
  const env = { ...process.env, ...person, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' }
  const run = (script: string) =>
    execFileSync('sh', ['-ec', script], { cwd: at, env, stdio: 'pipe', encoding: 'utf8' })
  run(`git init --quiet --bare ${remote}`)
  const commands = githubPages.deploy({ folder: copy, base: '/' }).join('\n').replace('<repository>', remote)
  for (let times = 0; times < 2; times++) run(commands)
  assert.equal(run(`git -C ${remote} rev-list --count gh-pages`), '1\n')
  run(`git clone --quiet --branch gh-pages ${remote} ../clone && rm -r ../clone/.git`)
  assert.deepEqual(differences(published, readTree(join(own, 'clone'))), [])
  assert.deepEqual(differences(published, readTree(copy)), [])

  // Commands that a person pastes go on after one that fails. Without a name git makes no commit.
  const nameless = { ...env, GIT_AUTHOR_NAME: '', GIT_COMMITTER_NAME: '' }
  const script = `${commands}\necho "GIT_DIR: $GIT_DIR"`
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: at, env: nameless, encoding: 'utf8' })
  assert.match(stderr, /ident name/)
  assert.equal(stdout.split('\n').at(-2), 'GIT_DIR: ', 'later commands for git are for the project again')
  assert.equal(run(`git -C ${remote} rev-list --count gh-pages`), '1\n', 'what is published stays')
})

// `aws s3 cp --recursive` as its docs say: filters in their order, the last one that fits decides, `*` fits slashes too.
const AWS = `#!/usr/bin/env node
const { globSync, readFileSync, statSync, writeFileSync, existsSync } = require('node:fs')
const [, command, folder, , ...options] = process.argv.slice(2)
const book = __dirname + '/objects.json'
const objects = existsSync(book) ? JSON.parse(readFileSync(book, 'utf8')) : {}
const value = (name) => options[options.indexOf(name) + 1]
const filters = options.flatMap((option, at) =>
  ['--exclude', '--include'].includes(option) ? [[option, options[at + 1]]] : [])
const fits = (path, pattern) =>
  new RegExp('^' + pattern.replace(/[.+^$()|{}\\\\[\\]]/g, '\\\\$&').replace(/\\*/g, '[^]*') + '$').test(path)
const { readdirSync } = require('node:fs')
const paths = readdirSync(folder, { recursive: true }).filter((path) => statSync(folder + '/' + path).isFile())
if (command === 'sync' && !options.includes('--size-only')) throw new Error('a file might be passed over')
if (command === 'cp')
  for (const path of paths) {
    const last = filters.findLast(([, pattern]) => fits(path, pattern))
    if (last?.[0] === '--exclude') continue
    objects[path] = { 'content-type': value('--content-type'), 'cache-control': value('--cache-control') }
  }
writeFileSync(book, JSON.stringify(objects))
`
