/** A source of input and what it does, in the form that WebDriver and WebDriver BiDi share. */
export interface Action {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** What WebDriver calls the keys that write nothing. */
export const KEYS = { control: '\ue009', enter: '\ue007', escape: '\ue00c', tab: '\ue004', shift: '\ue008' }

/** A press of the main button at a place of the window. */
export function clickAt(x: number, y: number): Action[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' }, actions }]
}

/** Keys one after the other. */
export function typed(keys: string): Action[] {
  const actions = [...keys].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keys', actions }]
}

/** A key with another held down. */
export function chord(held: string, key: string): Action[] {
  const actions = [
    { type: 'keyDown', value: held },
    { type: 'keyDown', value: key },
    { type: 'keyUp', value: key },
    { type: 'keyUp', value: held },
  ]
  return [{ type: 'key', id: 'keys', actions }]
}
