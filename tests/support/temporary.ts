import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where folders are made: `set-up.ts` says so, and removes what a test that was killed left there. */
let room = process.env.MIRROR_TESTS_SHARED ?? tmpdir()

/** Has folders made in another place from now on. */
export function makeFoldersIn(place: string): void {
  room = place
}

/** An empty folder that is gone when the test ends. */
export function temporaryFolder(t: { after(clean: () => void): void }): string {
  const folder = mkdtempSync(join(room, 'mirror-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
