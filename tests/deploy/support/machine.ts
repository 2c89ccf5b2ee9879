import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/files.ts'

/** The folders of the test machine that it may change. */
const PLACES = ['etc', 'home', 'run', 'srv', 'var']

/**
 * A separate Debian machine, in the state after its packages were installed: mounts over this one, a network with only the loopback
 * interface, and processes that end with it. It changes nothing on this machine, except in `folder`.
 */
export interface Machine {
  /** A folder both machines share, which every user may enter. */
  readonly folder: string
  /** Runs a script in bash as root, with its own `sudo`, `apt-get`, `npm` and `systemctl`. Never rejects. */
  run(script: string, options?: { cwd?: string; env?: NodeJS.ProcessEnv }): Promise<Ran>
  close(): Promise<void>
}

interface Ran {
  readonly code: number | null
  /** Its output on both streams. */
  readonly printed: string
}

// Namespaces that end with the machine.
const NAMESPACES = ['--mount', '--net', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc']

/** Why such a machine cannot be started here, or false. */
export const noMachine: string | false = findHindrance()

function findHindrance(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a machine of its own needs root on Linux'
  const script =
    'ip link set lo up && mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w && mount -t overlay none -o lowerdir=/etc,upperdir=/mnt/u,workdir=/mnt/w /etc'
  const { status, error } = spawnSync('unshare', [...NAMESPACES, 'sh', '-c', script], { stdio: 'ignore' })
  if (error !== undefined) return 'there is no unshare here'
  return status === 0 ? false : 'mounts of its own are not allowed here'
}

/** Starts a machine below a folder. Rejects with its output if it does not start. */
export async function startMachine(scratch: string): Promise<Machine> {
  const folder = mkdtempSync(join(scratch, 'machine-'))
  for (const place of [scratch, folder]) chmodSync(place, 0o755)
  // The shell reaps processes that daemons leave.
  const script = `set -e
    ip link set lo up
    mkdir -p "${folder}/own" && mount -t tmpfs none "${folder}/own"
    for place in ${PLACES.join(' ')}; do
      mkdir -p "${folder}/own/$place/u" "${folder}/own/$place/w"
      mount -t overlay none -o "lowerdir=/$place,upperdir=${folder}/own/$place/u,workdir=${folder}/own/$place/w" "/$place"
    done
    # Users of the machine may not enter every folder that the checkout is in.
    mkdir "${folder}/own/checkout" && mount --bind "${ROOT}" "${folder}/own/checkout"
    touch "${folder}/own/npm.log" && chmod 666 "${folder}/own/npm.log"
    echo ready
    sleep infinity
    :`
  const machine = spawn('unshare', [...NAMESPACES, 'bash', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => machine.once('exit', () => resolve()))
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [machine.stdout, machine.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
        if (printed.includes('ready')) resolve()
      })
    machine.once('exit', () => reject(new Error(`The machine did not come up: ${printed}`)))
  })
  const pid = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').trim()
  const checkout = join(folder, 'own/checkout')
  const env = {
    PATH: `${join(checkout, 'tests/deploy/support/machine')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    LANG: 'C.UTF-8',
    HOME: '/root',
    MACHINE: join(folder, 'own'),
    NODE: process.execPath.replace(ROOT, `${checkout}/`),
    MIRROR: join(checkout, 'scripts/mirror.mjs'),
    // What was compiled is shared, like the folder of all tests that it is in.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  }
  return {
    folder,
    run: (command, { cwd = folder, env: own = {} } = {}) =>
      new Promise((resolve, reject) => {
        // A file instead of a pipe, because daemons keep their output open.
        const log = join(mkdtempSync(join(folder, 'run-')), 'log')
        const file = openSync(log, 'w')
        const args = [
          '--target',
          pid,
          '--mount',
          '--net',
          '--pid',
          `--wd=${cwd}`,
          'bash',
          '--noprofile',
          '--norc',
          '-c',
          command,
        ]
        const child = spawn('nsenter', args, { env: { ...env, ...own }, stdio: ['ignore', file, file] })
        closeSync(file)
        child.once('error', reject)
        child.once('exit', (code) => resolve({ code, printed: readFileSync(log, 'utf8') }))
      }),
    close: () => {
      machine.kill('SIGKILL')
      return ended
    },
  }
}

export interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Requests an address on a machine repeatedly until the answer is as wanted, because a reloaded server may answer once as before. Returns
 * the last answer.
 */
export async function ask(
  { run }: Machine,
  url: string,
  {
    headers = {},
    wanted = () => true,
  }: { headers?: Record<string, string>; wanted?: (page: Page) => boolean } = {},
): Promise<Page> {
  for (let tries = 0; ; tries++) {
    const { printed } = await run(
      `"$NODE" --input-type=module -e ${SCRIPT} '${JSON.stringify({ url, headers })}'`,
    )
    const page: Page = printed.startsWith('{')
      ? JSON.parse(printed)
      : { status: 0, headers: {}, body: printed }
    if ((page.status > 0 && wanted(page)) || tries === 40) return page
  }
}

const SCRIPT = `'
  import { get } from "node:http"
  const { url, headers } = JSON.parse(process.argv[1])
  get(url, { headers }, (answer) => {
    const chunks = []
    answer.on("data", (chunk) => chunks.push(chunk))
    answer.on("end", () => console.log(JSON.stringify({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString("latin1") })))
  }).on("error", (error) => console.log(error.message))
'`
