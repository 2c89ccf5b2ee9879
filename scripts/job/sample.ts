import { type BaseAddress, parseBaseAddress } from '../../src/lib/interface/index.ts'
import { openPackage, startOrigin } from '../origin/index.ts'

/** The port of the bundled sample during a run. It is fixed so its addresses are the same in every run. */
const SAMPLE_PORT = 4790

/** Serves the bundled sample over HTTP while `use` runs. */
export async function withSample<T>(use: (bases: BaseAddress[]) => Promise<T>): Promise<T> {
  const dataPackage = await openPackage()
  const origin = await startOrigin(dataPackage, { port: SAMPLE_PORT }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      return startOrigin(dataPackage, { port: 0 })
    },
  )
  try {
    return await use([parseBaseAddress(origin.url)])
  } finally {
    await origin.close()
  }
}
