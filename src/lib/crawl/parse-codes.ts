import { type DatasetCode, findCodeProblem, parseDatasetCode, quoteCode } from '../interface/index.ts'
import type { Problem, ProblemCode } from '../snapshot/index.ts'

/** The codes that can be folder names, and problems of the others. */
export interface ParsedCodes {
  readonly codes: readonly DatasetCode[]
  readonly problems: readonly Problem[]
}

/**
 * Checks discovered codes in order. Codes that cannot be folder names are rejected. Of codes that differ only in case or Unicode
 * normalisation, all but the first are rejected if the disk ignores the difference (`folds`), else reported.
 */
export function parseCodes(found: readonly string[], folds: boolean): ParsedCodes {
  const codes: DatasetCode[] = []
  const problems: Problem[] = []
  const folded = new Map<string, string>()
  for (const text of found) {
    const problem = findCodeProblem(text)
    const fold = text.normalize('NFC').toLowerCase()
    const twin = folded.get(fold)
    if (problem !== undefined) {
      problems.push(refused(text, 'unusable-code', problem))
      continue
    }
    if (twin !== undefined)
      problems.push(
        folds
          ? refused(text, 'clashing-code', `on this disk it is the same folder as ${quoteCode(twin)}`)
          : alike(text, twin),
      )
    if (twin === undefined) folded.set(fold, text)
    if (twin === undefined || !folds) codes.push(parseDatasetCode(text))
  }
  return { codes, problems }
}

function refused(text: string, code: ProblemCode, problem: string): Problem {
  return {
    severity: 'gap',
    code,
    subject: quoteCode(text),
    message: `This dataset code cannot be used as a folder name: ${problem}.`,
  }
}

function alike(code: string, twin: string): Problem {
  const message = `Its code differs from ${quoteCode(twin)} only in case or Unicode form. On disks and hosts that ignore the difference, one of the two will be lost.`
  return {
    severity: 'warning',
    code: 'clashing-code',
    subject: quoteCode(code),
    message,
    facts: { twin: quoteCode(twin) },
  }
}
