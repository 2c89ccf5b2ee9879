import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { mirrorSmall } from '../check/support/sites.ts'
import { blocksUnder, readText } from '../docs/support/markdown.ts'
import { ROOT } from '../support/files.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { ask, type Machine, noMachine, type Page, startMachine } from './support/machine.ts'

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  if (noMachine === false) site = await mirrorSmall({ after } as TestContext, folder)
})

/** Why a recipe cannot be followed here, or false. */
const lacking = (...packages: string[]): string | false => {
  const missing = packages.filter((name) => spawnSync('dpkg-query', ['--show', name]).status !== 0)
  return noMachine || (missing.length > 0 && `${missing.join(', ')} is not on this machine`)
}

/** A machine, and on it the folder of a project in which a mirror was made. */
async function machineFor(context: TestContext): Promise<Machine> {
  const machine = await startMachine(folder)
  context.after(() => machine.close())
  return machine
}
function projectIn(machine: Machine, name: string, config: object = {}): string {
  const project = join(machine.folder, name)
  mkdirSync(project, { recursive: true })
  cpSync(site, join(project, 'dist'), { recursive: true, preserveTimestamps: true })
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(join(project, 'mirror.config.ts'), `export default ${JSON.stringify(config)}\n`)
  return project
}

/** Follows a recipe to its last line. */
async function follow(machine: Machine, recipe: string, cwd: string): Promise<string> {
  const { code, printed } = await machine.run(`set -e\n${recipe}`, { cwd })
  assert.equal(code, 0, printed)
  return printed
}

/** The commands that `mirror host` prints. */
async function printedBy(machine: Machine, args: string, cwd: string): Promise<string> {
  const printed = await follow(machine, `npm run mirror -- host ${args}`, cwd)
  return printed.split('Deploy it:\n')[1] ?? ''
}

/** Serves two mirrors by different host names, one of them below a path, in folders whose names need escaping, and checks both. */
async function serveTwo(machine: Machine, host: string): Promise<void> {
  const names = ['one.example.org', 'two.example.org'] as const
  // Their configurations differ in more than names.
  const baseOf = (name: string) => (name === names[1] ? '/data/' : '/')
  for (const name of names) {
    const project = projectIn(machine, `$HOME "it's" ${name}`, { site: `https://${name}${baseOf(name)}` })
    await follow(machine, `echo 127.0.0.1 ${name} >>/etc/hosts`, project)
    await follow(machine, await printedBy(machine, host, project), project)
  }
  for (const name of names) await assertServes(machine, `http://${name}${baseOf(name)}`)
}

/** Asserts that the command line finds no promise broken. */
async function assertServes(machine: Machine, url: string): Promise<void> {
  await ask(machine, url)
  const { code, printed } = await machine.run(`npm run mirror -- check ${url} --strict`)
  assert.equal(code, 0, printed)
}

describe('the recipe for nginx', { skip: lacking('nginx') }, () => {
  it('serves the mirror on a Debian as it comes, and check finds nothing broken', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    await follow(machine, 'systemctl start nginx', project)
    const [recipe = ''] = blocksUnder(readText('docs/deploy/nginx.md'), '## Deploy')
    await follow(machine, recipe, project)
  })

  it('serves two mirrors by their names, each from its own folder, beside the page of Debian', async (context) => {
    const machine = await machineFor(context)
    await follow(machine, 'systemctl start nginx', machine.folder)
    await serveTwo(machine, 'nginx')
    const { body } = await ask(machine, 'http://127.0.0.1/')
    assert.match(
      /<title>(.*)<\/title>/.exec(body)?.[1] ?? '',
      /^Welcome to nginx|^Apache2 Debian Default Page/,
    )
  })
})

describe('the recipe for Apache', { skip: lacking('apache2') }, () => {
  it('serves the mirror on a Debian as it comes, and check finds nothing broken', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    await follow(machine, 'systemctl start apache2', project)
    const [recipe = ''] = blocksUnder(readText('docs/deploy/apache.md'), '## Deploy')
    await follow(machine, recipe, project)
    await follow(
      machine,
      `sed -i '1a ServerName https://localhost' /etc/apache2/sites-available/mirror.conf && systemctl reload apache2`,
      project,
    )
    const wanted = (page: Page) => page.headers.location?.startsWith('https:') === true
    const { headers } = await ask(machine, 'http://localhost/api/v1/list?type=json', { wanted })
    assert.equal(headers.location, 'https://localhost/api/v1/list/?type=json')
  })

  it('serves two mirrors by their names, each from its own folder, beside the page of Debian', async (context) => {
    const machine = await machineFor(context)
    await follow(machine, 'systemctl start apache2', machine.folder)
    await serveTwo(machine, 'apache')
    const { body } = await ask(machine, 'http://127.0.0.1/')
    assert.match(body, /<title>Apache2 Debian Default Page/)
  })
})

describe('the recipe for lighttpd', { skip: lacking('lighttpd', 'lighttpd-mod-deflate') }, () => {
  it('serves the mirror on a Debian as it comes, not as root, and leaves its configuration', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    const sums = 'sha256sum /etc/lighttpd/lighttpd.conf'
    const { printed: before } = await machine.run(sums)
    await follow(machine, 'systemctl start lighttpd', project)
    const [recipe = ''] = blocksUnder(readText('docs/deploy/lighttpd.md'), '## Deploy')
    await follow(machine, recipe, project)
    assert.equal((await machine.run(sums)).printed, before)
    assert.equal((await machine.run('stat -c %U /proc/$(cat /run/lighttpd.pid)')).printed, 'www-data\n')
  })

  it('serves two mirrors by their names, each from its own folder, beside the page of Debian', async (context) => {
    const machine = await machineFor(context)
    await follow(machine, 'systemctl start lighttpd && lighty-enable-mod deflate rewrite', machine.folder)
    await serveTwo(machine, 'lighttpd')
    assert.equal((await ask(machine, 'http://127.0.0.1/about/')).status, 404)
  })

  it('serves a mirror below a path, and nothing of it elsewhere', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    await follow(machine, await printedBy(machine, 'lighttpd --base /data/', project), project)
    await assertServes(machine, 'http://localhost/data/')
    assert.equal((await ask(machine, 'http://localhost/about/')).status, 404)
  })
})

describe('the recipe for Caddy', { skip: lacking('caddy') }, () => {
  it('serves the mirror on a Debian as it comes, and check finds nothing broken', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    await follow(machine, 'systemctl start caddy', project)
    await ask(machine, 'http://localhost/')
    const [recipe = ''] = blocksUnder(readText('docs/deploy/caddy.md'), '## Deploy')
    await follow(machine, recipe, project)
    await follow(machine, 'test -e /etc/caddy/Caddyfile.~1~', project)
  })

  it('takes a name beside the page of the package, once', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, `$HOME "it's"`, { site: 'https://mirror.example.org/' })
    await follow(machine, 'systemctl start caddy', project)
    await ask(machine, 'http://localhost/')
    const commands = await printedBy(machine, 'caddy', project)
    for (const time of ['first', 'second']) await follow(machine, `${commands}\n: ${time}`, project)
    const named = { headers: { host: 'mirror.example.org' }, wanted: ({ status }: Page) => status === 308 }
    const { headers } = await ask(machine, 'http://localhost/', named)
    assert.equal(headers.location, 'https://mirror.example.org/')
    assert.match((await ask(machine, 'http://localhost/')).body, /Caddy/)
  })
})

describe('the recipe for shared hosting', { skip: lacking('apache2', 'rsync') }, () => {
  it('serves the mirror, and leaves no old files behind', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    await follow(machine, SHARED_HOST, project)
    const [recipe = ''] = blocksUnder(readText('docs/deploy/apache.md'), '## Shared hosting')
    const own = recipe.replace('user@host:public_html', '/srv/public_html')
    await follow(machine, `mkdir /srv/public_html && touch /srv/public_html/old.json\n${own}`, project)
    await follow(machine, 'npm run mirror -- check http://localhost/ --strict', project)
    assert.equal((await ask(machine, 'http://localhost/old.json')).status, 404)
  })
})

describe('the recipe for any static host', { skip: lacking('rsync') }, () => {
  it('copies the site as it is, and leaves no old files behind', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    const [recipe = ''] = blocksUnder(readText('docs/deploy/plain.md'), '## Deploy')
    const own = recipe.replace('user@host:', '')
    await follow(machine, `mkdir /srv/www && touch /srv/www/old.json\n${own}`, project)
    await follow(machine, 'npm run mirror -- verify /srv/www && ! test -e /srv/www/old.json', project)
    await follow(machine, 'test -z "$(rsync -ain --delete dist/ /srv/www/)"', project)
  })
})

describe('the recipe for Node.js', { skip: noMachine }, () => {
  it('serves the mirror, and check finds nothing broken', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    const [recipe = ''] = blocksUnder(readText('docs/deploy/node.md'), '## Deploy')
    await follow(machine, `node() { "$NODE" "$@"; }\n${recipe.trim()} &`, project)
    await assertServes(machine, 'http://localhost:8080/')
  })
})

describe('the recipe for GitLab Pages', { skip: lacking('git') }, () => {
  it('pushes the site and the pipeline, also again without changes', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    const setup = `git config --system user.name a && git config --system user.email a@example.org
git config --system push.autoSetupRemote true && git config --system init.defaultBranch main
git init -q --bare /srv/remote.git && git init -q && echo dist/ >.gitignore && git remote add origin /srv/remote.git`
    await follow(machine, setup, project)
    const [recipe = ''] = blocksUnder(readText('docs/deploy/gitlab-pages.md'), '## Deploy')
    for (const time of ['first', 'second']) await follow(machine, `${recipe}\n: ${time}`, project)
    await follow(
      machine,
      'git clone -q /srv/remote.git /srv/clone && cmp .gitlab-ci.yml /srv/clone/.gitlab-ci.yml',
      project,
    )
    await follow(machine, 'npm run mirror -- verify /srv/clone/dist', project)
  })
})

describe('the recipe for systemd', { skip: lacking('nginx', 'git') }, () => {
  it('runs the mirror as its own user, and checks it after deployment', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'deployed')
    await follow(machine, 'systemctl start nginx', project)
    await follow(machine, await printedBy(machine, 'nginx', project), project)
    await ask(machine, 'http://localhost/', { wanted: ({ body }) => body.includes('manifest') })

    const [recipe = '', address = ''] = blocksUnder(readText('docs/deploy/schedule.md'), '## systemd')
    const repository = `git config --system safe.directory '*'
mkdir /srv/repository && cd /srv/repository && git init -q && mkdir -p docs/deploy
cp -r '${join(ROOT, 'docs/deploy/systemd')}' docs/deploy/ && sed -i s,/usr/bin/npm,npm, docs/deploy/systemd/mirror.service
git add . && git -c user.name=a -c user.email=a@b commit -qm first`
    await follow(machine, repository, machine.folder)
    await follow(machine, recipe.replace('<repository>', '/srv/repository'), machine.folder)
    assert.equal((await machine.run('stat -c %U /srv/mirror /srv/mirror/docs')).printed, 'mirror\nmirror\n')

    const start = 'systemctl start mirror.service'
    await follow(machine, address.replace('<address>', 'http://localhost/'), machine.folder)
    await follow(machine, `echo 4 >/srv/code && ${start}`, machine.folder)
    const { printed } = await machine.run('cat "$MACHINE/npm.log"')
    assert.match(printed, /mirror\nnpm run --silent mirror -- check http:\/\/localhost\/ --quiet\n$/)
    assert.notEqual((await machine.run(`echo 5 >/srv/code && ${start}`)).code, 0)
    await follow(
      machine,
      'echo MIRROR_URL=http://localhost:1/ >/etc/default/mirror && echo 0 >/srv/code',
      machine.folder,
    )
    assert.notEqual((await machine.run(start)).code, 0)
  })
})

/** The setup of a provider: one folder, and an `.htaccess` with the usual permissions. */
const SHARED_HOST = `a2enmod -q headers rewrite
cat >/etc/apache2/sites-available/000-default.conf <<'END'
<VirtualHost *:80>
  DocumentRoot /srv/public_html
  <Directory /srv/public_html>
    Options Indexes FollowSymLinks MultiViews
    AllowOverride FileInfo Indexes
    Require all granted
  </Directory>
</VirtualHost>
END
systemctl start apache2`
