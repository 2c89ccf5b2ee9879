import { formatCount } from '../../format.ts'
import type { Words } from '../type.ts'

export const table: Words['table'] = {
  dataset: 'Набор данных',
  oiv: 'ОИВ',
  category: 'Категория',
  size: 'Записи × столбцы',
  bytes: 'Размер',
  tree: 'дерево',
  updated: 'Обновлено',
  changed: 'Изменено',
  datasetsCaption: 'Наборы данных',
  recordNumber: '№',
  recordsAll: (count) => (count === 1 ? 'Единственная запись' : `Все записи: ${formatCount(count)}`),
  recordsFirst: (shown, count) => `Записи с 1-й по ${formatCount(shown)}-ю, всего ${formatCount(count)}`,
  columnsCaption: 'Какие значения в каждом столбце',
}
