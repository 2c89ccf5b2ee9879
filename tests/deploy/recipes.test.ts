import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { mirrorAwkward } from '../support/shared-mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { ask, type Machine, noMachine, startMachine } from './support/machine.ts'
import { recipesIn } from './support/recipe.ts'

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  if (noMachine === false) site = (await mirrorAwkward(folder)).out
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

describe('the recipe for nginx', { skip: lacking('nginx-light') }, () => {
  it('serves the mirror on a Debian as it comes, and check finds nothing broken', async (context) => {
    const machine = await machineFor(context)
    const project = projectIn(machine, 'mirror')
    await follow(machine, 'systemctl start nginx', project)
    const [recipe = ''] = recipesIn('nginx.md', '## Deploy')
    await follow(machine, recipe, project)
  })

  it('serves two mirrors by their names, each from its own folder, beside the page of Debian', async (context) => {
    const machine = await machineFor(context)
    await follow(machine, 'systemctl start nginx', machine.folder)
    const names = ['one.example.org', 'two.example.org'] as const
    for (const name of names) {
      const project = projectIn(machine, `$HOME "it's" ${name}`, { site: `https://${name}/` })
      await follow(machine, `echo 127.0.0.1 ${name} >>/etc/hosts`, project)
      await follow(machine, await printedBy(machine, 'nginx', project), project)
    }
    for (const name of names)
      await follow(machine, `npm run mirror -- check http://${name}/ --strict`, machine.folder)
    const { body } = await ask(machine, 'http://127.0.0.1/')
    assert.match(
      /<title>(.*)<\/title>/.exec(body)?.[1] ?? '',
      /^Welcome to nginx|^Apache2 Debian Default Page/,
    )
  })
})
