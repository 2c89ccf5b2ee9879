import { apache } from './targets/apache.ts'
import { caddy } from './targets/caddy.ts'
import { cloudflare } from './targets/cloudflare.ts'
import { deno } from './targets/deno.ts'
import { githubPages } from './targets/github-pages.ts'
import { gitlabPages } from './targets/gitlab-pages.ts'
import { lighttpd } from './targets/lighttpd.ts'
import { netlify } from './targets/netlify.ts'
import { nginx } from './targets/nginx.ts'
import { node } from './targets/node.ts'
import { plain } from './targets/plain.ts'
import { s3Cloudfront } from './targets/s3-cloudfront.ts'
import { vercel } from './targets/vercel.ts'
import type { Target } from './types.ts'

/** Every host a site can be made ready for, in the order of their names in `TARGET_NAMES`. */
export const TARGETS: readonly Target[] = [
  nginx,
  apache,
  caddy,
  lighttpd,
  cloudflare,
  netlify,
  vercel,
  s3Cloudfront,
  deno,
  node,
  githubPages,
  gitlabPages,
  plain,
]

const AZURE =
  'Azure Static Web Apps reserves /api for functions and cannot route by query string. Use the target "node" in a container, for instance on Azure Container Apps.'

/** Hosts that cannot serve the interface, with the reason and what to use instead. */
export const UNSUITABLE: Readonly<Record<string, string>> = {
  firebase:
    'Firebase Hosting serves existing files before it applies rules, and its rules ignore query strings. Use the target "node" in a container, for instance on Cloud Run.',
  azure: AZURE,
  'azure-static-web-apps': AZURE,
  swa: AZURE,
}

/** The target of this name, or undefined. */
export function findTarget(name: string): Target | undefined {
  return TARGETS.find((target) => target.name === name)
}
