/** What a status of HTTP says, in Russian; those not named here are told by their number alone. */
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

/** What the crawler says of a request that gave nothing to believe, in Russian: patterns of whole clauses, the commonest. */
const CLAUSES: readonly (readonly [said: RegExp, text: string])[] = [
  [/^answered 200 with a body that is not (json|xml)\b.*$/, 'ответ 200, но прислан не $1'],
  [
    /^answered 200 with an error in the place of data\b.*$/,
    'ответ 200, но вместо данных прислано сообщение об ошибке',
  ],
  [/^answered (20[456]), .*$/, 'ответ $1 без полных данных'],
  [/^did not answer in time\b.*$/, 'источник не ответил вовремя'],
  [/^took longer than ([\d.]+) s$/, 'ответ не пришёл за $1 с'],
  [/^sent (\d+) of (\d+) bytes$/, 'прислано байт: $1 из $2'],
  [/^sent a body of another length than its headers say$/, 'длина ответа не та, что указана в заголовках'],
  [/^sent a compressed body that cannot be undone\b.*$/, 'сжатый ответ не распаковывается'],
  [/^broke off in its body\b.*$/, 'связь оборвалась посреди ответа'],
  [/^broke off before it answered\b.*$/, 'связь оборвалась до ответа'],
  [/^could not be reached\b.*$/, 'источник недоступен'],
  [/^redirects to another (?:host|address), (\S+)$/, 'перенаправление на другой адрес: $1'],
  [/^redirects more than (\d+) times$/, 'слишком много перенаправлений'],
  [
    /^is not to be asked for: robots\.txt of (\S+) says "Disallow: (.*)" \(.*\)$/,
    'запрос запрещён файлом robots.txt на $1: «Disallow: $2»',
  ],
]

const SENTENCES: Readonly<Record<string, string>> = {
  'It is no longer in the lists.': 'Набора больше нет в списках.',
  'The config says that the origin does not have this format.':
    'По настройкам, у источника нет этого формата.',
}
const TRANSCODED = /^The origin sent it in (\S+); it is published in UTF-8\.$/

const CONSEQUENCES: readonly (readonly [said: RegExp, text: string])[] = [
  [/^there is no copy\.$/, 'копии нет.'],
  [/^the copy of (\d{4}-\d\d-\d\d) is kept\.$/, 'остаётся копия от $1.'],
  [/^it is derived from (\w+)\.$/, 'сделано из $1.'],
]

const HINTS: Readonly<Record<string, string>> = {
  '': '',
  'Run again to try once more.': ' Следующий запуск попробует ещё раз.',
  'The origin wants authentication, which a mirror does not have: ask its operator.':
    ' Источник требует авторизации, которой у зеркала нет: спросите его владельца.',
}

/** A report of the crawler in Russian, the reason of a record or the message of a problem; undefined where a part of it is not known. */
export function translateReport(said: string): string | undefined {
  const sentence =
    SENTENCES[said] ?? translate([[TRANSCODED, 'Источник прислал это в $1, опубликовано в UTF-8.']], said)
  if (sentence !== undefined) return sentence
  const problem =
    /^It (.*); (there is no copy\.|the copy of \S+ is kept\.|it is derived from \w+\.) ?(.*)$/s.exec(said)
  if (!problem) return translateClause(said)
  const [clause, consequence] = [translateClause(problem[1] ?? ''), translate(CONSEQUENCES, problem[2] ?? '')]
  const hint = HINTS[problem[3] ?? '']
  if (clause === undefined || consequence === undefined || hint === undefined) return undefined
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}; ${consequence}${hint}`
}

function translateClause(said: string): string | undefined {
  const clause = said.replace(/, and is not asked again: .*$/s, '')
  const status = /^answered (\d{3})$/.exec(clause)?.[1]
  if (status === undefined) return translate(CLAUSES, clause)
  const name = STATUSES[status]
  return name === undefined ? `ответ ${status}` : `ответ ${status}: ${name}`
}

function translate(patterns: typeof CLAUSES, said: string): string | undefined {
  const known = patterns.find(([pattern]) => pattern.test(said))
  return known && said.replace(known[0], known[1])
}
