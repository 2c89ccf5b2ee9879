/** A data package that cannot be published: the message states what is wrong, where, and what to do. */
export class PackageError extends Error {
  override name = 'PackageError'
  /** The invalid file. */
  readonly path: string

  constructor(path: string, problem: string, hint: string, options?: ErrorOptions) {
    super(`${path}: ${problem}. ${hint}`, options)
    this.path = path
  }
}
