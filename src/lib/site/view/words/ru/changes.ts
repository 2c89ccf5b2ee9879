import { formatCount, formatPlural } from '../../format.ts'
import type { Words } from '../type.ts'
import { datasets } from './plural.ts'

const RUNS = { one: 'запуск', few: 'запуска', many: 'запусков', other: 'запуска' } as const

export const changes: Words['changes'] = {
  title: 'Изменения',
  note: 'Запуски, которые что-то изменили; последний\u00a0— первым.',
  none: 'Запусков, которые что-то изменили, пока не записано.',
  counts: {
    added: (count) => `Добавлено: ${datasets(count)}`,
    changed: (count) => `Изменено: ${datasets(count)}`,
    withdrawn: (count) => `Снято с публикации: ${datasets(count)}`,
    returned: (count) => `Снова в списках: ${datasets(count)}`,
    dropped: (count) => `Удалено: ${datasets(count)}`,
  },
  events: {
    added: 'Добавлен',
    changed: 'Изменён',
    withdrawn: 'Снят с публикации',
    returned: 'Снова в списках',
    dropped: 'Удалён',
  },
  meanings: {
    withdrawn: 'Снято с публикации: в списках источника больше нет; последняя копия хранится здесь.',
    returned: 'Снова в списках: было снято с публикации и вернулось.',
    dropped: 'Удалено: снято с публикации дольше, чем зеркало хранит такие копии, и здесь больше нет.',
  },
  more: (count) => `и ещё ${formatCount(count)}, в файле \`changes.json\``,
  moreRuns: (count) => `… и ещё ${formatPlural(count, RUNS)} до этого, в файле \`changes.json\`.`,
  moreEvents: (count) => `и ещё ${formatCount(count)} до этого, в файле \`changes.json\``,
}
