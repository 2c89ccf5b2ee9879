import { type EvidenceWords, wordEvidence } from '../../../catalogue/index.ts'
import type { Facts, ReasonCode } from '../../../snapshot/index.ts'
import { capitalize, formatterOf, joinSizes } from '../format.ts'
import type { Stated } from '../terms.ts'
import type { Words } from './en.ts'

/** How Russian writes numbers, times and sizes. */
export const ruFormat = formatterOf('ru')
const { count: formatCount, day: formatDay, plural: formatPlural } = ruFormat

const nouns = {
  records: { one: 'запись', few: 'записи', other: 'записей' },
  columns: { one: 'столбец', few: 'столбца', other: 'столбцов' },
  datasets: { one: 'набор данных', few: 'набора данных', other: 'наборов данных' },
  categories: { one: 'категория', few: 'категории', other: 'категорий' },
  oivs: { one: 'ведомство', few: 'ведомства', other: 'ведомств' },
} as const

const DATASETS_OF = { one: 'набора данных', few: 'наборов данных', other: 'наборов данных' } as const

const GAPS = { one: 'пропуск', few: 'пропуска', other: 'пропусков' } as const

const records = (count: number) => formatPlural(count, nouns.records)
const datasets = (count: number) => formatPlural(count, nouns.datasets)
const datasetsOf = (count: number, all: number) =>
  `${formatPlural(count, { one: 'набора', few: 'наборов', other: 'наборов' })} из ${formatCount(all)}`
const gaps = (count: number) => formatPlural(count, GAPS)

const ROLES: Readonly<Record<string, string>> = {
  'dataset code': 'код набора данных',
  'dataset title': 'название набора данных',
  'dataset description': 'описание набора данных',
  'dataset updated': 'дата обновления набора данных',
  'dataset → category': 'набор данных → категория',
  'dataset → oiv': 'набор данных → ведомство',
  'category key': 'ключ категории',
  'category title': 'название категории',
  'category description': 'описание категории',
  'category updated': 'дата обновления категории',
  'oiv key': 'ключ ведомства',
  'oiv title': 'название ведомства',
  'oiv description': 'описание ведомства',
  'oiv updated': 'дата обновления ведомства',
}

const RUNS = { one: 'проверка', few: 'проверки', other: 'проверок' } as const

const ITEMS = { one: 'элемент', few: 'элемента', other: 'элементов' } as const
const MEMBERS = { one: 'поле', few: 'поля', other: 'полей' } as const
const MORE_LISTS = { one: 'список', few: 'списка', other: 'списков' } as const

const SIDES = { north: 'с. ш.', south: 'ю. ш.', east: 'в. д.', west: 'з. д.' } as const

const LISTS = { one: 'списка', few: 'списков', other: 'списков' } as const

const states: Words['states'] = {
  current: 'актуально',
  stale: 'прежняя копия',
  derived: 'создано зеркалом',
  withdrawn: 'снято с публикации',
  missing: 'нет данных',
}

const stateMeanings: Words['stateMeanings'] = {
  current: 'Файл источника без изменений, каким его в последний раз подтвердил источник.',
  stale: 'При последней проверке получить этот файл не удалось. Это последняя исправная копия.',
  derived: 'Не файл источника: получен из другого формата или перекодирован в UTF-8.',
  withdrawn: 'В списках источника этого больше нет. Это последняя копия.',
  missing: 'Исправной копии ещё не было, поэтому ничего не опубликовано.',
}

/** Every word and sentence of the pages in Russian. */
export const ru: Words = {
  language: 'ru',
  siteTitle: (host) => `Зеркало ${host}`,
  siteTitleOfSample: 'Зеркало встроенного примера',
  skip: 'Перейти к содержимому',
  siteNav: 'Основное меню',
  crumbs: 'Навигационная цепочка',
  home: 'Главная',
  about: 'Об этом зеркале',
  aboutShort: 'О зеркале',
  datasetsShort: 'Данные',
  developersShort: 'Разработчикам',
  none: '–',
  unnamed: '(без названия)',

  lists: {
    list: 'Доступные данные',
    list_categories: 'Категории',
    list_oivs: 'Ведомства',
    list_datasets: 'Наборы данных',
  },
  listLeads: {
    list: 'Список доступных данных в том виде, в каком его публикует источник.',
    list_categories: 'Темы, по которым распределены наборы данных.',
    list_oivs: 'Органы власти, которые публикуют данные.',
    list_datasets: 'Все наборы данных этого зеркала.',
  },

  states,
  stateMeanings,
  statedUnasked:
    'Актуально. Файл источника без изменений. При последней проверке он не запрашивался: его недавно получали от источника, и запись о нём в списках не изменилась.',
  stated: (state) => `${capitalize(states[state])}. ${stateMeanings[state]}`,

  badges: {
    stale: (formats) => `${formats}: прежняя копия`,
    staleWhole: 'Прежняя копия',
    derived: (formats) => `${formats}: создано зеркалом`,
    withdrawn: 'Снято с публикации',
    missing: (formats) => `нет ${formats}`,
    missingWhole: 'Нет данных',
  },
  notices: {
    stale: (formats) =>
      `При последней проверке получить ${formats} не удалось. Это последняя исправная копия.`,
    staleUnasked: (formats) =>
      `При последней проверке зеркало не запрашивало ${formats}. Это последняя исправная копия.`,
    staleTooLarge: (formats) =>
      `При последней проверке ответ источника (${formats}) превысил предел, заданный в настройках зеркала. Это последняя исправная копия.`,
    transcoded: (format) =>
      `Источник прислал ${format} в кодировке, которую нельзя указать на статическом хостинге. Файл опубликован в UTF-8; исходные байты зеркало хранит.`,
    derived: (format, from) => `Это не файл источника: зеркало создало ${format} из ${from}.`,
    withdrawn: (formats) => `В списках источника этого больше нет. Это последняя копия (${formats}).`,
    missing: (formats) => `Источник ни разу не отдал исправного файла (${formats}).`,
    missingUnasked: (formats) => `Копии (${formats}) нет: при последней проверке зеркало её не запрашивало.`,
    missingTooLarge: (formats) =>
      `Копии (${formats}) нет: ответ источника превышает предел, заданный в настройках зеркала.`,
    since: 'Начиная с',
    lastListed: 'Последний раз в списках',
    reason: 'Причина',
  },
  and: (items) => items.join(' и '),

  kinds: {
    text: 'текст',
    number: 'число',
    year: 'год',
    identifier: 'номер',
    date: 'дата',
    boolean: 'да/нет',
    link: 'ссылка',
    email: 'эл. почта',
    phone: 'телефон',
    code: 'код',
    latitude: 'широта',
    longitude: 'долгота',
    nested: 'вложенные данные',
    empty: 'пусто',
  },
  shapes: {
    objects: 'массив объектов',
    rows: 'строки под заголовком',
    columns: 'массив для каждого столбца',
    values: 'массив значений',
    keyed: 'объекты по ключам',
    features: 'объекты GeoJSON',
    elements: 'повторяющиеся элементы XML',
    table: 'строки таблицы',
    single: 'одна запись',
    tree: 'дерево без записей',
    empty: 'пустой список',
  },

  facts: {
    ...nouns,
    bytes: (formats) => `в ${formats}`,
    changed: 'последнее изменение',
    updated: 'обновлено источником',
  },

  sentence: {
    size: (count, columns, hasMore) =>
      columns === 0
        ? records(count)
        : `${records(count)}, ${hasMore ? 'более ' : ''}${hasMore ? `${formatCount(columns)} столбцов` : formatPlural(columns, nouns.columns)}`,
    oneEach: 'по одной на каждое значение столбца',
    allDifferent: 'все разные',
    eachName: (column) => `«${column}»`,
    grid: (columns, rows) => `сетка значений ${columns}\u00a0×\u00a0${rows}`,
    allOnMap: (count) => (count === 1 ? 'на карте' : 'все на карте'),
    onMap: (count) => `на карте: ${count}`,
    mostOften: 'чаще всего',
    changed: ([first, from], [last, to]) =>
      `первое значение ${first}${from ? ` (${from})` : ''}, последнее ${last}${to ? ` (${to})` : ''}`,
  },

  homePage: {
    lead: (origin) => `Зеркало открытых данных ${origin}`,
    sampleLead: 'Зеркало встроенного примера открытых данных',
    leadHow: (when) =>
      `Файлы опубликованы без изменений, байт в байт, как у источника. Последнее изменение данных: ${when}`,
    sample: 'Источник здесь\u00a0— встроенный пример, а не настоящий сервис.',
    complete: 'Полная копия',
    completeText:
      'На зеркале есть актуальная копия всего, что было в списках источника при последней проверке.',
    incomplete: 'Неполная копия',
    incompleteText: ({ datasets: lacking, all }) =>
      lacking > 0
        ? `На зеркале нет актуальной копии ${datasetsOf(lacking, all)}, которые оно запрашивает у источника.`
        : 'В списках источника есть данные, актуальной копии которых на зеркале нет.',
    what: 'Чего нет и что устарело',
    how: 'Чем закончилась последняя проверка',
    starts: 'С чего начать',
    portrait: (count) => `Карта мест из ${formatPlural(count, DATASETS_OF)}`,
    largest: 'Самые большие наборы',
    largestNote: 'По числу записей.',
    recentByOrigin: 'Недавно обновлённые',
    recentByMirror: 'Недавно изменившиеся',
    recentByOriginNote: 'По дате, которую указывает источник.',
    recentByMirrorNote: 'По дате, когда зеркало заметило изменение.',
    all: {
      datasets: (count) => `Все наборы данных: ${formatCount(count)}`,
      categories: (count) => `Все категории: ${formatCount(count)}`,
      oivs: (count) => `Все ведомства: ${formatCount(count)}`,
    },
    machinesText:
      'Рядом с каждой страницей лежат её данные, `index.json` и `index.xml`, и все её записи в виде таблицы, `index.csv`. Эти адреса работают на любом хостинге, из любой программы и с диска:',
    machinesMore: 'Адреса, параметры и форматы',
    noDatasets: 'В списках источника нет наборов данных.',
  },

  listPage: {
    noCopy: 'Исправной копии этого списка нет.',
    unfiled: { categories: 'Без категории', oivs: 'Без ведомства' },
    unfiledNote: {
      categories: 'Наборы данных, категорий которых нет в списке категорий.',
      oivs: 'Наборы данных, ведомств которых нет в списке ведомств.',
    },
    index: 'По первой букве',
    digits: '0–9',
    symbols: '#',
    empty: 'Этот список пуст.',
    notUnderstood: 'Определить, что означают записи этого списка, не удалось, поэтому они показаны как есть.',
  },

  listed: {
    fieldRoles: {
      code: 'код',
      title: 'название',
      description: 'описание',
      updated: 'дата обновления',
      category: 'категория',
      oiv: 'ведомство',
    },
    inferred: (role) => `определено как ${role}`,
    configured: (role) => `по настройке: ${role}`,
  },

  chart: {
    title: 'График',
    change: 'Изменить график',
    // A day ends with a full stop itself: `1 янв. 2024 г.`
    label: (what, from, to) => `${what} От ${from} до ${to.replace(/\.$/, '')}.`,
    over: (ys, x) => `${ys.map((y) => `«${y}»`).join(', ')}; по горизонтали\u00a0— «${x}».`,
    series: (name, first, last, lowest, highest) =>
      `«${name}»: первое значение ${first}, последнее ${last}, наименьшее ${lowest}, наибольшее ${highest}.`,
    lasts: (lines) => `Последние значения: ${lines.join('; ')}.`,
    against: (y, x) => `По вертикали\u00a0— «${y}», по горизонтали\u00a0— «${x}».`,
    columns: (first, last, isPeriod) =>
      `Столбцы с «${first}» по «${last}», по одному на каждый ${isPeriod ? 'период' : 'год'}.`,
    grouped: (group, coloured, shown, all) => {
      const [each, one] =
        group === undefined
          ? ['каждую запись', 'одна запись']
          : [`каждое значение столбца «${group}»`, `одно значение столбца «${group}»`]
      if (shown < all)
        return `Из ${formatPlural(all, { one: 'линии', few: 'линий', other: 'линий' })}, по одной на ${each}, показаны ${shown} с самыми большими последними значениями; цветом выделены ${coloured}.`
      return coloured < all
        ? `Каждая линия — ${one}; цветом выделены линии с самыми большими последними значениями (${coloured}).`
        : `Каждая линия — ${one}.`
    },
    raster: (columns, rows, from, to) =>
      `Сетка значений ${columns}\u00a0×\u00a0${rows}, от ${from} до ${to}: чем насыщеннее цвет, тем больше значение.`,
    totals: (names, isCut) =>
      `Без итоговых строк: ${names.map((name) => `«${name}»`).join(', ')}${isCut ? ' и других' : ''}.`,
    some: (shown, all) =>
      `Показаны ${formatCount(shown)} из ${formatCount(all)} записей, взятые равномерно по всему файлу.`,
  },

  bars: {
    label: (column) => `Число записей по значениям столбца «${column}».`,
    amounts: (column, name, shown, all, areSums) =>
      `${areSums ? 'Сумма ' : ''}«${column}» по столбцу «${name}»${shown < all ? `: ${formatCount(shown)} наибольших из ${formatCount(all)}` : ''}.`,
    others: (count) =>
      formatPlural(count, {
        one: 'другое значение',
        few: 'других значения',
        other: 'других значений',
      }),
    none: 'нет значения',
  },

  map: {
    title: 'Карта',
    degrees: (number, side) =>
      side === undefined ? `${number}°` : `${number}°\u00a0${SIDES[side].replace(' ', '\u00a0')}`,
    kilometres: (count) => `${count}\u00a0км`,
    metres: (count) => `${count}\u00a0м`,
    label: (count, [south, north], [west, east]) =>
      `Карта: ${records(count)}, от ${south} до ${north} и от ${west} до ${east}`,
    placed: (count, all, columns) =>
      `На карте: ${records(count)} из ${formatCount(all)}. Координаты: ${columns.join(', ')}.`,
    filter:
      'Нажмите на точку, линию или область, чтобы открыть её запись, а если записей несколько\u00a0— увидеть их в таблице.',
    keys: 'Чтобы увидеть записи с участка карты, обведите его мышью. С клавиатуры: стрелки ведут к соседней точке, Page Up и Page Down\u00a0— по всем подряд, стрелки с Shift обводят участок, Enter открывает выбранное.',
    failed: 'Загрузить карту не удалось. Проверьте соединение и обновите страницу.',
    stated: {
      degrees: 'Столбцы указаны в настройках зеркала.',
      grid: 'Столбцы и местная система координат указаны в настройках зеркала.',
    },
    byValues:
      'Координаты определены только по значениям: они близки друг к другу, как точки одной местности.',
    metresNote: 'Координаты в метрах прочитаны в веб-проекции Меркатора.',
    someShapes: (drawn, all) =>
      drawn === 0
        ? 'Линии и области слишком малы или их слишком много для карты такого размера, поэтому они показаны точками.'
        : `Из ${formatCount(all)} фигур нарисовано ${formatCount(drawn)}, взятых равномерно по всему файлу; остальные показаны точками.`,
    dots: (most) => `Крупные точки\u00a0— несколько мест рядом (до ${most}).`,
    exchanged: (count) => `Широта и долгота перепутаны: ${records(count)}; на карте координаты переставлены.`,
    beyond: (count) => `Далеко от остальных, за краем карты: ${records(count)}.`,
    astray: (count) =>
      `Не показано: ${records(count)} с недопустимыми координатами или с координатами 0°, 0°.`,
    source: 'Контуры: Natural Earth.',
    ownSource: (name) => `Контуры: «${name}» из того же файла.`,
  },

  table: {
    oiv: 'Ведомство',
    category: 'Категория',
    tree: 'дерево',
    updated: 'Обновлено',
    changed: 'Изменено',
    wholeTexts: 'Показать тексты целиком',
    allColumns: (count) => `Показать все столбцы (${formatCount(count)})`,
    recordNumber: '№',
    recordsAll: (count) => (count === 1 ? 'Единственная запись' : `Все записи: ${formatCount(count)}`),
    recordsFirst: (shown, count) => `Записи 1–${formatCount(shown)} из ${formatCount(count)}`,
    onPaper: (count) => `Напечатаны только первые записи: ${formatCount(count)}.`,
    columnsCaption: 'Значения по столбцам. Под названием\u00a0— тип, определённый по значениям.',
  },

  columns: {
    spread: (name, from, to) => `Распределение значений столбца «${name}» от ${from} до ${to}`,
    fullest: (spread, share, from, to) => `${spread}; из них ${share} между ${from} и ${to}`,
    notCounted: 'не подсчитано',
    median: (value) => `медиана ${value}`,
    middle: (from, to) => `половина значений\u00a0— от ${from} до ${to}`,
    mean: (value) => `среднее ${value}`,
    sum: (value, hasExceptions) => `сумма ${value}${hasExceptions ? ' без исключений' : ''}`,
    texts: (usual, most, longest) =>
      `обычно ${formatPlural(usual, { one: 'слово', few: 'слова', other: 'слов' })}${most > usual ? `, не более ${formatCount(most)}` : ''}, до ${formatPlural(longest, { one: 'знака', few: 'знаков', other: 'знаков' })}`,
    coordinates: 'похоже на координаты',
    refersTo: (list) => `номера записей списка «${list}», с нуля`,
    zeros: (share) => `нулей: ${share}`,
    negatives: (share) => `отрицательных: ${share}`,
    exceptions: (count) => formatPlural(count, { one: 'исключение', few: 'исключения', other: 'исключений' }),
    altered: (count) =>
      `${formatPlural(count, {
        one: 'значение похоже на изменённое',
        few: 'значения похожи на изменённые',
        other: 'значений похожи на изменённые',
      })} электронной таблицей`,
    spellings: (count) => formatPlural(count, { one: 'написание', few: 'написания', other: 'написаний' }),
    stated: 'по описанию источника',
    examples: 'Например',
    absent: 'Считается пустым:',
    empty: (count) =>
      formatPlural(count, {
        one: 'пустой столбец',
        few: 'пустых столбца',
        other: 'пустых столбцов',
      }),
    repeating: (count) =>
      `${formatPlural(count, nouns.columns)}: ${count === 1 ? 'повторяет другой' : 'повторяют другие'}`,
    sameAs: (name) => `то же, что ${name}`,
    constant: (count) => `${formatPlural(count, nouns.columns)} с одним значением во всех записях`,
    sample: 'по выборке',
    truth: (yes, no) => `да: ${yes}, нет: ${no}`,
    truthOf: (name, truth) => `${name}: ${truth}`,
    further: (count) => `Ещё ${formatPlural(count, nouns.columns)}, без диаграмм`,
    furtherCaption: 'Остальные столбцы',
    rest: (count) => `Ещё ${formatPlural(count, nouns.columns)}, без показателей`,
  },

  related: {
    title: 'Связанные наборы',
    note: 'Найдены сравнением столбцов всех наборов этого зеркала, их значений и ведомств.',
    columns: 'те же столбцы',
    more: (count) => `и ещё ${formatCount(count)}`,
    join: 'можно соединить по столбцу',
    oiv: 'то же ведомство',
  },
  datasetPage: {
    licence: 'Лицензия',
    wholeDescription: 'Показать описание целиком',
    code: 'Код',
    download: 'Скачать',
    files: 'Файлы',
    state: 'Состояние',
    changed: 'Изменено',
    sha256: 'SHA-256',
    changedOn: 'изменено',
    save: 'скачать',
    saveAs: (name) => `скачать как ${name}`,
    columns: 'Столбцы',
    column: 'Столбец',
    kind: 'Тип',
    filled: 'Заполнено',
    distinct: 'Уникальных',
    distinctNote: (count, floor) => (floor ? `более ${count}` : count),
    values: 'Значения',
    records: 'Записи',
    noRecords: 'В документе пустой список.',
    tree: 'Документ',
    treeNote: 'В документе нет списка записей, поэтому он показан в виде дерева.',
    omitted: (count) => `… и ещё ${formatCount(count)}`,
    items: (count) => formatPlural(count, ITEMS),
    members: (count) => formatPlural(count, MEMBERS),
    beside: 'Ещё в документе',
    besideNote: 'Значения, которые не входят в записи.',
    noValues: 'В записях нет значений: все столбцы пусты.',
    moreColumns: 'В записях больше столбцов, чем показано здесь; в файлах есть все.',
    otherList: (path, count, format) =>
      `В документе есть ещё один список, ${path}: ${records(count)}; он есть в ${format}, но не в csv.`,
    otherLists: (count, format) =>
      `Кроме названных, в документе есть ещё ${formatPlural(count, MORE_LISTS)}; ${count === 1 ? 'он есть' : 'они есть'} в ${format}, но не в csv.`,
    otherTable: 'Ещё один список:',
    otherNote: (format) => `Целиком он есть в ${format}; в csv только записи выше.`,
    otherColumns: (shown) => `Показаны только первые ${shown} столбцов.`,
    listed: 'Запись в списке',
    listedNote: 'Как этот набор описан в списке источника; названия полей исходные.',
    listedOnceNote: 'Как этот набор был в последний раз описан в списке источника; названия полей исходные.',
    provenance: 'Происхождение',
    origin: 'Адрес у источника',
    httpStatus: 'Код ответа',
    sentAs: 'Тип содержимого',
    fetched: 'Проверено у источника',
    instead: 'Отклонённый ответ',
    insteadSum: 'SHA-256 ответа',
    insteadHead: 'Первые байты ответа',
    history: 'История',
    foundAt: 'Где найдены записи',
    heading: 'Первая строка: продолжение заголовка',
    shape: 'Структура',
    encoding: 'Кодировка',
    wholeDocument: 'на верхнем уровне документа',
    paging: 'Возможно, только одна страница из нескольких',
    onThisPage: 'На этой странице',
    previous: 'Предыдущий набор',
    next: 'Следующий набор',
    noDescription: (title, site) => `${title}: данные, столбцы и файлы. ${site}.`,
    unread: 'Не прочитано',
    unreadReason: translateUnread,
    unreadNote:
      'Содержимое этого документа здесь не показано. В файлах оно есть целиком, в том виде, в каком его отдал источник.',
    nothingRead: 'Файл сохранён, но записей в нём найти не удалось.',
    noListing: 'В списках источника этого набора нет.',
  },

  browse: {
    sorts: {
      title: 'По названию',
      updated: 'Недавно обновлённые',
      changed: 'Недавно изменившиеся',
      rows: 'По числу записей',
      size: 'По размеру',
    },
    sortedBy: {
      title: 'по названию',
      updated: 'сначала недавно обновлённые',
      changed: 'сначала недавно изменившиеся',
      rows: 'сначала те, где больше записей',
      size: 'сначала самые большие',
    },
    sort: 'Порядок',
    narrow: 'Фильтры',
    facets: {
      category: 'Категория',
      oiv: 'Ведомство',
      format: 'Формат',
      size: 'Размер',
      updated: 'Обновлено',
      changed: 'Изменено',
      state: 'Состояние',
      sizeFrom: (from, to) => {
        if (from === '') return `до ${to}`
        return to === '' ? `от ${from}` : joinSizes(from, to)
      },
      noSize: 'нет данных',
      undated: 'без даты',
      more: (count) => `ещё ${formatCount(count)}`,
      all: (count) => `Все ${formatCount(count)}`,
      linkOf: (link, facet) => `${facet}: ${link}`,
    },
    range: (from, to, count, order) =>
      from === 1 && to === count
        ? `${datasets(count)}, ${order}`
        : `Наборы данных: ${formatCount(from)}–${formatCount(to)} из ${formatCount(count)}, ${order}`,
    ofPages: (title, page, pages) => `${title}, страница ${formatCount(page)} из ${formatCount(pages)}`,
    valued: (facet, value) => `${facet}: ${value}`,
    lead: (count, what, site) => `${what}: ${datasets(count)}. ${site}.`,
    clocks: {
      origin: 'Год — по дате, которую указывает источник.',
      mirror: 'Год, в котором зеркало заметило изменение.',
    },
    searchHere: 'Поиск и фильтры по этим наборам',
    combine: 'Несколько фильтров сразу',
    pages: 'Страницы',
    previous: 'Назад',
    next: 'Вперёд',
    page: (number) => `Страница ${number}`,
    group: {
      related: { categories: 'Категории этого ведомства', oivs: 'Ведомства в этой категории' },
      size: 'размер',
    },
    feed: {
      link: 'Лента изменений',
      title: (of) => `${of}: последние изменения`,
    },
  },

  aboutPage: {
    lead: (origin) =>
      `Этот сайт\u00a0— статическое зеркало ${origin}: копия данных источника без изменений. Здесь указано, насколько копия полна и актуальна.`,
    run: 'Последняя проверка',
    origin: 'Источник',
    changed: 'Последнее изменение данных',
    verdict: 'Полнота',
    outcome: 'Результат',
    complete: 'Полная копия: на зеркале есть всё, что было в списках источника при последней проверке.',
    incomplete: ({ datasets: lacking, all, gaps: count }) => {
      const of = lacking > 0 ? `нет актуальной копии ${datasetsOf(lacking, all)}` : gaps(count)
      return `Неполная копия: ${count === 0 ? 'см. состояния ниже' : `${of}, см. ниже`}.`
    },
    unasked: 'Не запрашивались',
    unaskedFiles: (count, since) =>
      `При последней проверке ${formatPlural(count, { one: 'файл не запрашивался', few: 'файла не запрашивались', other: 'файлов не запрашивалось' })}: их недавно получали от источника (самый ранний\u00a0— ${since}), и записи о них в списках не изменились.`,
    states: 'Состояние файлов',
    statesCaption: 'Файлы по состоянию и формату',
    state: 'Состояние',
    meaning: 'Значение',
    htmlNote: 'Из html источника берутся только сведения о данных; сам он не публикуется.',
    problems: 'Пропуски и предупреждения',
    noProblems: 'При последней проверке их не было.',
    gap: 'пропуск',
    warning: 'предупреждение',
    problemsMore: (count) => `… и ещё ${formatCount(count)}, в файле \`manifest.json\`.`,
    problemTimes: (count) => formatPlural(count, { one: 'раз', few: 'раза', other: 'раз' }),
    inferred: 'Что означают поля',
    inferredNote:
      'Интерфейс не сообщает, что означают его поля. Зеркало определяет это по данным; в таблице указаны основание и настройка, с помощью которой это можно изменить.',
    inferredCaption: 'Роли полей',
    role: (what) => ROLES[what] ?? what,
    wordEvidence: (evidence) => wordEvidence(EVIDENCE, evidence),
    reportOf: wordReport,
    what: 'Роль',
    field: 'Поле',
    evidence: 'Основание',
    override: 'Настройка',
    nothingFound: 'не найдено',
    noInferences: 'Ничего определить не удалось.',
    checking: 'Как проверить',
    checks: {
      timestamp: (authority: string) =>
        `В \`SHA256SUMS.tsr\`\u00a0— метка времени от \`${authority}\`: в указанный в ней момент эти контрольные суммы уже существовали. Если служба не ответила, файла нет. Метку проверяет эта команда; корневой сертификат службы должен лежать в \`authority.pem\`:`,
      chain: () =>
        'В `generations.jsonl`\u00a0— строка о каждом изменении данных с контрольной суммой предыдущей строки. Сохраните копию: по ней потом будет видно, не переписана ли история. Эта команда печатает контрольную сумму текущих данных и последнюю строку, где она указана как `data`:',
      sums: () =>
        'В `SHA256SUMS` перечислены контрольные суммы всех опубликованных файлов. В скачанной копии их проверяет команда:',
      signature: (fingerprint: string) =>
        `В \`SHA256SUMS.sig\`\u00a0— подпись этих контрольных сумм ключом \`${fingerprint}\`, в \`manifest.json.sig\`\u00a0— подпись манифеста. Ключ лежит в \`allowed_signers\`; сравните его с тем, который вы получили другим путём.`,
    },
    checkingText: [
      'В `manifest.json` для каждого файла указано, откуда он взят, когда источник последний раз его подтвердил, когда он последний раз изменился, его контрольная сумма и состояние.',
      'В `status.json` сказано, чем закончилась последняя проверка и когда ожидается следующая. В `changes.json`\u00a0— что изменили последние проверки.',
    ],
  },

  changes: {
    title: 'Изменения',
    note: 'Проверки, при которых что-то изменилось, начиная с последней.',
    none: 'Изменений пока не было.',
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
      withdrawn: 'Снято с публикации: в списках источника больше нет; последняя копия опубликована здесь.',
      returned: 'Снова в списках: было снято с публикации и вернулось.',
      dropped: 'Удалено: снято с публикации так давно, что зеркало больше не хранит копию.',
    },
    more: (count) => `и ещё ${formatCount(count)}, в файле \`changes.json\``,
    moreRuns: (count) => `… и ещё ${formatPlural(count, RUNS)} до этого, в файле \`changes.json\`.`,
    moreEvents: (count) => `и ещё ${formatCount(count)} до этого, в файле \`changes.json\``,
  },

  versions: {
    title: 'Прежние версии',
    stored: (count, size) =>
      `На зеркале есть ещё ${formatPlural(count, { one: 'прежняя версия', few: 'прежние версии', other: 'прежних версий' })} наборов данных (${size}): они на страницах наборов, в разделе «История».`,
    change: 'чем заменена',
    note: 'Указано, когда зеркало получало эти данные от источника.',
    file: 'Все прежние версии с контрольными суммами',
    more: (count) => `ещё ${formatPlural(count, { one: 'версия', few: 'версии', other: 'версий' })}`,
    forgotten: (format, from, until, at) =>
      `Версия ${format} за ${from === until ? from : `${from} – ${until}`} удалена ${at} по требованию`,
  },

  differences: {
    added: (count) => `+${records(count)}`,
    removed: (count) => `−${records(count)}`,
    changed: (count) =>
      formatPlural(count, {
        one: 'запись изменена',
        few: 'записи изменены',
        other: 'записей изменено',
      }),
    counted: (before, after) =>
      `было: ${records(before)}, стало: ${formatCount(after)}; слишком много, чтобы сравнивать каждую запись`,
    reordered: 'записи стоят в другом порядке',
    columnsAdded: 'новые столбцы',
    columnsRemoved: 'исчезнувшие столбцы',
    valuesAdded: 'новые значения',
    valuesRemoved: 'исчезнувшие значения',
    volatile: 'меняется при каждой выгрузке, не учтено',
    outside: 'изменения вне записей',
    same: 'те же записи, но записаны иначе',
    file: 'Что изменилось в каждой записи',
  },

  search: {
    title: 'Поиск',
    lead: 'Поиск по названиям, описаниям, ведомствам, категориям, названиям столбцов и кодам всех наборов данных, а также по словам в их записях.',
    label: 'Поиск по наборам данных',
    submit: 'Найти',
    noScript: 'Для поиска нужен JavaScript, но здесь он недоступен. Посмотрите списки:',
    results: 'Результаты',
    shown: 'Карта или график',
    recordsNote:
      'Поиск идёт по словам в текстах, без чисел, дат и ссылок. Каждое слово ведёт к записям, где оно есть.',
    script: {
      records: {
        one: '{count} запись',
        few: '{count} записи',
        other: '{count} записей',
      },
      width: {
        one: '{count} столбец',
        few: '{count} столбца',
        other: '{count} столбцов',
      },
      wider: 'больше чем {columns}',
      shown: { map: 'карта', chart: 'график' },
      all: 'Все',
      choice: '{title} ({count})',
      loading: 'Загружается поиск…',
      failed: 'Поиск не загрузился. Проверьте соединение и обновите страницу или посмотрите списки.',
      everything: {
        one: '{count} набор данных, по названию',
        few: '{count} набора данных, по названию',
        other: '{count} наборов данных, по названию',
      },
      found: {
        one: '{count} набор данных',
        few: '{count} набора данных',
        other: '{count} наборов данных',
      },
      typos: {
        one: '{count} набор данных с похожими словами',
        few: '{count} набора данных с похожими словами',
        other: '{count} наборов данных с похожими словами',
      },
      codes: {
        one: 'Точного совпадения нет. Похожий код — у {count} набора данных',
        few: 'Точного совпадения нет. Похожие коды — у {count} наборов данных',
        other: 'Точного совпадения нет. Похожие коды — у {count} наборов данных',
      },
      any: {
        one: '{count} набор данных с частью этих слов',
        few: '{count} набора данных с частью этих слов',
        other: '{count} наборов данных с частью этих слов',
      },
      none: 'Этих слов нет в названиях, описаниях и столбцах наборов данных.',
      noneHint: 'Попробуйте ввести меньше слов или сократить их.',
      noneBrowse: 'Или выберите категорию:',
      noneNarrowed: 'С этими фильтрами ничего не найдено.',
      reset: 'Сбросить фильтры',
      more: 'Показать ещё {count}',
      allResults: {
        one: 'Показать {count} результат',
        few: 'Показать все {count} результата',
        other: 'Показать все {count} результатов',
      },
      tree: 'дерево',
      columns: 'Столбцы:',
      inRecords: {
        one: 'В записях {count} набора данных',
        few: 'В записях {count} наборов данных',
        other: 'В записях {count} наборов данных',
      },
      recordsFailed: 'Слова записей не загрузились. Проверьте соединение и повторите поиск.',
      recordsCut: {
        one: 'В {count} наборе данных слов больше, здесь ищутся только самые частые. Поиск по всем его записям:',
        few: 'В {count} наборах данных слов больше, здесь ищутся только самые частые. Поиск по всем их записям:',
        other:
          'В {count} наборах данных слов больше, здесь ищутся только самые частые. Поиск по всем их записям:',
      },
      together: 'записи со всеми словами',
      moreWords: {
        one: 'и ещё {count} слово',
        few: 'и ещё {count} слова',
        other: 'и ещё {count} слов',
      },
      searchRecords: 'Искать в записях',
    },
  },

  status: {
    clock: 'см. status.json',
    never: 'ещё не было',
    times: {
      triedAt: 'Последняя попытка',
      answeredAt: 'Последний ответ источника',
      crawledAt: 'Последняя проверка источника',
      completeAt: 'Последняя полная проверка',
      staleSince: 'Неполная копия с',
      goodUntil: 'Следующая проверка\u00a0— не позднее',
    },
    outcomes: {
      refused: {
        label: 'Последняя проверка отклонена',
        sentence:
          'При последней проверке в списках источника не оказалось значительной части данных, поэтому результат отклонён. Здесь показана последняя исправная копия.',
      },
      unreachable: {
        label: 'Источник недоступен',
        sentence: 'При последней проверке источник был недоступен. Здесь показана последняя исправная копия.',
      },
    },
    stale: {
      label: 'Возможно, устарело',
      before: 'Последний раз источник ответил',
      after: 'Возможно, это зеркало больше не обновляется.',
    },
  },

  offline: {
    note: {
      label: 'Офлайн-копия',
      before: 'Сайт недоступен. Это копия, сохранённая в этом браузере',
      after: 'Более поздних изменений в ней нет.',
    },
    page: {
      title: 'Страница недоступна без сети',
      lead: 'Сайт недоступен, а в этом браузере нет сохранённой копии этой страницы.',
      again: 'Сохранённые наборы перечислены ниже. Остальное будет доступно, когда появится связь.',
    },
    control: {
      save: 'Сохранить для чтения без сети',
      remove: 'Удалить офлайн-копию',
      busy: 'Подождите…',
      saved: 'Сохранено в этом браузере: страница и файлы, {size}, по состоянию на {day}',
      failed: 'Сохранить не удалось: сайт недоступен или в браузере нет места.',
      altered:
        'Сохранить нельзя: полученные файлы отличаются от опубликованных. Что-то изменяет их по пути, или сайт сейчас обновляется.',
      full: 'Не сохранено: все наборы вместе могут занимать не больше {most}. Удалить лишнее можно на главной странице.',
    },
    list: {
      title: 'Сохранено для чтения без сети',
      counts: {
        one: '{count} набор данных, {size} из {most}. Браузер может удалить сохранённое, если ему не хватит места.',
        few: '{count} набора данных, {size} из {most}. Браузер может удалить сохранённое, если ему не хватит места.',
        other:
          '{count} наборов данных, {size} из {most}. Браузер может удалить сохранённое, если ему не хватит места.',
      },
      none: 'Ничего не сохранено. Кнопка «Сохранить для чтения без сети» есть на странице каждого набора данных.',
      item: '{size}, по состоянию на {day}',
      remove: 'Удалить',
      removeThis: 'Удалить «{title}»',
    },
  },

  cite: {
    title: 'Как цитировать',
    text: 'Текстом',
    forms: { bibtex: 'BibTeX', ris: 'RIS' },
    // ГОСТ Р 7.0.100–2018, except for what is not known: the place, and which kind of content the files have.
    sentence: ({ publishers, date, title, version, via, address, licences }) =>
      [
        `${title} : набор данных${publishers.length > 0 ? ` / ${publishers.join(', ')}` : ''}`,
        date?.slice(0, 4) ?? [],
        [
          date === undefined ? [] : `Версия от ${date.split('-').toReversed().join('.')}`,
          version === undefined ? [] : `sha256 ${version}`,
        ]
          .flat()
          .join(', '),
        `Получено через «${via}»`,
        ...licences,
        `URL: ${address}`,
      ]
        .flat()
        .filter((part) => part !== '')
        .map((part) => part.replace(/\.$/, ''))
        .join('. — '),
    accessed: ' (дата обращения: {dots}).',
  },

  tableFile: {
    format: 'csv',
    note: (format) => `Все записи, для электронных таблиц и программ. Файл создан зеркалом из ${format}.`,
    partNote: (format, lists, path, count) =>
      `Один из ${formatPlural(lists, LISTS)}: ${path} (${records(count)}); в ${format} есть все. Для электронных таблиц и программ. Файл создан зеркалом из ${format}.`,
    checksums: 'в SHA256SUMS',
    parquet: 'Parquet',
    parquetNote: 'Те же записи по столбцам с типами. Программы загружают из файла только то, что им нужно.',
  },

  useFrom: {
    title: 'Как использовать',
    relative: 'Адрес указан относительно корня зеркала: добавьте перед ним адрес зеркала.',
    addressOf: (format) => `адрес ${format}`,
    copy: 'Копировать',
    copied: 'Скопировано',
  },

  explorer: {
    explore: 'Показать все записи: {count}',
    exploreSized: 'Показать все записи: {count} ({size})',
    exploreParts: 'Показать записи по частям: {count}',
    records: {
      one: '{count} запись',
      few: '{count} записи',
      other: '{count} записей',
    },
    ofRecords: {
      one: '{count} из {all} записи',
      few: '{count} из {all} записей',
      other: '{count} из {all} записей',
    },
    characters: {
      one: '… ещё {count} символ',
      few: '… ещё {count} символа',
      other: '… ещё {count} символов',
    },
    loading: 'Записи загружаются…',
    loaded: 'Записи загружаются: {size}, уже {records}…',
    loadedPart: 'Часть записей загружается: уже {records}…',
    failed: 'Загрузить записи не удалось. Показаны только первые; полные файлы\u00a0— в начале страницы.',
    retry: 'Попробовать ещё раз',
    tooLarge:
      'Для браузера этот набор слишком велик: предел\u00a0— {size} или {records}. Скачайте csv или выполните запрос прямо к файлу:',
    partsNote:
      'Этот набор слишком велик, чтобы загрузить его целиком, поэтому он показан по частям. Фильтры, графики и скачивание из этой таблицы относятся только к показанной части.',
    part: 'Часть:',
    partRecords: 'записи {from}–{to} из {all}',
    disk: 'Страница, открытая с диска, сама читать файлы не может. Чтобы увидеть все записи ({count}), выберите index.csv из папки этой страницы.',
    choose: 'Выбрать index.csv',
    wrongFile: 'В этом файле не те столбцы, что на странице.',
    unnamed: '(без названия)',
    empty: '(пусто)',
    none: 'Ничего не найдено.',
    reset: 'Сбросить фильтры',
    active: 'Фильтры',
    remove: 'Убрать фильтр: {filter}',
    sort: 'Сортировать по столбцу «{column}»',
    filter: 'Фильтр по столбцу «{column}»',
    filtered: 'Фильтр по столбцу «{column}» (включён)',
    from: 'От',
    to: 'До',
    ranges: 'Диапазоны',
    bars: 'Все записи: {count}. Нажмите на столбик, чтобы отобрать его записи.',
    notNumber: 'Введите число, например 12,5',
    contains: 'Содержит',
    values: 'Значения',
    which: 'Выбранные значения',
    only: 'показать только эти',
    allBut: 'скрыть эти',
    find: 'Найти во всех столбцах',
    findValue: 'Найти значение',
    moreValues: 'Показаны {shown} самых частых из {all}.',
    filled: 'Только записи со значением',
    apply: 'Применить',
    clear: 'Сбросить',
    noColumn: 'Ни одного',
    close: 'Закрыть',
    columns: 'Столбцы',
    columnsShown: 'Столбцы ({shown} из {all})',
    all: 'Все',
    download: 'Скачать',
    downloadAs: 'Скачать отобранные записи в формате {format}',
    chart: 'График',
    chartRegion: 'График отобранных записей',
    chartFailed: 'Загрузить график не удалось. Закройте и откройте его, чтобы попробовать ещё раз.',
    group: 'Группы',
    groupBy: 'Группировать по столбцу',
    thenBy: 'Затем по столбцу',
    datesBy: 'Даты',
    periods: { year: 'по годам', month: 'по месяцам', day: 'точные значения' },
    calculate: 'Рассчитать',
    measures: {
      count: 'только число записей',
      sum: 'сумма',
      mean: 'среднее',
      min: 'минимум',
      max: 'максимум',
    },
    measured: 'По столбцу',
    measureOf: '{column}: {measure}',
    groupCount: 'Записей',
    groups: {
      one: '{count} группа, {records}',
      few: '{count} группы, {records}',
      other: '{count} групп, {records}',
    },
    grouped: 'По группам: {columns}',
    ungroup: 'Вернуться к записям, убрать: {filter}',
    countValues: 'Посчитать значения',
    copyLink: 'Копировать ссылку',
    copyColumnLink: 'Копировать ссылку на столбец',
    copyRecordLink: 'Копировать ссылку на запись',
    openLink: 'Открыть ссылку',
    linkCopied: 'Ссылка скопирована',
    onlyThis: 'Только это значение',
    notThis: 'Все, кроме этого значения',
    copy: 'Копировать',
    record: 'Запись {number}',
    openRecord: 'Открыть запись',
    previous: 'Назад',
    next: 'Вперёд',
    first: 'В начало',
    last: 'В конец',
    pages: 'Страницы таблицы',
    page: 'Страница {page} из {pages}',
    size: 'Записей на странице',
    actions: 'Действия со значением столбца «{column}»',
    chipValues: '{column} = {values}',
    chipNot: '{column} ≠ {values}',
    chipText: '{column} содержит «{text}»',
    chipRange: '{column} от {from} до {to}',
    chipFrom: '{column} от {from}',
    chipTo: '{column} до {to}',
    markOfSeveral: '{name} и ещё {count}',
    chipMap: 'В прямоугольнике на карте',
    chipFound: 'В любом столбце есть «{text}»',
    chipFilled: '{column}: значение есть',
    chipUnknown: 'Без фильтра «{columns}»: такого столбца нет',
  },
  ownChart: {
    kind: 'Вид',
    kinds: { line: 'линия', bar: 'столбики', scatter: 'точки' },
    x: 'По горизонтали',
    y: 'По вертикали',
    show: 'Показать',
    over: 'По столбцу',
    measures: { count: 'число записей', sum: 'сумма', mean: 'среднее' },
    measured: 'Столбец',
    colour: 'Цвет',
    none: 'один',
    per: 'Даты',
    periods: { auto: 'автоматически', year: 'по годам', month: 'по месяцам', day: 'по дням' },
    saveAs: 'Сохранить график в формате {format}',
    saved: 'Сохранено: {name}',
    notSaved: 'Сохранить график не удалось.',
    close: 'Закрыть график',
    count: 'Число записей',
    sum: 'Сумма «{column}»',
    mean: 'Среднее «{column}»',
    by: '{y} по столбцу «{x}»',
    coloured: '{title}, цвет\u00a0— «{colour}»',
    against: 'По вертикали\u00a0— «{y}», по горизонтали\u00a0— «{x}»',
    other: 'прочее',
    others: {
      one: 'прочее ({count} значение)',
      few: 'прочее ({count} значения)',
      other: 'прочее ({count} значений)',
    },
    empty: '(пусто)',
    all: {
      one: 'Всего {count} запись.',
      few: 'Всего {count} записи.',
      other: 'Всего {count} записей.',
    },
    some: {
      one: '{count} запись из {all}, отобранная фильтрами.',
      few: '{count} записи из {all}, отобранные фильтрами.',
      other: '{count} записей из {all}, отобранных фильтрами.',
    },
    leftDate: {
      one: 'Не учтена {count} запись без даты в столбце «{column}».',
      few: 'Не учтены {count} записи без даты в столбце «{column}».',
      other: 'Не учтено {count} записей без даты в столбце «{column}».',
    },
    leftNumber: {
      one: 'Не учтена {count} запись без числа в столбце «{column}».',
      few: 'Не учтены {count} записи без числа в столбце «{column}».',
      other: 'Не учтено {count} записей без числа в столбце «{column}».',
    },
    which: { frequent: 'самые частые', large: 'самые большие' },
    joined: {
      one: 'Показаны {which} значения столбца «{column}» ({shown}), ещё {count}\u00a0— в группе «прочее».',
      few: 'Показаны {which} значения столбца «{column}» ({shown}), ещё {count}\u00a0— в группе «прочее».',
      other: 'Показаны {which} значения столбца «{column}» ({shown}), ещё {count}\u00a0— в группе «прочее».',
    },
    joinedColours: {
      one: 'Цветом выделены {which} значения столбца «{column}» ({shown}), ещё {count}\u00a0— в группе «прочее».',
      few: 'Цветом выделены {which} значения столбца «{column}» ({shown}), ещё {count}\u00a0— в группе «прочее».',
      other:
        'Цветом выделены {which} значения столбца «{column}» ({shown}), ещё {count}\u00a0— в группе «прочее».',
    },
    ranges: 'В столбце «{column}» больше {most} разных чисел, поэтому они объединены в интервалы по {step}.',
    joinedBy: { month: 'Даты объединены по месяцам.', year: 'Даты объединены по годам.' },
    longer: {
      month: 'Даты объединены по месяцам: дней было бы больше {most}.',
      year: 'Даты объединены по годам: более коротких периодов было бы больше {most}.',
    },
    drawnPoints: 'Показаны {shown} из {count} точек, взятые равномерно по всем записям.',
    nothing: 'Показать нечего: ни в одной записи нет значений, нужных для этого графика.',
    highest: 'Больше всего: {value} ({place}).',
    lowest: 'Меньше всего: {value} ({place}).',
    from: 'От {from} до {to}.',
    table: 'График в виде таблицы',
    tableCut: 'Первые {shown} строк из {count}.',
    range: 'от {from} до {to}',
    filters: 'Фильтры: {filters}.',
  },

  footer: {
    mirrorOf: 'Зеркало',
    howComplete: 'Состояние зеркала',
    contact: 'Связаться',
    tool: 'Создано программой',
  },

  notFound: {
    title: 'Не найдено',
    text: 'По этому адресу страницы нет. Возможно, у набора данных другой код или адрес неполон.',
    home: 'На главную',
    datasets: 'Все наборы данных',
    search: 'Поиск по наборам данных',
    searchFor: 'Искать «{}»',
  },

  developers: {
    title: 'Для разработчиков',
    lead: (origin) =>
      `Программы могут читать все данные зеркала по постоянным адресам: запросом GET, без ключа и с любой веб-страницы. Адреса те же, что у ${origin}.`,
    groups: {
      interface: {
        name: 'Интерфейс',
        text: 'Адреса источника. Они отдают данные, если хостинг учитывает параметр `type`; если нет, программы получат страницу. Тогда нужны файлы, перечисленные ниже.',
      },
      files: {
        name: 'Файлы',
        text: 'Те же данные и таблицы, которые делает из них зеркало. Эти адреса работают на любом хостинге, в любой папке и с диска.',
      },
      mirror: { name: 'Зеркало', text: 'Что зеркало сообщает о себе.' },
    },
    dataset: 'Данные одного набора',
    markdown: 'Страница набора данных в формате Markdown: файлы, столбцы и первые записи',
    dataPackage: 'Столбцы таблицы и файлы набора данных (Data Package 2.0)',
    differences: 'Что изменилось в записях набора данных при последних обновлениях',
    versions: 'Прежние версии набора данных, которые хранит зеркало',
    timeMap: 'Прежние версии в виде TimeMap (RFC 7089)',
    version: (format) => `Прежняя версия набора данных в ${format}`,
    file: (what, format) => `${what}: ${format}`,
    state: {
      manifest: 'Источник, состояние и контрольная сумма каждого файла с данными',
      status: 'Чем закончилась последняя проверка и до какого времени эти сведения действительны',
      changes: 'Какие наборы данных последние проверки добавили, изменили, сняли с публикации и удалили',
    },
    sums: 'Контрольные суммы всех файлов для программы `sha256sum`',
    chain: 'Строка о каждом изменении данных с контрольной суммой предыдущей строки',
    feed: 'Последние изменения (Atom)',
    catalogue: 'Все наборы данных для каталогов (DCAT-AP 3.0.1), первая страница',
    signature: 'Подпись файла `SHA256SUMS` для `ssh-keygen -Y verify`',
    signers: 'Открытый ключ зеркала для `ssh-keygen -Y verify`',
    views: 'Представления всех таблиц для DuckDB',
    dataJson: 'Все наборы данных для каталогов (DCAT-US 3)',
    parameters: {
      type: 'Формат ответа. Без параметра и при любом другом значении ответ\u00a0— html.',
      code: 'Код набора данных в процентной кодировке: один сегмент пути, без косой черты.',
      sha256: 'SHA-256 содержимого версии: он указан в файле `versions.json` её набора данных.',
    },
    found: 'Файл',
    notFound: 'Нет такого набора данных или такого файла в нём',
    anyShape: 'То, что опубликовал источник, в любой форме',
    page: {
      openApi: 'OpenAPI 3.1',
      openApiText:
        'То же самое описано в файле `openapi.json`, по которому программы создают клиентские библиотеки и документацию.',
      schema: 'JSON Schema',
      addresses: 'Адреса',
      parameters: 'Параметры',
      answer: 'Пример ответа',
      answerText: (bytes) => `Начало файла; всего в нём ${bytes}.`,
      state: 'Состояние зеркала',
      stateText:
        'Три файла сообщают, насколько зеркало полно и актуально. В следующих версиях могут появиться новые поля.',
      fieldsNote: 'Описания полей\u00a0— на английском, как в схемах.',
      fields: (file) => `Поля ${file}`,
      optional: 'необязательное',
      notes: [
        'Файлы совпадают с файлами источника байт в байт, если в `manifest.json` их состояние не `derived`.',
        'Если хостинг не учитывает `type`, браузер всё равно получает нужный формат: при первом посещении на файл перенаправляет скрипт, затем отвечает service worker.',
        'Большинство хостингов отвечает на условные запросы (`If-None-Match`)\u00a0— тогда передаётся только то, что изменилось,\u00a0— и отдаёт часть файла (`Range`).',
      ],
    },
    trying: {
      title: 'Пробный запрос',
      operation: 'Операция',
      code: 'Код набора данных',
      format: 'Формат',
      send: 'Отправить',
      request: 'Запрос',
      response: 'Ответ',
      noScript: 'Чтобы отправить пробный запрос, нужен JavaScript, но здесь он недоступен.',
      script: {
        sending: 'Ожидание ответа…',
        failed: 'Ответа нет. Проверьте соединение и отправьте запрос ещё раз.',
        disk: 'Страница открыта с диска. Таким страницам браузер не разрешает читать другие файлы, поэтому запрос отправить нельзя. Откройте сам файл:',
        ignored: 'Хостинг не учитывает параметр «type», поэтому запрошен файл: {file}',
        worker:
          'Вместо хостинга мог ответить service worker этого браузера. Адрес файла работает везде: {file}',
      },
    },
  },

  harvest: {
    described: (code, origin, size, columns) =>
      `Набор данных ${code} с ${origin}${size === undefined ? '' : `: ${size}`}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}. Описания у источника нет.`,
    contact: (mirror) => `Указан контакт не ведомства, а зеркала «${mirror}», на котором хранится копия.`,
    service: 'Данные в виде файлов и по параметру ?type=',
  },
}

/** The evidence for inferred roles. */
const EVIDENCE: EvidenceWords = {
  config: () => 'поле названо в настройках',
  lacks: ({ lacks }) => `в списке нет поля ${JSON.stringify(lacks)}, которое названо в настройках`,
  'no-field': () => 'ни одно поле не подходит',
  title: () => 'название поля и то, что его значения\u00a0— короткие тексты',
  description: () => 'название поля и то, что его значения\u00a0— тексты',
  updated: () => 'название поля и то, что его значения\u00a0— даты',
  'link-texts': () => 'значения поля\u00a0— тексты ссылок',
  phrases: () => 'значения поля\u00a0— короткие фразы, по большей части разные',
  'code-names': () => 'значения поля\u00a0— названия при кодах',
  'no-keys': ({ list }) => `ни у одного поля наборов данных значения не служат ключами ${list}`,
  members: ({ found, of, field }) => `кодов наборов данных среди значений ${field}: ${found} из ${of}`,
  'few-keys': ({ found, of, field, list }) =>
    `среди ключей ${list} есть только ${found} из ${of} значений ${field}`,
  numbers: ({ field, list }) =>
    `числа в ${field} есть среди ключей ${list}, но они так малы, что могут означать что угодно, а имя поля этого не уточняет`,
  keys: ({ found, of, field }) => `значений найдено в ${field}: ${found} из ${of}`,
  links: ({ links }) => `ссылок на наборы данных в списках: ${links}`,
  'linked-field': ({ links, found, of, field }) =>
    `ссылок на наборы данных в списках: ${links}; значений ${field}, которые служат их кодами: ${found} из ${of}`,
  answers: ({ asked }) => `источник отвечает на значения поля (запросов: ${asked})`,
  differs: ({ asked }) =>
    `на значения поля источник отвечает иначе, чем на несуществующий код (запросов: ${asked})`,
  within: ({ asked, fields }) =>
    `источник отвечает на тексты записей списка, которые стоят в разных полях, или на части этих текстов (запросов: ${asked}): ${fields}`,
  likeliest: () =>
    'самое вероятное поле по значениям и названию; на большинство его значений источник отвечает так же, как на несуществующий код, поэтому запросы ничего не доказывают',
  before: () => 'поле, найденное при прошлой проверке',
  alike: () => 'на названия из списков источник отвечает так же, как на несуществующий набор данных',
  'not-found': () =>
    'в списках не нашлось ни ссылок на наборы данных, ни поля, на значения которого отвечает источник',
}

/** Limits of the reader, in Russian, by the English message. */
const LIMITS: readonly (readonly [pattern: RegExp, text: (most: string) => string])[] = [
  [/^a text of more than (\d+) characters$/, (most) => `текст длиннее ${most} символов`],
  [/^a name of more than (\d+) characters$/, (most) => `название поля длиннее ${most} символов`],
  [/^a number of more than (\d+) characters$/, (most) => `число длиннее ${most} символов`],
  [/^a record of more than (\d+) characters$/, (most) => `запись длиннее ${most} символов`],
  [/^an element of more than (\d+) attributes$/, (most) => `элемент, у которого больше ${most} атрибутов`],
  [/^more than (\d+) blanks in a row$/, (most) => `больше ${most} пробелов подряд`],
  [/^more than (\d+) tables and lists$/, (most) => `больше ${most} таблиц и списков`],
  [/^a text longer than can be read$/, () => 'слишком длинный текст'],
]

/** Why a document is not read, in Russian; undefined if the reason is not known. */
function translateUnread(message: string): string | undefined {
  const has = /^The document has (.+)\.$/.exec(message)?.[1] ?? ''
  for (const [pattern, text] of LIMITS) {
    const match = pattern.exec(has)
    if (match) return `В документе есть ${text(formatCount(Number(match[1])))}.`
  }
  return undefined
}

/** A sentence from the known facts; any fact may be missing, since older manifests have none. */
type Wording = (facts: Facts, severity: Stated['severity']) => string

/** The meaning of an HTTP status; others are shown as a number only. */
const STATUSES: Readonly<Record<string, string>> = {
  401: 'требуется авторизация',
  403: 'доступ запрещён',
  404: 'не найдено',
  410: 'удалено',
  429: 'слишком много запросов',
  500: 'ошибка сервера',
  502: 'сервер недоступен',
  503: 'сервер недоступен',
  504: 'сервер не дождался ответа',
}

const answered: Wording = ({ status = '' }) => {
  const name = Object.hasOwn(STATUSES, status) ? `: ${STATUSES[status]}` : ''
  return status === '' ? 'источник ответил ошибкой' : `ответ ${status}${name}`
}
const setting = ({ setting }: Facts) => (setting === undefined ? '' : ` (настройка ${setting})`)
const on = ({ host }: Facts) => (host === undefined ? '' : ` на ${host}`)
const count = (fact: string | number | undefined) =>
  typeof fact === 'number' ? formatCount(fact) : (fact ?? '')

/** Why something was not fetched, as clauses: complete as a reason, the beginning of a sentence in a problem. */
const CLAUSES = {
  unreachable: () => 'источник недоступен',
  timeout: () => 'источник не ответил вовремя',
  'not-asked': (facts) =>
    facts.setting === undefined
      ? 'не запрошено: источник долго не отвечал или попросил подождать'
      : `не запрошено: исчерпан предел проверки${setting(facts)}`,
  'not-found': answered,
  gone: answered,
  'access-denied': answered,
  'rate-limited': answered,
  'server-error': answered,
  'unexpected-status': answered,
  redirected: ({ to }) =>
    to ? `перенаправление на другой адрес: ${to}` : 'перенаправление, по которому зеркало не переходит',
  'robots-disallowed': (facts) =>
    `запрос запрещён файлом robots.txt${on(facts)}${facts.rule === undefined ? '' : `: «Disallow: ${facts.rule}»`}`,
  'robots-unreadable': (facts) =>
    `файл robots.txt${on(facts)} не удалось прочитать, поэтому ничего не запрошено${facts.status === undefined ? '' : ` (ответ ${facts.status})`}`,
  'cut-short': ({ received, promised }) =>
    promised === undefined
      ? 'ответ пуст, пришёл не целиком или не распаковывается'
      : `ответ оборвался: получено ${count(received)} из ${count(promised)} байт`,
  malformed: () => 'ответ повреждён: формат нарушен',
  'wrong-format': () => 'ответ пришёл не в том формате, который запрошен',
  'unknown-coding': (_, severity) =>
    severity === 'warning'
      ? 'в Content-Encoding источник указывает то, что не является сжатием; это игнорируется'
      : 'ответ сжат не так, как запрошено или указано',
  'too-large': (facts) => `ответ слишком большой${setting(facts)}`,
  'error-in-place-of-data': () => 'вместо данных прислано сообщение об ошибке',
  'wrong-dataset': () => 'присланы данные другого набора',
  'suspicious-change': () => 'в ответе подозрительно мало данных из прежней копии',
} satisfies Partial<Record<ReasonCode, Wording>>

const FACT_ROLES: Readonly<Record<string, string>> = {
  title: 'названия',
  category: 'категории',
  oiv: 'ведомства',
}
const roleOf = ({ role = '' }: Facts) =>
  Object.hasOwn(FACT_ROLES, role) ? FACT_ROLES[role] : 'названия, категории или ведомства'
const field = ({ role }: Facts) => (role === undefined ? 'fields' : `fields.${role}`)
const ofAll = (part: Facts[string] | undefined, all: Facts[string] | undefined) =>
  part === undefined ? '' : `: ${count(part)} из ${count(all)}`

/** All other reports, as whole sentences. */
const SENTENCES: Readonly<Record<Exclude<ReasonCode, keyof typeof CLAUSES>, Wording>> = {
  'no-datasets': ({ entries }) =>
    entries === 0
      ? 'Список есть, но он пуст.'
      : 'В списках не нашлось ни одного набора данных. Укажите поле кода в настройке fields.code или сами коды в настройке codes.',
  'no-code': ({ unnamed, entries }) =>
    `У части записей списка нет кода набора данных, поэтому запросить их нельзя${ofAll(unnamed, entries)}.`,
  'unusable-code': () => 'Такой код набора данных не может быть именем папки, поэтому набора здесь нет.',
  'clashing-code': ({ twin }, severity) => {
    const other = twin === undefined ? 'другого' : String(twin)
    return severity === 'gap'
      ? `На этом диске код неотличим от ${other}, поэтому набора здесь нет.`
      : `Код отличается от ${other} только регистром или формой Юникода; где их не различают, один из двух наборов пропадёт.`
  },
  'over-max-datasets': ({ found, passed }) =>
    found === undefined
      ? 'В списках больше наборов данных, чем разрешает настройка maxDatasets; остальные не запрошены.'
      : `В списках наборов данных: ${count(found)}. Не запрошено: ${count(passed)} (настройка maxDatasets).`,
  paged: ({ what }) =>
    `Похоже, это лишь одна страница ${what === 'list' ? 'списка' : 'данных'}; остальные страницы не скопированы. Если здесь всё, укажите ${what === 'list' ? 'этот список' : 'код набора'} в настройке notPaged.`,
  'same-count': ({ what, datasets, limit }) =>
    what === 'list'
      ? `В списке ровно ${count(limit)} записей. Возможно, больше источник не перечисляет и не сообщает об этом. Если здесь всё, укажите этот список в настройке notPaged.`
      : `У нескольких наборов данных (${count(datasets)}) записей ровно ${count(limit)}. Возможно, больше источник не отдаёт и не сообщает об этом. Если здесь всё, укажите коды наборов в настройке notPaged.`,
  'same-page': ({ datasets, dataset }) =>
    `Страницы нескольких наборов данных (${count(datasets)}), которые источник отдаёт только в html, совпадают во всём, кроме кодов и названий${dataset === undefined ? '' : `, например страница ${JSON.stringify(dataset)}`}. Возможно, вместо данных опубликованы меню или сообщение. Проверьте эти страницы у источника.`,
  'formats-disagree': ({ json, xml, what, garbled }) =>
    what === 'texts'
      ? `Тексты этого формата списка пришли в неверной кодировке, например ${JSON.stringify(garbled)}. Взяты тексты другого формата.`
      : what === 'dataset'
        ? `Форматы этого набора расходятся: записей в json ${count(json)}, в xml ${count(xml)}. Опубликованы оба файла; на странице показан тот, в котором записей больше.`
        : `Форматы этого списка расходятся${json === undefined || xml === undefined ? '' : `: записей в json ${count(json)}, в xml ${count(xml)}`}. Запрошено всё, что названо хотя бы в одном из них.`,
  'no-format': ({ format, from, datasets }) =>
    format === undefined || from === undefined
      ? 'Один из форматов источник не отдаёт ни для одного набора данных. Если этого формата у него нет, укажите в настройке formats другой.'
      : `Источник не отдаёт в ${format} ни одного набора данных${datasets === undefined ? '' : ` (всего ${count(datasets)})`}. Если этого формата у него нет, укажите в настройке formats только ${from}: тогда ${format} создаётся из ${from} и не считается недостающим.`,
  'unmatched-list': ({ entries }) =>
    `Записи списка${entries === undefined ? '' : ` (${count(entries)})`} не удалось соотнести с наборами данных. Укажите поле кода в настройке fields.code.`,
  'uniform-values': ({ field, value }) =>
    `Поле${field === undefined ? '' : ` ${JSON.stringify(field)}`} теперь одинаково во всех сравнённых записях${value === undefined ? '' : `: ${JSON.stringify(value)}`}, а в прежней копии значения различались. Новая копия опубликована, прежняя сохранена.`,
  'doubtful-code': ({ texts, text }) =>
    `Среди записей списка есть тексты, которые могут быть кодами наборов данных${texts === undefined ? '' : ` (${count(texts)})`}, но источник на них не отвечает${text === undefined ? '' : `, например ${JSON.stringify(text)}`}. Если это коды, укажите их в настройке codes.`,
  'unclear-code': ({ texts, text }) =>
    `В списках есть тексты, которые могут быть кодами новых наборов данных${texts === undefined ? '' : ` (${count(texts)})`}${text === undefined ? '' : `, например ${JSON.stringify(text)}`}, но по ответам источника этого не видно: он дал сбой при запросе по ним или по коду, которого нет. Они будут запрошены при следующей проверке. Если это коды, укажите их в настройке codes.`,
  'lists-changing': ({ fields, datasets, dataset }, severity) =>
    datasets !== undefined
      ? `Новых наборов данных, которые были только в одном из предыдущих чтений списков: ${count(datasets)}, например ${JSON.stringify(dataset)}. Источник на них ответил, поэтому они есть на зеркале.`
      : severity === 'gap'
        ? 'Списки менялись при каждом чтении, поэтому копия может им не соответствовать. Запустите проверку ещё раз, когда источник не будет обновляться.'
        : `При каждом чтении меняются поля списков${fields === undefined ? '' : `: ${fields}`}. На полноту зеркала это не влияет.`,
  'lists-unconfirmed': () =>
    'В конце проверки список не удалось прочитать ещё раз; неизвестно, изменился ли он за это время.',
  'other-host': ({ links }) =>
    `Ссылки списков ведут к наборам данных на этом адресе${links === undefined ? '' : ` (${count(links)})`}; они пропущены. Если это тот же источник, укажите его адрес в ещё одном --origin.`,
  'lost-facts': (facts) => {
    if (facts.garbled !== undefined)
      return `Названия пришли в неверной кодировке${ofAll(facts.lost, facts.had)}, например ${JSON.stringify(facts.garbled)}.`
    if (facts.moved !== undefined)
      return `Названия теперь те, что раньше были у других записей${facts.list === undefined ? '' : ` списка ${facts.list}`}${ofAll(facts.lost, facts.had)}, например ${JSON.stringify(facts.moved)}. Возможно, источник их перепутал.`
    if (facts.list !== undefined)
      return `Из списка ${facts.list} пропали собственные названия${ofAll(facts.lost, facts.had)}.`
    if (facts.role === 'title')
      return `Из списков пропали собственные названия наборов${ofAll(facts.lost, facts.had)}. Где названия нет, показано последнее известное. Если поле теперь называется иначе, укажите его в настройке fields.title.`
    if (facts.value !== undefined)
      return `Из списков пропали ${roleOf(facts)}, которые раньше были${ofAll(facts.lost, facts.had)}. Наборы ссылаются на то, чего в списке нет, например ${JSON.stringify(facts.value)}.`
    return `Из списков пропали ${roleOf(facts)}, которые раньше были${ofAll(facts.lost, facts.had)}. Если поле теперь называется иначе, укажите его в настройке ${field(facts)}.`
  },
  'missing-facts': (facts) =>
    facts.role === 'title'
      ? `Ни у одного набора данных нет названия${facts.field === undefined ? '' : ` (поле ${JSON.stringify(facts.field)} пусто)`}: ${facts.kept === undefined ? 'вместо названий показаны коды' : 'показаны последние известные названия'}. Если названия в другом поле, укажите его в настройке fields.title.`
      : `Ни один набор данных не относится ни к одной записи этого списка${facts.entries === undefined ? '' : ` (${count(facts.entries)})`}. Если связь есть, укажите поле в настройке ${field(facts)}.`,
  'unknown-field': ({ instead, setting }) =>
    setting === 'notPaged'
      ? 'Нет ни списка, ни набора данных с таким названием.'
      : `Поля с таким названием в списках нет${instead === undefined ? '' : `; вместо него взято ${JSON.stringify(instead)}`}.`,
  'damaged-copy': ({ format }) =>
    `Набора больше нет в списках, а его последняя копия${format === undefined ? '' : ` (${format})`} повреждена и здесь утрачена. Она может быть в более старой копии папки состояния.`,
  'mended-copy': () =>
    'Копия в папке состояния была повреждена или пропала. Она взята с опубликованного сайта, где её контрольная сумма верна. Проверьте диск с папкой состояния.',
  'lost-former': ({ day }) =>
    `Прежняя копия${day === undefined ? '' : `, заменённая ${formatDay(String(day)).text},`} в папке состояния повреждена или пропала и больше не хранится. На опубликованные данные это не влияет. Проверьте диск с папкой состояния; файл может быть в её более старой копии.`,
  'lost-original': () =>
    'Байты, какими их прислал источник до перевода в UTF-8, в папке состояния повреждены или пропали и больше не хранятся. На опубликованные данные это не влияет. Проверьте диск с папкой состояния; файл может быть в её более старой копии.',
  'lost-version': ({ day }) =>
    `Прежняя версия${day === undefined ? '' : `, последний раз полученная ${formatDay(String(day)).text},`} в папке состояния повреждена или пропала и больше не хранится. На опубликованные данные это не влияет. Проверьте диск с папкой состояния; файл может быть в её более старой копии.`,
  'mended-changes': () =>
    'Список изменений в папке состояния был повреждён. Он восстановлен, контрольная сумма верна. Проверьте диск с папкой состояния.',
  'lost-changes': () =>
    'Список изменений в папке состояния был повреждён, и восстановить его не удалось, поэтому прежние изменения не показаны. На сами данные это не влияет. Проверьте диск с папкой состояния; файл может быть в её более старой копии.',
  'lost-generations': () =>
    'Цепочка поколений не продолжает прежнюю: в папке состояния её нет или файл был повреждён. Это заметит тот, кто сохранил прежнюю цепочку. Она может быть на опубликованном сайте или в более старой копии папки состояния.',
  'not-restored': () =>
    'Этот файл не удалось восстановить из опубликованного зеркала. Его получит следующая проверка, если источник его ещё публикует.',
  'unreliable-validators': () =>
    'ETag или Last-Modified источника противоречат его данным, поэтому зеркало их не учитывает.',
  'crawl-delay': () => 'Файл robots.txt просит делать паузы между запросами.',
  inconsistent: () => 'Внутренний учёт зеркала не сошёлся: это ошибка программы, сообщите о ней.',
  'not-read': ({ format }) =>
    `Документ${format === undefined ? '' : ` (${format})`} опубликован в том виде, в каком его прислал источник, но зеркало его не читает: он превышает ограничения, указанные на странице набора. Поэтому на ней нет записей и нет csv.`,
  'no-longer-listed': () => 'Набора больше нет в списках.',
  'format-not-offered': () => 'В настройках указано, что у источника нет этого формата.',
  recoded: ({ encoding }) =>
    `Источник прислал это в ${encoding === undefined ? 'другой кодировке' : encoding}, опубликовано в UTF-8.`,
}

/** A report of the crawler in Russian, by its code; undefined if it has none, or one of a later version. */
function wordReport({ code = '', facts: known, severity }: Stated): string | undefined {
  const facts = known ?? {}
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code as keyof typeof SENTENCES](facts, severity)
  if (!Object.hasOwn(CLAUSES, code)) return undefined
  const clause = (CLAUSES[code as keyof typeof CLAUSES] as Wording)(facts, severity)
  if (severity === undefined) return clause
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${known && severity === 'gap' ? standIn(known) : '.'}${hint(code, facts)}`
}

// The copy that is shown instead, by the facts of a problem.
function standIn({ copy, from }: Facts): string {
  if (copy !== undefined) return `; остаётся копия${dayOf(copy)}.`.replace(/\.\.$/, '.')
  return from === undefined ? '; копии нет.' : `; получено из ${from}.`
}

function dayOf(day: string | number): string {
  return Number.isNaN(Date.parse(String(day))) ? '' : ` от ${formatDay(String(day)).text}`
}

function hint(code: string, { status, passing }: Facts): string {
  if (code === 'access-denied' && status !== 451)
    return ' Источник требует авторизации, которой у зеркала нет: обратитесь к владельцу источника.'
  return passing === undefined ? '' : ' Попытка повторится при следующей проверке.'
}
