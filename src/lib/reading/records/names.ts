/** The name, or the first of `name (2)`, `name (3)`, … that is not taken. Takes it. */
export function takeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`
  taken.add(free)
  return free
}
