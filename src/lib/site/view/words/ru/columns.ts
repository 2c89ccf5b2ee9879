import { formatPlural } from '../../format.ts'
import type { Words } from '../type.ts'
import { nouns } from './plural.ts'

export const columns: Words['columns'] = {
  spread: (name, from, to) => `Как распределён столбец «${name}», от ${from} до ${to}`,
  fullest: (spread, share, from, to) => `${spread}; из них ${share} между ${from} и ${to}`,
  sample: 'по выборке',
  truth: (yes, no) => `да: ${yes}, нет: ${no}`,
  truthOf: (name, truth) => `${name}: ${truth}`,
  further: (count) => `Ещё ${formatPlural(count, nouns.columns)}, без картинок`,
  furtherCaption: 'Остальные столбцы',
}
