import { getSystemErrorMap } from 'node:util'
import { DiskFault, toDiskFault } from '../../src/lib/site/index.ts'

/** The bundler is no program of Node's: it tells what the disk refused in words of its own, with its own stack. */
const REFUSAL = /^Failed to write file in (?<path>.+)$(?:.|\n)*\(os error (?<errno>\d+)\)/m

/** The same error, or a DiskFault where the bundler could not write below `folder`. */
export function toBundlingFault(error: unknown, folder: string): unknown {
  const told = REFUSAL.exec(error instanceof Error ? error.message : '')?.groups
  const [code] = getSystemErrorMap().get(-Number(told?.errno)) ?? []
  if (code === undefined) return error
  const refused = toDiskFault(Object.assign(new Error(), { code, path: told?.path }), folder)
  return refused instanceof DiskFault ? refused : error
}
