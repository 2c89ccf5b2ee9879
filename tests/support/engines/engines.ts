import type { Engine, EngineOptions } from './engine.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import { findWebKit, openWebKit } from './webkit.ts'

/** An engine on this machine, or why it is missing. */
export interface Kind {
  readonly name: 'Firefox' | 'WebKit'
  /** For the option `skip` of a test. */
  readonly missing: false | string
  open(options?: EngineOptions): Promise<Engine>
}

const firefox = findFirefox()
const webkit = findWebKit()

/** The engines other than Chromium. */
export const ENGINES: readonly Kind[] = [
  {
    name: 'Firefox',
    missing: firefox ? false : 'firefox is not installed',
    open: (options = {}) => openFirefox(firefox as string, options),
  },
  {
    name: 'WebKit',
    missing: webkit ? false : 'WebKitWebDriver, its MiniBrowser and Xvfb are not all installed',
    open: (options = {}) => openWebKit(webkit as NonNullable<typeof webkit>, options),
  },
]
