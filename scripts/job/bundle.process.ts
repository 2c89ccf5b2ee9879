import type { build } from 'astro'
import type { BundlingError } from './renderer.ts'

/** Bundles the templates into a folder, the first argument. The second is the log level of Astro. An error is sent to the parent process. */
const [folder = '', level] = process.argv.slice(2)
// Ends with the build that has started it.
process.once('disconnect', () => process.exit())
try {
  // Imported here, so that an error while loading them is sent too.
  const [{ build }, { astroConfig }] = await Promise.all([import('astro'), import('./astro.ts')])
  const logLevel = level === 'info' ? 'info' : 'silent'
  // A build needs no content types, and the folder of the program may be read-only.
  await build({ ...astroConfig(folder), configFile: false, logLevel }, { sync: false } as BuildOptions)
} catch (error) {
  process.send?.(plain(error as BundlingError))
}
process.disconnect()

type BuildOptions = Parameters<typeof build>[1]

// An error loses its class when it is sent to another process, and errors of the bundler contain values that cannot be sent.
function plain({ message, stack, code, pluginCode, syscall, path, errors }: BundlingError): BundlingError {
  return {
    name: 'Error',
    message,
    ...(stack && { stack }),
    ...(code && { code }),
    ...(pluginCode && { pluginCode }),
    ...(syscall && { syscall }),
    ...(path && { path }),
    ...(errors && { errors: errors.map(plain) }),
  }
}
