import { formatCount } from '../../format.ts'
import type { Words } from '../type.ts'

export const table: Words['table'] = {
  oiv: 'ОИВ',
  category: 'Категория',
  tree: 'дерево',
  updated: 'Обновлено',
  changed: 'Изменено',
  recordNumber: '№',
  recordsAll: (count) => (count === 1 ? 'Единственная запись' : `Все записи: ${formatCount(count)}`),
  recordsFirst: (shown, count) => `Записи с 1-й по ${formatCount(shown)}-ю, всего ${formatCount(count)}`,
  onPaper: (count) => `Напечатаны только первые записи: ${formatCount(count)}.`,
  columnsCaption: 'Какие значения в каждом столбце',
}
