/** The hosts for which a site can be prepared. */
export const TARGET_NAMES = [
  'nginx',
  'apache',
  'caddy',
  'lighttpd',
  'cloudflare',
  'netlify',
  'vercel',
  's3-cloudfront',
  'deno',
  'node',
  'github-pages',
  'gitlab-pages',
  'plain',
] as const
export type TargetName = (typeof TARGET_NAMES)[number]
