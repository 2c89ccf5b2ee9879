import { quoteCode } from '../../interface/index.ts'
import type { Removal } from './plan-removal.ts'

const SHOWN = 5

/** More would go or be replaced than one run may take away, and nobody has accepted that. Nothing was published. */
export class RemovalRefused extends Error {
  override name = 'RemovalRefused'
  readonly removal: Removal

  constructor(removal: Removal, message: string) {
    super(message)
    this.removal = removal
  }
}

/** What the lists have lost, as people read it. `consent` is how to accept it. */
export function describeRemoval(
  base: string,
  { losses, codes }: Removal,
  share: number,
  consent: readonly string[],
): string {
  const lines = losses.slice(0, 20).map(({ what, before, left }) => `  ${what}: ${left} of ${before} left`)
  const more = losses.length - lines.length
  return [
    `The lists of ${base} have lost more than a run takes away by itself (${describeShare(share)}):`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more like these`] : []),
    ...(codes.length > 0 ? [`Datasets that would be withdrawn: ${nameSome(codes)}.`] : []),
    ...consent,
  ].join('\n')
}

/** The share a run may take, in words. */
export function describeShare(share: number): string {
  return `${Math.round(share * 100)} %, one at least, never all; the config key removalShare`
}

function nameSome(codes: readonly string[]): string {
  const shown = codes.slice(0, SHOWN).map(quoteCode).join(', ')
  return codes.length > SHOWN ? `${shown} and ${codes.length - SHOWN} more` : shown
}
