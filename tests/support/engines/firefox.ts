import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBidi } from './bidi.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { findProgram, start } from './program.ts'

/** Firefox, if it is installed. */
export const findFirefox = () => findProgram('firefox-esr') ?? findProgram('firefox')

/** Starts Firefox without a window and connects to it by WebDriver BiDi. */
export async function openFirefox(program: string, options: EngineOptions): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'mirror-firefox-'))
  const downloads = join(home, 'downloads')
  mkdirSync(downloads)
  writeFileSync(join(home, 'user.js'), preferences(options))
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0']
  const firefox = start(program, args, { ...process.env, HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' })
  const address = await firefox.says(/WebDriver BiDi listening on (ws:\S+)/)
  let complaints: string[] = []
  const bidi = await openBidi(`${address}/session`, (_, { level, text }) => {
    if (level === 'error') complaints.push(String(text))
  })
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  await bidi.send('browser.setDownloadBehavior', {
    downloadBehavior: { type: 'allowed', destinationFolder: downloads },
  })
  // A new tab has the focus, unlike the first one, which opens with the browser.
  const { context } = await bidi.send('browsingContext.create', { type: 'tab' })
  return {
    downloads,
    async goto(address) {
      await bidi.send('browsingContext.navigate', { context, url: address, wait: 'complete' })
    },
    async evaluate(run, ...args) {
      const heard = await bidi.send('script.callFunction', {
        // A sandbox can access the elements of the page and runs even if the scripts of the page may not.
        target: { context, sandbox: options.scripting === false ? 'tests' : undefined },
        // If pages may not run scripts, promises are never settled either.
        functionDeclaration: `(args) => {
          const pack = (value) => JSON.stringify([value])
          const value = (${run})(...JSON.parse(args))
          return value instanceof Promise ? value.then(pack) : pack(value)
        }`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        userActivation: false,
      })
      const { result, exceptionDetails } = heard as {
        result?: { value: string }
        exceptionDetails?: { text: string }
      }
      if (!result) throw new Error(exceptionDetails?.text)
      return JSON.parse(result.value)[0]
    },
    async act(actions) {
      await bidi.send('input.performActions', { context, actions })
    },
    async choose(selector, file) {
      const { nodes } = (await bidi.send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })) as { nodes: { sharedId: string }[] }
      await bidi.send('input.setFiles', {
        context,
        element: { sharedId: nodes[0]?.sharedId },
        files: [file],
      })
    },
    async resize(width, height) {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async screenshot() {
      const { data } = await bidi.send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
    async complaints() {
      const current = complaints
      complaints = []
      return current
    },
    async close() {
      bidi.close()
      await firefox.end()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

// No requests to any host except those that a test opens.
function preferences({ dark = false, scripting = true }: EngineOptions): string {
  const wanted: Readonly<Record<string, boolean | number | string>> = {
    'javascript.enabled': scripting,
    'ui.systemUsesDarkTheme': dark ? 1 : 0,
    'app.normandy.enabled': false,
    'app.update.disabledForTesting': true,
    'browser.aboutwelcome.enabled': false,
    // Prevents requests for icons.
    'browser.chrome.site_icons': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
    // Shows a json file unchanged.
    'devtools.jsonview.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'extensions.update.enabled': false,
    // Gives the focus to a window that is not visible.
    'focusmanager.testmode': true,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'nimbus.rollouts.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'toolkit.telemetry.enabled': false,
  }
  return Object.entries(wanted)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}
