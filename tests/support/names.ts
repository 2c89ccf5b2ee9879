import type { LookupFunction } from 'node:net'

/** A lookup by which every host is this machine, so that `www.` and other names can be asked. */
export const everyHostIsHere: LookupFunction = (_host, options, done) => {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}
