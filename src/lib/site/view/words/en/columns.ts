import { formatPlural } from '../../format.ts'
import { nouns } from './plural.ts'

/** The words of what is said about columns. */
export const columns = {
  spread: (name: string, from: string, to: string) => `How ${name} is spread from ${from} to ${to}`,
  fullest: (spread: string, share: string, from: string, to: string) =>
    `${spread}; ${share} of it between ${from} and ${to}`,
  sample: 'from a sample',
  truth: (yes: string, no: string) => `yes: ${yes}, no: ${no}`,
  truthOf: (name: string, truth: string) => `${name}: ${truth}`,
  further: (count: number) => `${formatPlural(count, nouns.columns)} more, without pictures`,
  furtherCaption: 'The columns beyond',
} as const
