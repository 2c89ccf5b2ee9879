import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildFailure, Message } from 'esbuild'

/**
 * Why a module cannot be imported, as `<file>:<line>:<column> cannot be read: <sentence>`. Node states no column for a syntax error, and for one in
 * JavaScript no line, so esbuild looks for errors of syntax and for imports that lead nowhere, in the module and in what it imports.
 */
export async function describeImportFault(error: unknown, path: string): Promise<string> {
  const [found] = await findSyntaxFaults(path)
  if (found !== undefined) return `${locate(found, path)} cannot be read: ${sentenceOf(found.text)}`
  const { stack = '', message = String(error) } = (error ?? {}) as Partial<Error>
  const [, fromModule = ''] = stack.split(pathToFileURL(path).href)
  const [at = ''] =
    /^:\d+(?::\d+)?/.exec(stack.startsWith(`${path}:`) ? stack.slice(path.length) : fromModule) ?? []
  return `${path}${at} cannot be read: ${sentenceOf(message)}`
}

async function findSyntaxFaults(path: string): Promise<readonly Message[]> {
  try {
    const { build } = await import('esbuild')
    await build({
      entryPoints: [path],
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      // As Node does: an import without a use is still made.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      write: false,
      logLevel: 'silent',
    })
    return []
  } catch (error) {
    return (error as Partial<BuildFailure>).errors ?? []
  }
}

// esbuild names files relative to the working folder, and counts columns from 0, in bytes.
function locate({ location }: Message, path: string): string {
  if (location === null) return path
  const { file, line, column, lineText } = location
  return `${resolve(file)}:${line}:${Buffer.from(lineText).subarray(0, column).toString().length + 1}`
}

function sentenceOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
