/** Returns a function that calls `make` when it is first called, and always gives that value. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A copy of an object with further properties, each made when it is first read. */
export function withLazy<Base extends object, Added extends object>(
  base: Base,
  makers: { readonly [Name in keyof Added]: () => Added[Name] },
): Base & Added {
  const made = { ...base } as Base & Added
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(made, name, { get: once(make as () => unknown), enumerable: true })
  return made
}
