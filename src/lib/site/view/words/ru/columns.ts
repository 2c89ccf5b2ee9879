import { formatPlural } from '../../format.ts'
import type { Words } from '../type.ts'
import { nouns } from './plural.ts'

export const columns: Words['columns'] = {
  spread: (name, from, to, mostFrom, mostTo) =>
    `Как распределён столбец «${name}», от ${from} до ${to}; больше всего между ${mostFrom} и ${mostTo}`,
  truth: (yes, no) => `да: ${yes}, нет: ${no}`,
  truthOf: (name, truth) => `${name}: ${truth}`,
  further: (count) => `Ещё ${formatPlural(count, nouns.columns)}, без картинок`,
  furtherCaption: 'Остальные столбцы',
}
