import { formatCount } from '../../format.ts'
import type { Words } from '../type.ts'
import { gaps } from './plural.ts'

export const homePage: Words['homePage'] = {
  lead: (origin) => `Зеркало открытых данных ${origin}, только для чтения.`,
  sampleLead: 'Зеркало встроенного образца открытых данных, только для чтения.',
  leadHow: (when) =>
    `То, что отдал источник, хранится здесь без изменений, байт в байт. Последнее изменение данных: ${when}`,
  sample: 'Источник здесь\u00a0— встроенный образец, а не настоящая служба.',
  complete: 'Полностью',
  completeText: 'При последнем чтении источника свежая копия была у всего, что есть в его списках.',
  incomplete: (count) => (count === 0 ? 'Не полностью' : `Не полностью: ${gaps(count)}`),
  incompleteText: 'При последнем чтении источника свежая копия была не у всего, что есть в его списках.',
  what: 'Чего нет и что устарело',
  how: 'Чем закончился последний запуск',
  categories: 'Категории',
  oivs: 'ОИВ',
  oivsNote: 'Органы исполнительной власти, которые публикуют данные.',
  recentByOrigin: 'Недавно обновлённые',
  recentByMirror: 'Недавно изменившиеся',
  recentByOriginNote: 'По дате, которую указывает источник.',
  recentByMirrorNote: 'По дню, когда зеркало впервые увидело нынешние данные.',
  all: {
    datasets: (count) => `Все наборы данных: ${formatCount(count)}`,
    categories: (count) => `Все категории: ${formatCount(count)}`,
    oivs: (count) => `Все ОИВ: ${formatCount(count)}`,
  },
  machines: 'Для программ',
  machinesText:
    'Рядом с каждой страницей лежат её json и xml, `index.json` и `index.xml`, и все её записи таблицей, `index.csv`. Эти адреса работают на любом хостинге, из любой программы и с диска:',
  noDatasets: 'В списках источника не нашлось ни одного набора данных.',
}
