import { fileURLToPath } from 'node:url'

/** Characters that the bundler reads as parts of an address or a pattern if they are in a path. */
const UNUSABLE = /[#?*]/

/**
 * Exits with a one-line message if the program cannot run: on an old Node.js, in a working folder that was removed, from a folder that the bundler
 * cannot use, or on Windows, where a dataset code with `\\` or `:` would name a file outside the folders of the mirror. Plain JavaScript, so that
 * any version of Node.js can run it.
 */
export function requireNode(command) {
  const problem = findProblem(command)
  if (problem === undefined) return
  console.error(problem)
  process.exit(2)
}

/** Why the program cannot run here, in one line; undefined if it can. */
export function findProblem(command, { platform, version, folder, hasWorkingFolder } = here()) {
  if (platform === 'win32')
    return 'Windows is not supported. Run it on Linux or macOS, or in the Windows Subsystem for Linux (https://learn.microsoft.com/windows/wsl).'
  if (UNUSABLE.test(folder))
    return `The program cannot run in ${folder}, because its path contains #, ? or *. Move it to a folder without these characters.`
  if (!hasWorkingFolder)
    return 'The working folder was removed, or this user cannot enter it. Change to another folder (cd), then run again.'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return undefined
  return (
    `Node.js 22.19 or later is required, this is ${version}. Run "npm ci", which installs it for "${command}" with the package "node". ` +
    'If install scripts are disabled (--ignore-scripts), or with pnpm or yarn, install Node.js 22.19 or later yourself.'
  )
}

function here() {
  const folder = fileURLToPath(new URL('../', import.meta.url))
  return {
    platform: process.platform,
    version: process.versions.node,
    folder,
    hasWorkingFolder: hasWorkingFolder(),
  }
}

function hasWorkingFolder() {
  try {
    process.cwd()
    return true
  } catch {
    return false
  }
}
