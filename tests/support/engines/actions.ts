/** A source of input and its actions, in the common format of WebDriver and WebDriver BiDi. */
export interface Action {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** WebDriver's codes of keys that type no character. */
export const KEYS = { control: '\ue009', enter: '\ue007', escape: '\ue00c', tab: '\ue004', shift: '\ue008' }

/** A click with the main button at a position in the window. */
export function clickAt(x: number, y: number): Action[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' }, actions }]
}

/** Keys pressed one after the other. */
export function typed(keys: string): Action[] {
  const actions = [...keys].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keys', actions }]
}

/** A key pressed while another is held down. */
export function chord(holding: string, key: string): Action[] {
  const actions = [
    { type: 'keyDown', value: holding },
    { type: 'keyDown', value: key },
    { type: 'keyUp', value: key },
    { type: 'keyUp', value: holding },
  ]
  return [{ type: 'key', id: 'keys', actions }]
}
