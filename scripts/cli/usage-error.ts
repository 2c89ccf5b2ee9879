/** A wrong command line. The message states what was seen and what is expected. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The error of a command that needs a built site and finds none in the folder. */
export function noBuiltSite(command: string, folder: string): UsageError {
  return new UsageError(`${command}: there is no built site in ${folder}. Build one: npm run mirror`)
}
