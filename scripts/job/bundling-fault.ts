import { getSystemErrorMap } from 'node:util'
import { DiskFault, toDiskFault } from '../../src/lib/site/index.ts'

/**
 * The message of the bundler when it cannot create a file or a folder. It is not written in JavaScript and has its own format: the
 * path is at the end of a line, the error number of the system below it.
 */
const REFUSAL = /(?: in|:) (?<path>(?:\/|[A-Za-z]:\\).*)$[\s\S]*?\(os error (?<errno>\d+)\)/m

/** The bundler's error contains other errors. An error of Node in a plugin has its code in `pluginCode`. */
interface BundlingError extends NodeJS.ErrnoException {
  readonly pluginCode?: string
  readonly errors?: readonly BundlingError[]
}

/** The same error, or a DiskFault if a file below `folder` could not be written while pages were bundled. */
export function toBundlingFault(error: unknown, folder: string): unknown {
  const [first = error] = (error as BundlingError | undefined)?.errors ?? []
  const met = (first ?? {}) as BundlingError
  const refused = REFUSAL.exec(met.message ?? '')?.groups
  const [code = met.pluginCode ?? met.code] = getSystemErrorMap().get(-Number(refused?.errno)) ?? []
  const fault = toDiskFault({ ...met, code, path: refused?.path ?? met.path }, folder)
  return fault instanceof DiskFault ? fault : error
}
