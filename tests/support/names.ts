import type { LookupFunction } from 'node:net'

/** A lookup that resolves every host to this machine, so that requests to `www.` and other names work. */
export const everyHostIsHere: LookupFunction = (_host, options, done) => {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}
