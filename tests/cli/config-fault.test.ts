import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHere } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

const FAULTS: readonly (readonly [what: string, name: string, text: string, fault: string])[] = [
  ['a cut config', 'mirror.config.ts', 'export default {\n  title: "x",\n', 'mirror.config.ts:3:1'],
  ['a syntax error', 'mirror.config.ts', '// Ü\n\tconst a: = 1\n', 'mirror.config.ts:2:11'],
  ['a syntax error in JavaScript', 'own.mjs', 'export default {\n  title: "Ü" "x",\n}\n', 'own.mjs:2:14'],
  ['syntax that Node does not strip', 'own.ts', '\nenum A { B }\nexport default {}\n', 'own.ts:2'],
  ['an error in an imported file', 'own.ts', "import './part.ts'\nexport default {}\n", 'part.ts:1:9'],
  ['an import of no file', 'own.ts', "export default {}\nimport './none.ts'\n", 'own.ts:2:8'],
  ['an error while it runs', 'own.ts', 'const a = 1\nexport default { title: b }\n', 'own.ts:2:25'],
  ['a thrown text', 'own.ts', "throw 'no'\n", 'own.ts'],
]

for (const [what, name, text, fault] of FAULTS)
  test(`${what} is reported with its file, line and column, and what is wrong`, async (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'part.ts'), 'const a b\n')
    writeFileSync(join(folder, name), text)
    const { code, stderr } = await runHere(['plan', '--config', join(folder, name)])
    assert.equal(code, 2)
    assert.ok(stderr.startsWith(join(folder, fault)), stderr)
    assert.match(stderr.slice(join(folder, fault).length), /^ cannot be read: \S.*\.\n$/)
  })
