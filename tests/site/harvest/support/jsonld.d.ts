/** What the tests use of `jsonld`, which has no types of its own. */
declare module 'jsonld' {
  interface Options {
    readonly documentLoader?: (url: string) => unknown
    /** Throw where data would be lost. */
    readonly safe?: boolean
    readonly format?: string
    readonly inputFormat?: string
    readonly algorithm?: string
  }
  const jsonld: {
    toRDF(document: object, options: Options): Promise<string>
    canonize(nquads: string, options: Options): Promise<string>
  }
  export default jsonld
}
