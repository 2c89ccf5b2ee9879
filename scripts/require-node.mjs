/** Ends the program with one clear line when the running Node is too old for it. Plain JavaScript that any Node reads. */
export function requireNode(command) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return
  console.error(
    `This needs Node 22.19 or later, this is ${process.versions.node}: run "npm ci" once, then "${command}", which brings its own.`,
  )
  process.exit(2)
}
