/** A command line that cannot be followed. The message says what was seen and what is expected. */
export class UsageError extends Error {
  override name = 'UsageError'
}
