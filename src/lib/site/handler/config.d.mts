import type { Rules } from './handler.mjs'

/** The file that `host` writes next to a copied server. */
declare const config: {
  readonly rules: Rules
  /** The folder of the site, as a URL relative to the server. */
  readonly site: string
}
export default config
