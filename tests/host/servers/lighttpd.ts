import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployed, type Ready, type Started, startProgram } from './started.ts'

/** What Debian's own configuration sets, as far as a file beside it is concerned. */
const DISTRIBUTION = (
  scratch: string,
  port: number,
) => `server.modules = ("mod_indexfile", "mod_access", "mod_alias", "mod_redirect")
server.document-root = "${scratch}"
server.port = ${port}
server.bind = "127.0.0.1"
server.http-parseopts = (
  "header-strict" => "enable",
  "host-strict" => "enable",
  "host-normalize" => "enable",
  "url-normalize-unreserved" => "enable",
  "url-normalize-required" => "enable",
  "url-ctrls-reject" => "enable",
  "url-path-2f-decode" => "enable",
  "url-path-dotseg-remove" => "enable",
)
index-file.names = ("index.php", "index.html")
url.access-deny = ("~", ".inc")
static-file.exclude-extensions = (".php", ".pl", ".fcgi")
mimetype.assign = (".html" => "text/html", ".json" => "application/json", "" => "application/octet-stream")
include "${join(scratch, 'mirror.conf')}"
server.modules += ("mod_dirlisting", "mod_staticfile")
`

/** Runs the file a person enables, beside the configuration of Debian, on a port of this machine. */
export function startLighttpd(ready: Ready): Promise<Started> {
  const { scratch, port } = ready
  const file = join(scratch, 'lighttpd.conf')
  mkdirSync(join(scratch, 'cache'))
  const own = deployed(ready, /\.conf$/).replace('/var/cache/lighttpd/compress/', join(scratch, 'cache'))
  writeFileSync(join(scratch, 'mirror.conf'), own)
  writeFileSync(file, DISTRIBUTION(scratch, port))
  return startProgram(ready, 'lighttpd', ['-D', '-f', file])
}
