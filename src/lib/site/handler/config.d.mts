import type { Rules } from './handler.mjs'

/** What `host` writes beside a copied server. */
declare const config: {
  readonly rules: Rules
  /** The folder of the site, as a URL relative to the server. */
  readonly site: string
}
export default config
