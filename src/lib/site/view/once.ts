/** Returns a function that calls `make` when it is first called, and always gives that value. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
