// Loaded before each process of tests. To know whose an error that escapes is, Node's test runner follows every promise of the
// process, a tenth of what tests cost that await much; here it follows all else alone. So an error that escapes after an
// `await` fails its process instead of its test, and nothing may be described after one. `node tests/some.test.ts` does without.
import hooks from 'node:async_hooks'

const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
await import('node:test')
hooks.createHook = createHook
