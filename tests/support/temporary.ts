import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The parent of temporary folders; `set-up.ts` sets it, and removes what killed tests left there. */
let room = process.env.MIRROR_TESTS_SHARED ?? tmpdir()

/** Sets another parent for temporary folders. */
export function makeFoldersIn(place: string): void {
  room = place
}

/** An empty folder that is removed when the test ends. */
export function temporaryFolder(t: { after(clean: () => void): void }): string {
  const folder = mkdtempSync(join(room, 'mirror-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
