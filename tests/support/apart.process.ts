import { runHere } from './mirror.ts'

process.on('message', async (args: readonly string[]) => process.send?.(await runHere(args)))
