/**
 * Checksums as `sha256sum -c` reads them (GNU coreutils, md5sum invocation): a name with a backslash, line feed or
 * carriage return is escaped, and its line begins with a backslash. Sorted by path, in pieces: those of many datasets are a long text.
 */
export function* renderChecksums(sums: ReadonlyMap<string, string>): Iterable<string> {
  for (const path of [...sums.keys()].sort()) yield renderLine(path, sums.get(path) as string)
}

function renderLine(path: string, sha256: string): string {
  return /[\\\n\r]/.test(path) ? `\\${sha256}  ${escapeName(path)}\n` : `${sha256}  ${path}\n`
}

/**
 * Reads checksums into sha256 by path. Throws an error that quotes the first line it cannot read, names a path that is listed twice, or
 * states that the line ends are those of Windows.
 */
export function parseChecksums(text: string): Map<string, string> {
  const sums = new Map<string, string>()
  for (const [path, sha256] of eachChecksum([text])) {
    if (sums.has(path)) throw new Error(`SHA256SUMS: ${JSON.stringify(path)} is listed twice.`)
    sums.set(path, sha256)
  }
  return sums
}

/** Reads checksums one by one from a text in pieces, as paths with their sha256: those of many datasets take much memory. Throws like {@link parseChecksums}. */
export function* eachChecksum(pieces: Iterable<string>): Generator<readonly [path: string, sha256: string]> {
  for (const line of linesOf(pieces)) {
    if (line === '') continue
    if (line.endsWith('\r'))
      throw new Error(
        'SHA256SUMS: the lines end as on Windows. The files were probably transferred as text, which changes them: transfer them again, in binary mode.',
      )
    const match = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s.exec(line)
    if (match === null)
      throw new Error(`SHA256SUMS: expected a checksum and a name, saw ${JSON.stringify(line.slice(0, 80))}.`)
    const [, escaped = '', sha256 = '', name = ''] = match
    yield [escaped ? unescapeName(name) : name, sha256]
  }
}

// Yields the lines one by one: if a damaged file consists of line feeds, a list of its lines would not fit into memory.
function* linesOf(pieces: Iterable<string>): Iterable<string> {
  let rest = ''
  for (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield rest + piece.slice(from, end)
      rest = ''
      from = end + 1
    }
    rest += piece.slice(from)
  }
  yield rest
}

function escapeName(path: string): string {
  return path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

function unescapeName(name: string): string {
  return name.replace(/\\([\\nr])/g, (_, letter) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'))
}
