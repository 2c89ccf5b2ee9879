import type { Action } from './actions.ts'

/** How an engine is started; both may make no difference but this. */
export interface EngineOptions {
  /** Whether the reader's system is dark. */
  readonly dark?: boolean
  /** Whether pages may run scripts; the tests may in any case. */
  readonly scripting?: boolean
}

/** A browser of another family than Playwright drives here, in one window, without any of Playwright's help. */
export interface Engine {
  /** Loads an address and waits until the page and what belongs to it is there. */
  goto(address: string): Promise<void>
  /** Runs a function in the page; it may use nothing but its own text. Arguments and answer are json. */
  evaluate<Args extends readonly unknown[], Answer>(
    run: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  /** What a hand does: keys and a pointer, as WebDriver describes them. */
  act(actions: readonly Action[]): Promise<void>
  /** Chooses a file in the control that is found. */
  choose(selector: string, file: string): Promise<void>
  /** Makes the inside of the window so large, in pixels of CSS. */
  resize(width: number, height: number): Promise<void>
  /** What the window shows, as png. */
  screenshot(): Promise<Buffer>
  /** The folder where downloads go. */
  readonly downloads: string
  /** What went wrong in the pages since this was asked last: errors of scripts, of the console, and what a policy stopped. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}
