import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Action, chord, clickAt, KEYS, typed } from './actions.ts'
import type { Engine } from './engine.ts'

/** Only ends a hang, on the slowest machine. */
const TIMEOUT = 60_000

/** A reader of pages in an engine: what people do and see, without protocols. */
export class Reader {
  readonly engine: Engine

  constructor(engine: Engine) {
    this.engine = engine
  }

  /** Waits until a function in the page returns something truthy; returns that. */
  async until<Args extends readonly unknown[], Answer>(
    what: string,
    look: (...args: Args) => Answer,
    ...args: Args
  ): Promise<NonNullable<Answer>> {
    const end = Date.now() + TIMEOUT
    for (;;) {
      // There is no page to evaluate while one page replaces another.
      const seen = await this.engine
        .evaluate(look, ...args)
        .catch((error: Error) => (Date.now() > end ? Promise.reject(error) : undefined))
      if (seen) return seen
      assert.ok(Date.now() < end, `${what}: not within ${TIMEOUT / 1000} s`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Waits for a visible element, with this text if one is given. */
  async sees(selector: string, text = ''): Promise<void> {
    try {
      await this.until(`${selector} ${text}`, findShown, selector, text)
    } catch (error) {
      const there = JSON.stringify(await this.texts(selector).catch(String))
      throw new Error(`${selector} ${text} is not seen; there is ${there.slice(0, 500)}`, { cause: error })
    }
  }

  /** Clicks the middle of the first such element, once it does not move and nothing covers it. */
  async click(selector: string, text = ''): Promise<void> {
    const what = `${selector} ${text}`
    let seen = await this.until(what, aim, selector, text)
    for (let before = { x: -1, y: -1 }; before.x !== seen.x || before.y !== seen.y; ) {
      before = seen
      await this.engine.evaluate(nextFrames)
      seen = await this.until(what, aim, selector, text)
    }
    assert.equal(seen.over, '', `${what} is covered`)
    await this.engine.act(clickAt(seen.x, seen.y))
  }

  /** Clicks a link and waits for the page it leads to. */
  async follow(selector: string, text = ''): Promise<void> {
    await this.engine.evaluate(() => {
      Object.assign(window, { wasHere: true })
    })
    await this.click(selector, text)
    await this.until(`the page behind ${selector} ${text}`, () => {
      const isOther = !('wasHere' in window) && location.href !== 'about:blank'
      return isOther && document.readyState === 'complete'
    })
  }

  /** Types into the focused element. */
  type(text: string): Promise<void> {
    return this.engine.act(typed(text))
  }

  /** Presses one key, alone or while holding another. */
  press(key: string, holding?: string): Promise<void> {
    return this.engine.act(holding === undefined ? typed(key) : (chord(holding, key) as Action[]))
  }

  /** Replaces the text of a control. */
  async fill(selector: string, text: string): Promise<void> {
    await this.click(selector)
    await this.press('a', KEYS.control)
    await this.type(text)
  }

  /** The texts of all such elements. */
  texts(selector: string): Promise<string[]> {
    return this.engine.evaluate(
      (found) => [...document.querySelectorAll(found)].map(({ textContent }) => textContent ?? ''),
      selector,
    )
  }

  /** The address of the page. */
  address(): Promise<string> {
    return this.engine.evaluate(() => location.href)
  }

  /** The copied text: pastes it into the search box of the page. */
  async pasted(): Promise<string> {
    await this.fill('.mast input', '')
    await this.press('v', KEYS.control)
    const read = () => document.querySelector<HTMLInputElement>('.mast input')?.value ?? ''
    await this.until('what was copied', read)
    return this.engine.evaluate(read)
  }

  /** Waits until a file is completely downloaded. */
  async downloaded(name: string): Promise<Buffer> {
    const file = join(this.engine.downloads, name)
    const end = Date.now() + TIMEOUT
    for (let before = -1; Date.now() < end; ) {
      const size = existsSync(file) ? readFileSync(file).length : -1
      if (size > 0 && size === before) return readFileSync(file)
      before = size
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${name} was not downloaded`)
  }
}

function findShown(selector: string, text: string): boolean {
  return [...document.querySelectorAll<HTMLElement>(selector)].some(
    (element) => element.getClientRects().length > 0 && (element.textContent ?? '').includes(text),
  )
}

/** After a layout, a script may place elements that move others. */
const nextFrames = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

function aim(selector: string, text: string): { x: number; y: number; over: string } | undefined {
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) => one.getClientRects().length > 0 && (one.textContent ?? '').includes(text),
  )
  if (!element) return undefined
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const [box] = element.getClientRects()
  if (!box) return undefined
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const top = document.elementFromPoint(x, y)
  const isFree = top !== null && (element.contains(top) || top.contains(element))
  return { x, y, over: isFree ? '' : (top?.outerHTML.slice(0, 200) ?? 'nothing') }
}
