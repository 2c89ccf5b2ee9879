import type { Command } from '../command.ts'
import { buildCommand } from './build.ts'
import { crawlCommand } from './crawl.ts'
import { mirrorCommand } from './mirror.ts'
import { originCommand } from './origin.ts'
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
  serveCommand,
  originCommand,
]

/** The command of this name, or undefined. */
export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
