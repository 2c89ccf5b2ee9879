import type { Words } from '../type.ts'

export const listPage: Words['listPage'] = {
  noCopy: 'Исправной копии этого списка нет.',
  unfiledCategory: 'Без категории',
  unfiledOiv: 'Без ОИВ',
  unfiledNote: 'Наборы данных, категории которых нет в списке категорий.',
  unfiledOivNote: 'Наборы данных, ОИВ которых нет в списке ОИВ.',
  index: 'По первой букве',
  digits: '0–9',
  symbols: '#',
  empty: 'Этот список пуст.',
  notUnderstood: 'Что означают записи этого списка, понять не удалось; они приведены как есть.',
}
