import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployed, type Ready, type Started, startProgram } from './started.ts'

/** Runs the file a person copies to `conf.d`, on a port of this machine. */
export function startNginx(ready: Ready): Promise<Started> {
  const { scratch, port } = ready
  const own = deployed(ready, /\.conf$/)
    .replace('listen 80 default_server;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:80 default_server;', '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(scratch, name)};`)
    .join('\n')
  writeFileSync(
    join(scratch, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${join(scratch, 'nginx.pid')};
error_log stderr warn;
events {}
http {
access_log off;
${temporary}
${own}
}
`,
  )
  return startProgram(ready, 'nginx', ['-p', scratch, '-c', join(scratch, 'nginx.conf')])
}
