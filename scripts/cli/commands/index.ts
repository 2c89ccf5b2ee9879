import type { Command } from '../command.ts'
import { buildCommand } from './build.ts'
import { checkCommand } from './check.ts'
import { crawlCommand } from './crawl.ts'
import { hostCommand } from './host.ts'
import { mirrorCommand } from './mirror.ts'
import { originCommand } from './origin.ts'
import { packCommand } from './pack.ts'
import { planCommand } from './plan.ts'
import { serveCommand } from './serve.ts'
import { verifyCommand } from './verify.ts'

/** The commands, in the order the help lists them. */
export const COMMANDS: readonly Command[] = [
  mirrorCommand,
  crawlCommand,
  buildCommand,
  planCommand,
  verifyCommand,
  checkCommand,
  serveCommand,
  hostCommand,
  packCommand,
  originCommand,
]

/** The command of this name, or undefined. */
export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
