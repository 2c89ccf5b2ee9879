/**
 * Ends the program with one clear line where it cannot run: on a Node that is too old, or on Windows, where a dataset code with `\\` or `:`
 * would name a file outside of the folders of the mirror. Plain JavaScript that any Node reads.
 */
export function requireNode(command) {
  const problem = findProblem(command)
  if (problem === undefined) return
  console.error(problem)
  process.exit(2)
}

/** Why the program cannot run here, in a line; undefined when it can. */
export function findProblem(command, { platform, version, manager } = here()) {
  if (platform === 'win32')
    return 'Windows is not supported. Run it on Linux or macOS, or in the Windows Subsystem for Linux (https://learn.microsoft.com/windows/wsl).'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return undefined
  const install = manager === undefined || manager === 'npm' ? 'npm ci' : `${manager} install`
  return (
    `This needs Node.js 22.19 or later, this is ${version}. "${install}" installs one for "${command}" with the package "node", ` +
    'unless install scripts are turned off (--ignore-scripts, or pnpm, which runs them only when allowed): then install Node.js 22.19 or later yourself.'
  )
}

function here() {
  const manager = /^(npm|pnpm|yarn|bun)\//.exec(process.env.npm_config_user_agent ?? '')?.[1]
  return { platform: process.platform, version: process.versions.node, manager }
}
