import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The parent of temporary folders; `set-up.ts` sets it, and removes what killed tests left there. */
const ROOM = process.env.MIRROR_TESTS_SHARED ?? tmpdir()

/**
 * An empty folder that is removed when the test ends. If it cannot be, because a failed test is still writing to it, `set-up.ts` removes it:
 * after an error Node would not close what the test opened later, and the file would never end.
 */
export function temporaryFolder(t: { after(clean: () => void): void }): string {
  const folder = mkdtempSync(join(ROOM, 'mirror-test-'))
  t.after(() => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {}
  })
  return folder
}
