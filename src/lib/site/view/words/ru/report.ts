import type { Facts, ReasonCode } from '../../../../snapshot/index.ts'
import { formatCount, formatDay } from '../../format.ts'
import type { Stated } from '../../stated.ts'

/** Words for what is known of it; any fact may be missing, since older manifests have none. */
type Wording = (facts: Facts, severity: Stated['severity']) => string

/** What a status of HTTP means; those not named here are shown by their number alone. */
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

/** Why something was not fetched, as clauses: a reason by themselves, the beginning of a sentence in a problem. */
const CLAUSES = {
  unreachable: () => 'источник недоступен',
  timeout: () => 'источник не ответил вовремя',
  'not-asked': (facts) =>
    facts.setting === undefined
      ? 'не запрошено: источник долго не отвечал или попросил подождать'
      : `не запрошено: исчерпан предел запуска${setting(facts)}`,
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
    `файл robots.txt${on(facts)} не читается, поэтому ничего не запрошено${facts.status === undefined ? '' : ` (ответ ${facts.status})`}`,
  'cut-short': ({ received, promised }) =>
    promised === undefined
      ? 'связь оборвалась посреди ответа, или ответ не распаковывается'
      : `ответ оборвался: получено байт: ${count(received)} из ${count(promised)}`,
  malformed: () => 'ответ повреждён: его формат нарушен',
  'wrong-format': () => 'ответ пришёл не в том формате, который запрошен',
  'unknown-coding': () => 'ответ сжат неизвестным способом',
  'too-large': (facts) => `ответ слишком большой${setting(facts)}`,
  'error-in-place-of-data': () => 'вместо данных прислано сообщение об ошибке',
  'wrong-dataset': () => 'присланы данные другого набора',
  'suspicious-change': () => 'в ответе подозрительно мало из того, что было в прежней копии',
} satisfies Partial<Record<ReasonCode, Wording>>

const ROLES: Readonly<Record<string, string>> = { title: 'названия', category: 'категории', oiv: 'ОИВ' }
const roleOf = ({ role = '' }: Facts) =>
  Object.hasOwn(ROLES, role) ? ROLES[role] : 'названия, категории или ОИВ'
const field = ({ role }: Facts) => (role === undefined ? 'fields' : `fields.${role}`)
const ofAll = (part: Facts[string] | undefined, all: Facts[string] | undefined) =>
  part === undefined ? '' : `: ${count(part)} из ${count(all)}`

/** What else is to be said, as whole sentences. */
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
  'formats-disagree': ({ json, xml }) =>
    `Форматы этого списка расходятся${json === undefined || xml === undefined ? '' : `: записей в json ${count(json)}, в xml ${count(xml)}`}. Запрошено всё, что названо хотя бы в одном из них.`,
  'unmatched-list': ({ entries }) =>
    `Записи списка${entries === undefined ? '' : ` (${count(entries)})`} не удалось соотнести с наборами данных. Укажите поле кода в настройке fields.code.`,
  'lists-changing': ({ fields }, severity) =>
    severity === 'gap'
      ? 'Списки менялись при каждом чтении, поэтому скопировано могло быть не то, что в них названо. Запустите ещё раз, когда источник будет в покое.'
      : `При каждом чтении меняются поля списков${fields === undefined ? '' : `: ${fields}`}. На полноту зеркала это не влияет.`,
  'lists-unconfirmed': () =>
    'В конце запуска список не удалось прочитать ещё раз; неизвестно, изменился ли он за это время.',
  'other-host': ({ links }) =>
    `Ссылки списков ведут к наборам данных на этом адресе${links === undefined ? '' : ` (${count(links)})`}; они пропущены. Если это тот же источник, укажите его ещё одним --origin.`,
  'lost-facts': (facts) => {
    if (facts.garbled !== undefined)
      return `Названия пришли в неверной кодировке${ofAll(facts.lost, facts.had)}, например ${JSON.stringify(facts.garbled)}.`
    if (facts.list !== undefined)
      return `Из списка ${facts.list} пропали собственные названия${ofAll(facts.lost, facts.had)}.`
    return `Из списков пропали ${roleOf(facts)}, которые раньше были${ofAll(facts.lost, facts.had)}. Если поле теперь называется иначе, укажите его в настройке ${field(facts)}.`
  },
  'missing-facts': (facts) =>
    facts.role === 'title'
      ? `Ни у одного набора данных нет названия${facts.field === undefined ? '' : ` (поле ${JSON.stringify(facts.field)} пусто)`}: вместо названий показаны коды. Если названия в другом поле, укажите его в настройке fields.title.`
      : `Ни один набор данных не относится ни к одной записи этого списка${facts.entries === undefined ? '' : ` (${count(facts.entries)})`}. Если связь есть, укажите поле в настройке ${field(facts)}.`,
  'unknown-field': ({ instead }) =>
    `Поля с таким названием в списках нет${instead === undefined ? '' : `; вместо него взято ${JSON.stringify(instead)}`}.`,
  'damaged-copy': ({ format }) =>
    `Набора больше нет в списках, а его последняя копия${format === undefined ? '' : ` (${format})`} повреждена и здесь утрачена. Она может быть в более старой копии папки состояния.`,
  'not-restored': () =>
    'Этот файл не удалось восстановить из опубликованного зеркала. Его прочитает следующий запуск, если источник его ещё публикует.',
  'unreliable-validators': () =>
    'ETag или Last-Modified источника противоречат его данным, поэтому зеркало им не верит.',
  'crawl-delay': () => 'Файл robots.txt просит делать паузы между запросами.',
  inconsistent: () => 'Внутренний учёт зеркала не сошёлся: это ошибка программы, сообщите о ней.',
  'not-read': ({ format }) =>
    `Документ${format === undefined ? '' : ` (${format})`} опубликован таким, каким его прислал источник, но зеркало его не читает: он выходит за пределы, указанные на странице набора. Записей на ней нет, как и csv.`,
  'no-longer-listed': () => 'Набора больше нет в списках.',
  'format-not-offered': () => 'По настройкам, у источника нет этого формата.',
  recoded: ({ encoding }) =>
    `Источник прислал это в ${encoding === undefined ? 'другой кодировке' : encoding}, опубликовано в UTF-8.`,
}

/** What the crawler reports in Russian, by its code; undefined where it has none, or one of a later version. */
export function wordReport({ code = '', facts: known, severity }: Stated): string | undefined {
  const facts = known ?? {}
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code as keyof typeof SENTENCES](facts, severity)
  if (!Object.hasOwn(CLAUSES, code)) return undefined
  const clause = (CLAUSES[code as keyof typeof CLAUSES] as Wording)(facts, severity)
  if (severity === undefined) return clause
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${known ? standIn(known) : '.'}${hint(code, facts)}`
}

// What stands in its place, by the facts of a problem.
function standIn({ copy, from }: Facts): string {
  if (copy !== undefined) return `; остаётся копия${dayOf(copy)}.`.replace(/\.\.$/, '.')
  return from === undefined ? '; копии нет.' : `; сделано из ${from}.`
}

function dayOf(day: string | number): string {
  return Number.isNaN(Date.parse(String(day))) ? '' : ` от ${formatDay(String(day)).text}`
}

function hint(code: string, { status, passing }: Facts): string {
  if (code === 'access-denied' && status !== 451)
    return ' Источник требует авторизации, которой у зеркала нет: спросите его владельца.'
  return passing === undefined ? '' : ' Следующий запуск попробует ещё раз.'
}
