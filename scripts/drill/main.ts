import { type Drilled, drill } from './drill.ts'

const USAGE = 'npm run drill -- [KILLS] [SEED]  kills jobs so many times (200), where the seed says (any)'

/**
 * Runs as many rounds as the first argument says (200), with the seed of the second one (any). Gives the exit code: 1 at the first
 * round that went wrong, with the command that repeats it; 2 for arguments that are none.
 */
export async function main([
  rounds = '200',
  seed = String(Date.now() % 1_000_000),
]: readonly string[]): Promise<number> {
  if (rounds === '--help') {
    console.log(USAGE)
    return 0
  }
  const odd = [rounds, seed].find((given) => !/^\d{1,9}$/.test(given))
  if (odd !== undefined) {
    console.error(`drill: expected a whole number, saw "${odd}".\n${USAGE}`)
    return 2
  }
  console.log(`${rounds} kills, seed ${seed}`)
  try {
    printSummary(await drill(Number(rounds), Number(seed), console.log))
    return 0
  } catch (error) {
    console.error(`${(error as Error).message}\nRepeat it with: npm run drill -- ${rounds} ${seed}`)
    return 1
  }
}

function printSummary({ rounds, seconds, found }: Drilled): void {
  console.log(
    `\n${rounds} kills in ${seconds.toFixed(0)} s, and every next run came to the same end. Found after the kills:`,
  )
  for (const [what, count] of [...found].sort()) console.log(`  ${String(count).padStart(4)}  ${what}`)
}
