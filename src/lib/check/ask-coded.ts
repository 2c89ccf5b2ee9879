import { type CheckAnswer, describeAnswer, type Given, headerOf } from './answer.ts'
import { describeFile, isFile, mostOf } from './ask-file.ts'
import { type CheckVerdict, fail, pass, type Question, unsupported } from './question.ts'
import type { CheckedFile, CheckedSite } from './site.ts'

/** The content codings that are tested one by one. */
export const CHECKED_CODINGS = ['br', 'gzip', 'zstd'] as const

/** The header of a browser, so the host chooses the coding. */
const ANY = 'gzip, deflate, br, zstd'

const SIBLINGS = { br: 'br', gzip: 'gz', zstd: 'zst' } as const

/** Requests a file in each of these content codings. */
export function askCoded(file: CheckedFile, target: string, codings: readonly string[]): Question[] {
  return codings.map((coding) => ({
    target,
    headers: { 'accept-encoding': coding },
    most: mostOf(file),
    judge: (answer) => judgeCoded(file, coding, answer),
  }))
}

/** The codings to test for a file: those of its compressed siblings and those that the host is known to use, or else any. */
export function codingsOf(
  { sums }: CheckedSite,
  { path }: CheckedFile,
  offered: ReadonlySet<string>,
): string[] {
  const known = CHECKED_CODINGS.filter(
    (coding) => offered.has(coding) || sums.has(`${path}.${SIBLINGS[coding]}`),
  )
  return known.length > 0 ? known : [ANY]
}

/** Requests a file in any coding that the host chooses. */
export function askAnyCoding(file: CheckedFile, target: string): Question[] {
  return askCoded(file, target, [ANY])
}

function judgeCoded(file: CheckedFile, asked: string, answer: CheckAnswer): CheckVerdict[] {
  if (!isFile(answer, file))
    return [fail('coding', `${asked}: ${describeAnswer(answer)}`, describeFile(file))]
  const given = answer as Given
  const used = (headerOf(given, 'content-encoding') ?? 'identity').trim().toLowerCase()
  if (used === 'identity' || used === '') return [pass('coding')]
  const wanted = used.split(',').every((one) => asked.includes(one.trim().replace(/^x-/, '')))
  return [
    wanted ? pass('coding') : fail('coding', `${asked}: content-encoding: ${used}`, asked),
    judgeVary(given),
  ]
}

// Without it a cache sends compressed bytes to clients that do not accept them (RFC 9110, 12.5.5).
function judgeVary(answer: Given): CheckVerdict {
  const vary = headerOf(answer, 'vary')
  const names = (vary ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  return names.includes('accept-encoding') || names.includes('*')
    ? pass('vary')
    : unsupported('vary', `vary: ${vary ?? 'none'}`, 'Accept-Encoding')
}
