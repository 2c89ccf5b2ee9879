import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployed, type Ready, type Started, startProgram } from './started.ts'

const MODULES = '/usr/lib/apache2/modules'
/** What Debian enables, as far as it answers for files, `headers` and `rewrite`. */
const ENABLED = [
  'mpm_event',
  'authz_core',
  'authz_host',
  'access_compat',
  'alias',
  'autoindex',
  'deflate',
  'dir',
  'env',
  'filter',
  'headers',
  'mime',
  'negotiation',
  'reqtimeout',
  'rewrite',
  'setenvif',
  'status',
]

/** Runs the file a person puts into `sites-available`, on a port of this machine. */
export function startApache(ready: Ready): Promise<Started> {
  return start(ready, deployed(ready, /\.conf$/).replace('*:80', `127.0.0.1:${ready.port}`))
}

/** Runs a host that knows nothing of the site but its folder, and obeys the `.htaccess` in it as far as most shared hosts do. */
export function startApacheWithHtaccess(ready: Ready): Promise<Started> {
  const { folder, base } = ready.facts
  const place = base === '/' ? `DocumentRoot "${folder}"` : `Alias "${base.slice(0, -1)}" "${folder}"`
  return start(
    ready,
    `${place}\n<Directory "${folder}">\nAllowOverride FileInfo Indexes\nOptions Indexes FollowSymLinks MultiViews\nRequire all granted\n</Directory>`,
  )
}

function start(ready: Ready, own: string): Promise<Started> {
  const { scratch, port } = ready
  const modules = ENABLED.map((name) => [name, join(MODULES, `mod_${name}.so`)] as const)
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => `LoadModule ${name}_module ${file}`)
  writeFileSync(
    join(scratch, 'apache.conf'),
    `ServerRoot "${scratch}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${join(scratch, 'apache.pid')}"
DefaultRuntimeDir "${scratch}"
Mutex file:${scratch} default
ErrorLog "${join(scratch, 'error.log')}"
${modules.join('\n')}
User www-data
Group www-data
TypesConfig /etc/mime.types
AddOutputFilterByType DEFLATE text/html text/plain text/xml text/css text/javascript
AddOutputFilterByType DEFLATE application/x-javascript application/javascript application/ecmascript
AddOutputFilterByType DEFLATE application/rss+xml
AddOutputFilterByType DEFLATE application/wasm
AddOutputFilterByType DEFLATE application/xml
<Directory />
Require all denied
</Directory>
${own}
`,
  )
  return startProgram(ready, 'apache2', ['-D', 'FOREGROUND', '-f', join(scratch, 'apache.conf')])
}
