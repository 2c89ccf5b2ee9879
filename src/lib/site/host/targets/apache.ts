import { posix } from 'node:path'
import { COMPRESSED, QUERY_PATTERNS, RULES } from '../rules.ts'
import type { SiteFacts, Target } from '../types.ts'
import { deployPath, eachLine, escapePattern, quote, quoteShell, siteNameOf } from './text.ts'

/** Apache httpd 2.4: the same directives as `.htaccess` in the site, and in a file for its own configuration. */
export const apache: Target = {
  name: 'apache',
  title: 'Apache httpd',
  query: 'host',
  user: 'www-data',
  compressed: [],
  limits: { urlBytes: 8190 },
  render: (facts) => [
    { where: 'site', path: '.htaccess', content: `${renderDirectives(facts)}\n` },
    { where: 'deploy', path: `${siteNameOf(facts)}.conf`, content: renderConf(facts) },
  ],
  deploy: (facts) => [
    'sudo a2enmod headers rewrite',
    `sudo cp ${deployPath(facts, `apache/${siteNameOf(facts)}.conf`)} /etc/apache2/sites-available/`,
    // Debian's default site answers for every name that no other virtual host has.
    ...(facts.host === undefined ? ['sudo a2dissite 000-default'] : []),
    `sudo a2ensite ${quoteShell(siteNameOf(facts))}`,
    'sudo apachectl configtest && sudo systemctl reload apache2',
  ],
  deviations: [
    'With `.htaccess` alone, an address with `%2F` is 404 with a page of Apache.',
    'With `.htaccess` alone, a name longer than 255 bytes is 403 instead of 404.',
    'With `.htaccess` alone, on a host with MultiViews, `/x/index` is one of the files of `/x/`, and `/404` the page for missing files.',
  ],
}

function renderConf(facts: SiteFacts): string {
  const { folder, base, host } = facts
  const place = quotePath(`${folder}/`)
  return `${place.includes('mirror_dollar') ? '# A folder of this name cannot be written otherwise.\nDefine mirror_dollar $\n' : ''}<VirtualHost *:80>
${host === undefined ? '' : `  ServerName ${host.replace(/:\d+$/, '')}\n`}  ${base === '/' ? 'DocumentRoot' : `Alias ${base}`} ${place}
${base === '/' ? '' : `  RedirectMatch 301 "^${base.slice(0, -1)}$" ${base}\n`}  ErrorDocument 404 ${base}${RULES.notFound}
  RedirectMatch 404 "/[^/]{256}"
  <Directory ${quotePath(`${folder}/`.replace(/[*?[]|\\/g, (letter) => (letter === '\\' ? '[\\\\]' : `[${letter}]`)))}>
    AllowOverride None
    Options FollowSymLinks
    Require all granted
${renderDirectives(facts).replace(/^(?=.)/gm, '    ')}
  </Directory>
</VirtualHost>
`
}

// Apache expands variables before it parses a line.
function quotePath(path: string): string {
  return quote(path).replace(/\$(?=\{)/g, `\${mirror_dollar}`)
}

function renderDirectives({ base }: SiteFacts): string {
  const below = `%{REQUEST_URI} =~ m#^${escapePattern(base + RULES.queryFolder)}#`
  return `AddDefaultCharset Off
ErrorDocument 404 ${base}${RULES.notFound}
ErrorDocument 403 ${base}${RULES.notFound}

# Which file a folder gives: the first "type" of the query decides, below ${RULES.queryFolder} only.
DirectoryIndex ${RULES.page}
${eachLine(QUERY_PATTERNS, (format, pattern) => `<If "${below} && %{QUERY_STRING} =~ m#${pattern}#">\n  DirectoryIndex index.${format}\n</If>`)}

# What is not there is 404, a folder without that file too.
<If "%{REQUEST_URI} =~ m#/$# && ! -f '%{REQUEST_FILENAME}/${RULES.page}'">
  Redirect 404 /
</If>
${eachLine(QUERY_PATTERNS, (format, pattern) => `<If "${below} && %{REQUEST_URI} =~ m#/$# && %{QUERY_STRING} =~ m#${pattern}# && ! -f '%{REQUEST_FILENAME}/index.${format}'">\n  Redirect 404 /\n</If>`)}

RewriteEngine On
# A browser of another site that asks first takes no redirect for an answer.
RewriteCond %{REQUEST_METHOD} =OPTIONS
RewriteRule ^ - [R=204,L]
# A doubled slash is another address.
RewriteCond %{ENV:REDIRECT_STATUS} ^$
RewriteCond %{THE_REQUEST} "^[A-Z]+ /(?:[^? ]*/)?/"
RewriteRule ^ - [R=404,L]
# A page is asked for by its folder.
RewriteCond %{ENV:REDIRECT_STATUS} ^$
RewriteCond %{REQUEST_FILENAME} -f
RewriteCond %{THE_REQUEST} "^[A-Z]+ ([^? ]*/)index(?:\\.|%2[Ee])html[? ]"
RewriteRule ^ %1 [R=301,NE,L]
<If "%{REQUEST_METHOD} !~ m#^(?:${RULES.methods.join('|')})$#">
  Redirect 405 /
</If>

${eachLine(RULES.types.endings, (ending, type) => `AddType "${type}" .${ending}`)}
${eachLine(RULES.types.names, (path, type) => `<Files "${posix.basename(path)}">\n  ForceType ${quote(type)}\n</Files>`)}

${renderHeaders(base)}`
}

function renderHeaders(base: string): string {
  const set = (name: string, value: string) => `Header always set ${name} "${value}"`
  return [
    ...Object.entries(RULES.everywhere).map(([name, value]) => set(name, value)),
    set('cache-control', RULES.caching.other),
    `<If "%{REQUEST_URI} =~ m#^${escapePattern(base + RULES.hashedFolder)}#">`,
    `  ${set('cache-control', RULES.caching.hashed)}`,
    '</If>',
    set('content-security-policy', RULES.policies.other),
    ...Object.entries(RULES.policies.endings).flatMap(([ending, policy]) => [
      `<FilesMatch "\\.${ending}$">`,
      `  ${set('content-security-policy', policy)}`,
      '</FilesMatch>',
    ]),
    `<Files "${RULES.notFound}">`,
    `  ${set('content-security-policy', RULES.policies.notFound)}`,
    '</Files>',
    // mod_deflate adds this suffix to an ETag, but does not recognize it in a condition (bug 45023).
    `RequestHeader edit* if-none-match '-gzip"' '"'`,
    // Each header has its own condition: the condition of a section is not evaluated again when a folder is mapped to its file.
    ...Object.entries(RULES.preflight).map(
      ([name, value]) => `${set(name, value)} "expr=%{REQUEST_METHOD} == 'OPTIONS'"`,
    ),
    '<IfModule mod_filter.c>',
    '  <IfModule mod_deflate.c>',
    `    AddOutputFilterByType DEFLATE ${COMPRESSED.join(' ')}`,
    '  </IfModule>',
    '</IfModule>',
  ].join('\n')
}
