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

test('small and large shares and numbers that differ little are written as the language does', async () => {
  const { localeOf } = await import('../../../src/lib/site/view/locale.ts')
  const [en, ru] = (['en', 'ru'] as const).map((language) => localeOf(language).format)
  const plain = (texts: readonly (string | undefined)[]) => texts.map((text) => text?.replace(/\s/g, ' '))
  assert.deepEqual(plain([en?.share(1, 5000), en?.share(4999, 5000)]), ['< 0.1 %', '99.9 %'])
  assert.deepEqual(plain([ru?.share(1, 5000), ru?.share(4999, 5000)]), ['< 0,1 %', '99,9 %'])
  assert.deepEqual(plain([en?.number(1_994_321), en?.number(1994.25)]), ['1,990,000', '1990'])
  assert.deepEqual(
    plain([en?.number(1994.25, 45), en?.number(1_012_345, 29_899), ru?.number(383_987.6, 3980)]),
    ['1994.3', '1,012,300', '383 990'],
  )
  assert.deepEqual(plain([en?.number(12.3456, 4000), en?.number(0, 45), en?.number(7.5, 0)]), [
    '12.3',
    '0',
    '7.5',
  ])
})
