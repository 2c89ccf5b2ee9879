import { getSystemErrorMap } from 'node:util'
import { DiskFault, toDiskFault } from '../../src/lib/site/index.ts'

/**
 * What the bundler says when it cannot make a file or a folder: it is no program of Node's, and has words and a stack of its own. The
 * path is at the end of a line, the number of the error of the system below it.
 */
const REFUSAL = /(?: in|:) (?<path>(?:\/|[A-Za-z]:\\).*)$[\s\S]*?\(os error (?<errno>\d+)\)/m

/** What the bundler fails with is an error of errors; one of Node's that a plugin met has another code there. */
interface BundlingError extends NodeJS.ErrnoException {
  readonly pluginCode?: string
  readonly errors?: readonly BundlingError[]
}

/** The same error, or a DiskFault where something could not be written below `folder` while pages were bundled. */
export function toBundlingFault(error: unknown, folder: string): unknown {
  const [first = error] = (error as BundlingError | undefined)?.errors ?? []
  const met = (first ?? {}) as BundlingError
  const refused = REFUSAL.exec(met.message ?? '')?.groups
  const [code = met.pluginCode ?? met.code] = getSystemErrorMap().get(-Number(refused?.errno)) ?? []
  const fault = toDiskFault({ ...met, code, path: refused?.path ?? met.path }, folder)
  return fault instanceof DiskFault ? fault : error
}
