import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder that is gone when the test ends. */
export function temporaryFolder(t: { after(clean: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'mirror-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
