import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, EngineOptions } from './engine.ts'
import { findProgram, start } from './program.ts'
import { takeComplaints } from './watch.ts'
import { speakWebDriver, type WebDriver } from './webdriver.ts'

/** The programs needed to run WebKit. */
interface WebKitPrograms {
  readonly driver: string
  readonly browser: string
  /** A virtual screen. */
  readonly screen: string
}

/** WebKitGTK and its driver, if both are installed. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = findProgram('WebKitWebDriver')
  const screen = findProgram('Xvfb')
  const [browser] = globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser')
  return driver && screen && browser ? { driver, browser, screen } : undefined
}

/** Starts WebKitGTK on a virtual screen and connects to it by W3C WebDriver. It reports faults only of watched pages. */
export async function openWebKit(programs: WebKitPrograms, options: EngineOptions): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'mirror-webkit-'))
  const downloads = join(home, 'downloads')
  furnish(home, downloads)
  const screen = start(
    programs.screen,
    ['-displayfd', '1', '-screen', '0', '300x300x24', '-nolisten', 'tcp'],
    process.env,
  )
  const display = `:${(await screen.says(/^(\d+)\n/m)).trim()}`
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    DISPLAY: display,
    LANG: 'C.UTF-8',
    XDG_RUNTIME_DIR: home,
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
  const driver = start(programs.driver, [`--port=${port}`], env)
  const root = speakWebDriver(`http://127.0.0.1:${port}`)
  await isListening(root)
  const args = ['--automation']
  if (options.dark) args.push('--dark-mode')
  if (options.scripting === false) args.push('--enable-javascript=false')
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: programs.browser, args } },
  }
  const { sessionId } = (await root.post('/session', { capabilities })) as { sessionId: string }
  const session = `/session/${sessionId}`
  const engine: Engine = {
    downloads,
    async goto(address) {
      await root.post(`${session}/url`, { url: address })
    },
    async evaluate(run, ...args) {
      const script = `const [args, done] = arguments
        Promise.resolve(JSON.parse(args)).then((args) => (${run})(...args))
          .then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })))`
      const result = await root.post(`${session}/execute/async`, { script, args: [JSON.stringify(args)] })
      const { value, error } = JSON.parse(String(result))
      if (error !== undefined) throw new Error(error)
      return value
    },
    async act(actions) {
      await root.post(`${session}/actions`, { actions })
    },
    async choose(selector, file) {
      const found = await root.post(`${session}/element`, { using: 'css selector', value: selector })
      const [id] = Object.values(found as Record<string, string>)
      await root.post(`${session}/element/${id}/value`, { text: file })
    },
    async resize(width, height) {
      await root.post(`${session}/window/rect`, { width, height: height + BAR })
    },
    async screenshot() {
      return Buffer.from(String(await root.get(`${session}/screenshot`)), 'base64')
    },
    complaints: () => engine.evaluate(takeComplaints),
    async close() {
      await root.delete(session).catch(() => {})
      await driver.end()
      await screen.end()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return engine
}

const BAR = 20

// Without the browser's own buttons a window can be as narrow as a phone.
function furnish(home: string, downloads: string): void {
  const config = join(home, '.config')
  mkdirSync(join(config, 'gtk-3.0'), { recursive: true })
  mkdirSync(downloads)
  writeFileSync(
    join(config, 'gtk-3.0/gtk.css'),
    '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px }',
  )
  writeFileSync(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

const TRIES = 200

// The driver does not announce when it listens.
async function isListening(driver: WebDriver): Promise<void> {
  for (let left = TRIES; ; left--)
    try {
      await driver.get('/status')
      return
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
}
