import type { Action } from './actions.ts'

/** The start options of an engine, which every engine supports. */
export interface EngineOptions {
  /** Whether the reader's system is dark. */
  readonly dark?: boolean
  /** Whether pages may run scripts; the tests may in any case. */
  readonly scripting?: boolean
}

/** A browser engine other than Chromium, with one window, driven without Playwright. */
export interface Engine {
  /** Loads an address and waits until the page and its resources are loaded. */
  goto(address: string): Promise<void>
  /** Runs a function in the page; it must not use anything outside its own source. Arguments and result are json. */
  evaluate<Args extends readonly unknown[], Answer>(
    run: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  /** Performs keyboard and pointer actions of WebDriver. */
  act(actions: readonly Action[]): Promise<void>
  /** Chooses a file in the file input that matches. */
  choose(selector: string, file: string): Promise<void>
  /** Sets the size of the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** A screenshot of the window, as png. */
  screenshot(): Promise<Buffer>
  /** The folder where downloads go. */
  readonly downloads: string
  /** The faults in the pages since the last call: script errors, console errors, and violations of a policy. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}
