import { type Drilled, drill } from './drill.ts'

const USAGE =
  'npm run drill -- [KILLS] [SEED]  kills KILLS runs (200) at moments chosen by SEED (random), and checks what each leaves behind'

/**
 * Runs the given number of rounds (200) with the given seed (random). Resolves to the exit code: 1 at the first failed round, with the
 * command that repeats it; 2 for invalid arguments.
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
    `\n${rounds} kills in ${seconds.toFixed(0)} s; every next run produced the same result. State after the kills:`,
  )
  for (const [what, count] of [...found].sort()) console.log(`  ${String(count).padStart(4)}  ${what}`)
}
