import { quoteCode } from '../../interface/index.ts'
import type { Removal } from './plan-removal.ts'

const SHOWN = 5

/** More would go than one run may take away, and nobody has accepted that. Nothing was published. */
export class RemovalRefused extends Error {
  override name = 'RemovalRefused'
  readonly removal: Removal

  constructor(bases: readonly string[], removal: Removal, share: number, asked: string | undefined) {
    super(describeRemoval(bases, removal, share, asked))
    this.removal = removal
  }
}

function describeRemoval(
  bases: readonly string[],
  { planId, losses, codes }: Removal,
  share: number,
  asked: string | undefined,
): string {
  const lines = losses.slice(0, 20).map(({ what, before, left }) => `  ${what}: ${left} of ${before} left`)
  const more = losses.length - lines.length
  return [
    `The lists of ${bases[0]} have lost more than a run takes away by itself (${Math.round(share * 100)} %, one at least, never all; the config key removalShare):`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more like these`] : []),
    ...(codes.length > 0 ? [`Datasets that would be withdrawn: ${nameSome(codes)}.`] : []),
    'Nothing was published; the mirror is as it was.',
    ...(asked === undefined
      ? []
      : [`The plan ${quoteCode(asked)} is another one: the lists have changed since, or it was mistyped.`]),
    `If the origin means it, accept exactly this: --accept-removals ${planId}`,
  ].join('\n')
}

function nameSome(codes: readonly string[]): string {
  const shown = codes.slice(0, SHOWN).map(quoteCode).join(', ')
  return codes.length > SHOWN ? `${shown} and ${codes.length - SHOWN} more` : shown
}
