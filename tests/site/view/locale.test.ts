import assert from 'node:assert/strict'
import { test } from 'node:test'

test('the words of both languages are loaded without making objects of Intl, which takes long', async (t) => {
  const made: string[] = []
  for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules'] as const)
    t.mock.property(
      Intl,
      name,
      new Proxy(Intl[name], {
        construct(target, args) {
          made.push(name)
          return Reflect.construct(target, args)
        },
      }),
    )
  const { localeOf } = await import('../../../src/lib/site/view/locale.ts')
  const { format } = localeOf('en')
  assert.deepEqual(made, [])
  assert.equal(format.count(28_818), '28,818')
  assert.equal(format.count(1_000), '1,000')
  assert.deepEqual(made, ['NumberFormat'])
})
