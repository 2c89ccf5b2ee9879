import { formatCount, formatPlural } from '../../format.ts'
import type { Words } from '../type.ts'
import { translateEvidence } from './evidence.ts'
import { gaps } from './plural.ts'
import { wordReport } from './report.ts'

const ROLES: Readonly<Record<string, string>> = {
  'dataset code': 'код набора данных',
  'dataset title': 'название набора данных',
  'dataset description': 'описание набора данных',
  'dataset updated': 'дата обновления набора данных',
  'dataset → category': 'набор данных → категория',
  'dataset → oiv': 'набор данных → ОИВ',
  'category key': 'ключ категории',
  'category title': 'название категории',
  'category description': 'описание категории',
  'category updated': 'дата обновления категории',
  'oiv key': 'ключ ОИВ',
  'oiv title': 'название ОИВ',
  'oiv description': 'описание ОИВ',
  'oiv updated': 'дата обновления ОИВ',
}

export const aboutPage: Words['aboutPage'] = {
  lead: (origin) =>
    `Этот сайт\u00a0— статическое зеркало ${origin}. Здесь хранится то, что опубликовал источник, без изменений, и сказано, насколько этому можно доверять.`,
  run: 'Последний запуск',
  origin: 'Источник',
  changed: 'Последнее изменение данных',
  tool: 'Создано программой',
  verdict: 'Что хранится',
  outcome: 'Чем закончился',
  complete: 'Полностью: при последнем чтении источника свежая копия была у всего, что есть в его списках.',
  incomplete: (count) =>
    `Не полностью: ${count === 0 ? 'смотрите состояния ниже' : `${gaps(count)}, перечень ниже`}.`,
  states: 'Насколько зеркало полно',
  statesCaption: 'Представления по состоянию и формату',
  state: 'Состояние',
  meaning: 'Значение',
  htmlNote: 'Страницы html источника читаются ради сведений о данных; сами они не публикуются.',
  problems: 'Пропуски и предупреждения',
  noProblems: 'Нет: при последнем запуске не встретилось ничего, о чём стоило бы сказать.',
  gap: 'пропуск',
  warning: 'предупреждение',
  problemsMore: (count) => `… и ещё ${formatCount(count)}, в файле \`manifest.json\`.`,
  problemTimes: (count) => formatPlural(count, { one: 'раз', few: 'раза', many: 'раз', other: 'раза' }),
  inferred: 'Что выведено из данных',
  inferredNote:
    'Интерфейс не сообщает, что означают его поля. Здесь сказано, за что их приняло зеркало, на каком основании и какой настройкой это исправить.',
  inferredCaption: 'Роли полей',
  role: (what) => ROLES[what] ?? what,
  evidenceOf: translateEvidence,
  reportOf: wordReport,
  what: 'Роль',
  field: 'Поле',
  evidence: 'Основание',
  override: 'Настройка',
  nothingFound: 'не найдено',
  noInferences: 'Ничего не выведено.',
  programs: 'Для программ',
  programsText: [
    'Рядом с каждой страницей лежат её данные: `index.json` и `index.xml`, а если есть записи, то и `index.csv`. Эти адреса работают на любом хостинге, по любому адресу и с диска.',
    'Если хостинг умеет учитывать запрос, работают и собственные адреса источника: `api/v1/list/?type=json`, `api/v1/list/?type=xml`, а без запроса\u00a0— html.',
    'Если не умеет, такие адреса доступны только браузерам: при первом посещении к файлу ведёт скрипт, затем отвечает service worker. Остальные программы получат там страницу; им нужны `index.json` и `index.xml`.',
    'Байты\u00a0— те же, что у источника, если состояние файла не `derived`.',
  ],
  checking: 'Как проверить',
  checkingText: [
    'В `SHA256SUMS` перечислены контрольные суммы всех опубликованных файлов; в скачанной копии команда `sha256sum --check SHA256SUMS` докажет, что она цела.',
    'В `manifest.json` для каждого файла указано, откуда он взят, когда источник последний раз его подтвердил, когда он последний раз изменился, его контрольная сумма и состояние.',
    'В `status.json` в нескольких строках сказано, чем закончился последний запуск и до какого времени это верно. В `changes.json`\u00a0— что изменили последние запуски.',
  ],
}
