/** A command line that cannot be followed. The message says what was seen and what is expected. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What a command that works on a built site says of a folder that is none. */
export function noBuiltSite(command: string, folder: string): UsageError {
  return new UsageError(`${command}: ${folder} holds no built site. Build one: npm run mirror`)
}
