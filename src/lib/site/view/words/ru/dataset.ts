import { formatCount, formatPlural } from '../../format.ts'
import type { Words } from '../type.ts'
import { records } from './plural.ts'

const ITEMS = { one: 'элемент', few: 'элемента', many: 'элементов', other: 'элемента' } as const
const MEMBERS = { one: 'поле', few: 'поля', many: 'полей', other: 'поля' } as const
const LISTS = { one: 'список', few: 'списка', many: 'списков', other: 'списка' } as const

export const datasetPage: Words['datasetPage'] = {
  code: 'Код',
  files: 'Файлы',
  size: 'Размер',
  state: 'Состояние',
  changed: 'Изменено',
  sha256: 'SHA-256',
  changedOn: 'изменено',
  save: 'скачать',
  saveAs: (name) => `скачать как ${name}`,
  columns: 'Столбцы',
  column: 'Столбец',
  kind: 'Вид',
  filled: 'Заполнено',
  distinct: 'Разных',
  distinctNote: (count, floor) => (floor ? `не менее ${count}` : count),
  values: 'Значения',
  records: 'Записи',
  noRecords: 'Документ\u00a0— список, в котором ничего нет.',
  tree: 'Документ',
  treeNote: 'В документе нет списка записей, поэтому он показан так, как устроен.',
  omitted: (count) => `… и ещё ${formatCount(count)}`,
  items: (count) => formatPlural(count, ITEMS),
  members: (count) => formatPlural(count, MEMBERS),
  beside: 'Помимо записей',
  besideNote: 'Значения, которые есть в документе вне его записей.',
  moreColumns: 'Столбцов в записях больше, чем показано здесь; в файлах есть все.',
  otherList: (path, count, format) =>
    `В документе есть ещё один список, ${path}: ${records(count)}; он есть в ${format}, но не в csv.`,
  otherLists: (count, format) =>
    `Кроме названных, в документе есть ещё ${formatPlural(count, LISTS)}; ${count === 1 ? 'он есть' : 'они есть'} в ${format}, но не в csv.`,
  listed: 'Как в списке',
  listedNote: 'Что говорит об этом наборе список наборов данных, под собственными названиями полей.',
  listedOnceNote:
    'Что список наборов данных говорил об этом наборе в последний раз, под собственными названиями полей.',
  provenance: 'Происхождение',
  origin: 'Адрес у источника',
  httpStatus: 'Код ответа',
  sentAs: 'Прислано как',
  fetched: 'Прочитано у источника',
  lastListed: 'Последний раз в списках',
  instead: 'Вместо этого пришло',
  insteadSum: 'Его SHA-256',
  insteadHead: 'Его начало',
  history: 'История',
  foundAt: 'Где найдены записи',
  shape: 'Структура',
  encoding: 'Кодировка',
  wholeDocument: 'сам документ',
  paging: 'Возможно, одна страница из нескольких',
  evidenceNote: 'Пригодных данных ни разу не получено, поэтому показать и скачать нечего.',
  onThisPage: 'На этой странице',
  noDescription: (title, site) => `${title}: данные, столбцы и файлы. ${site}.`,
  unread: 'Не прочитано',
  unreadNote:
    'Зеркало не читает этот документ, поэтому его содержимое здесь не показано. В файлах он есть целиком — таким, каким его отдал источник.',
  nothingRead: 'Данные хранятся, но прочитать их как записи не удалось.',
  noListing: 'В списках о нём ничего не сказано.',
}
