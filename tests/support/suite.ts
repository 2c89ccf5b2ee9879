import { after, type TestContext } from 'node:test'

/** A context whose `after` runs when the suite ends, for what a suite opens in `before`. Call it in the body of `describe`, or of a file. */
export function suiteContext(): TestContext {
  const ends: (() => unknown)[] = []
  after(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { after: (end: () => unknown) => void ends.push(end) } as unknown as TestContext
}
