import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCurrent, findDigest } from '../../src/lib/snapshot/index.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { mount, run } from './mounts.ts'

const DISK_BYTES = 48 * 2 ** 20

for (const [how, PATH] of [
  ['by one sync', process.env.PATH],
  ['file by file, where there is no program for that', '/nowhere'],
] as const)
  test(`a power cut right after a snapshot was published leaves it complete on disk: it was flushed ${how}`, async (t) => {
    const folder = temporaryFolder(t)
    const [image, cut] = [join(folder, 'disk.img'), join(folder, 'cut.img')]
    writeFileSync(image, '')
    truncateSync(image, DISK_BYTES)
    const refusal = run('mkfs.ext4', '-q', image)
    if (refusal !== undefined) return t.skip(refusal)
    const mounted = mount(t, '-o', 'loop', image)
    if ('refusal' in mounted) return t.skip(mounted.refusal)
    const { disk } = mounted
    const href = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
    const state = join(disk, 'state')
    const script = `
    import { writeFileSync } from 'node:fs'
    import { openDraft } from ${href('../../src/lib/snapshot/index.ts')}
    import { manifestOf, ORIGIN, put, START } from ${href('./records.ts')}
    for (const id of ['20260101T000000000Z', '20260201T000000000Z']) {
      const draft = openDraft(${JSON.stringify(state)}, ORIGIN, START)
      const records = Array.from({ length: 200 }, (_, n) => put(draft, 'd' + n, (id + n).repeat(500)))
      await draft.publish(manifestOf(id, records))
    }
    writeFileSync(${JSON.stringify(join(disk, 'careless'))}, 'x'.repeat(5000))`
    assert.equal(
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, PATH } })
        .status,
      0,
    )
    // The image contains what the file system has written to its disk so far, and nothing that is still in memory.
    copyFileSync(image, cut)
    const remounted = mount(t, '-o', 'loop', cut)
    assert.ok('disk' in remounted)
    const after = remounted.disk
    const current = findCurrent(join(after, 'state'))
    assert.equal(current?.manifest.generation, '20260201T000000000Z')
    assert.equal(current.manifest.records.length, 200)
    for (const { path, sha256 } of current.manifest.records)
      assert.equal(findDigest(join(current.folder, path))?.sha256, sha256, path)
    // The cut works: data that was not flushed is gone, although it was written before.
    assert.equal(readFileSync(join(disk, 'careless')).length, 5000)
    assert.notEqual(statSync(join(after, 'careless'), { throwIfNoEntry: false })?.size, 5000)
  })
