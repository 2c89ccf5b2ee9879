/** The words for yes and no that a column of truth values may have. */
const YES = new Set([
  ...['true', 'yes', 'y', 't', 'on', 'да', 'есть', 'имеется', 'доступно', 'oui', 'vrai', 'ja', 'j', 'wahr'],
  ...['sí', 'si', 'da', 'ano', 'áno', 'tak', '✓', '✔', '+'],
])
const NO = new Set([
  ...['false', 'no', 'n', 'f', 'off', 'нет', 'не имеется', 'отсутствует', 'недоступно', 'non', 'faux'],
  ...['nein', 'falsch', 'ne', 'nie', '✗', '✘'],
])
/** Those that state it only if their opposite occurs too: by themselves they are codes, of Ontario, Nebraska, Slovenia or Danish. */
const PAIRED = new Set(['on', 'ne', 'si', 'da'])
const LONGEST_WORD = 12

/** Whether a text is a word for yes (true) or no (false), in any case; undefined if it is neither. */
export function readTruth(text: string): boolean | undefined {
  if (text.length > LONGEST_WORD) return undefined
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

/** Whether a word for yes or no states it only beside its opposite. */
export function isPaired(text: string): boolean {
  return text.length === 2 && PAIRED.has(text.toLowerCase())
}

// Texts that state that there is no value, whatever the other values are.
const SURELY_NONE = new Set([
  ...['n/a', '#n/a', 'n.a.', 'null', 'nil', 'nan', 'no data', 'not stated', 'not available', 'not specified'],
  ...['not applicable', 'not known', 'no information', '-', '–', '—', '--', '---', '?', '.', '..', '...'],
  ...['…', ':', '#null!', '#ref!', '#value!', '#div/0!', '#name?', '#num!', '(blank)', '(пусто)', 'н.д'],
  ...['не задано', 'keine angabe', 'keine angaben', 'keine daten', 'k.a', 'k. a', 'nicht verfügbar'],
  ...['nema podataka', 'nije dostupno', 'nije navedeno', 'non renseigné', 'non disponible', 'non communiqué'],
  ...['n.d', 'n. d', 'нет данных', 'нет информации', 'нет сведений', 'данные отсутствуют'],
  ...['сведения отсутствуют', 'информация отсутствует', 'отсутствуют сведения', 'отсутствуют данные'],
  ...['не указано', 'не указан', 'не указана', 'не заполнено', 'не определено', 'не определен', 'н/д'],
  ...['не применимо', 'не предоставлено', '[]', '{}'],
])
// Texts that state it only among many other values: beside one other value they are the answer to a question.
const MAYBE_NONE = new Set([
  ...['none', 'unknown', 'undefined', 'missing', 'tba', 'tbc', 'tbd', 'to be confirmed', 'to be announced'],
  ...['уточняется', 'unbekannt', 'nepoznato', 'inconnu', 'неизвестно', 'отсутствует', 'отсутствуют'],
])
const LONGEST_NONE = 30
/** With the reason why there is no value, as Eurostat writes it. */
const FLAGGED_NONE = /^: ?[a-z]{1,2}$/

// What databases and programs write for no date: all zeros, or the first day that they have.
const NO_DATE =
  /^(?:000([01])[-./]0\1[-./]0\1|0([01])[-./]0\2[-./]000\2)(?:[t ]0?0:00(?::00(?:\.0{1,9})?)?z?)?$/i

/** Whether a date stands for none: `0000-00-00`, `01.01.0001 0:00:00`. */
export function isNoDate(text: string): boolean {
  return text.length <= LONGEST_NONE && text.startsWith('0') && NO_DATE.test(text)
}

const START_OF_TIME = /^(?:0000-00-00|(?:0001|1900|1970)-01-01)|^(?:0?1[./]){2}(?:0001|1900|1970)/

/** Whether a time is the first one of a system, which writes it where it has none; among other times it may be one of them. */
export function isStartOfTime(text: string): boolean {
  return START_OF_TIME.test(text)
}

/** Whether a text states that there is no value: `surely`, or `maybe`, if it may be one of a few answers. */
export function readNone(text: string): 'surely' | 'maybe' | undefined {
  if (text.length > LONGEST_NONE) return undefined
  const word = text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L})\.$/u, '')
  if (SURELY_NONE.has(word) || isNoDate(text) || FLAGGED_NONE.test(word)) return 'surely'
  return MAYBE_NONE.has(word) ? 'maybe' : undefined
}

const LONGEST_EMAIL = 254
const EMAIL = /^[^\s@<>,;:"()]{1,64}@[\p{L}\p{N}.-]{1,180}\.\p{L}{2,24}$/u

/** Whether a text is an e-mail address (RFC 5321, 4.5.3, without quoted names). */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && text.includes('@') && EMAIL.test(text)
}

const PHONE = /^(?!97[89]-)(?:\+?\d|\(\d)[\d\s()–-]{5,22}\d$/
const PHONE_BY_NAME = /^\+?[\d(][\d\s().–-]{3,22}\d$/
const EXTENSION = /\s*[,;]?\s*(?:доб|вн|ext|x)\.?\s*\d{1,6}$/iu
/** What people write before a number, and after it. */
const LABEL = /^(?:телефон|тел|факс|моб|phone|tel|fax|mobile)(?:\/факс|\/fax)?[.: ]\s*:?\s*/iu
const REMARK = /\s*\([^()\d]{2,30}\)$/u
/** In a column of telephone numbers, those of a town are shorter. */
const [LEAST_DIGITS, LEAST_NAMED] = [7, 5]
const MOST_DIGITS = 15
/** Without a plus, the number of a country has at most two digits, and zeros before it. */
const MOST_PLAIN = 13
const ENOUGH_DIGITS = /(?:\d\D*){7}/
const ENOUGH_NAMED = /(?:\d\D*){5}/
const LONGEST_PHONE = 80
/** Texts with this many blanks in a row would take long to match, and are no addresses. */
const GAP = /\s{20}/

/**
 * The telephone number that a text is, as digits (at most 15: ITU-T E.164), without an extension: digits in groups, or with a plus, a bracket
 * or a word such as *tel.* before them. `isNamed`: the column is one of telephone numbers, so digits alone are one too. Undefined for other
 * texts.
 */
export function findPhone(text: string, isNamed: boolean): string | undefined {
  if (text.length > LONGEST_PHONE || GAP.test(text)) return undefined
  const bare = text.replace(LABEL, '')
  const number = bare.replace(REMARK, '').replace(EXTENSION, '')
  if (!(isNamed ? PHONE_BY_NAME : PHONE).test(number)) return undefined
  const digits = number.replace(/[^\d+]/g, '')
  const count = digits.replace('+', '').length
  const marks = number.match(/[\s()–-]+/g)?.length ?? 0
  const isMarked = isNamed || bare !== text || /^[+(]|\(/.test(number) || marks >= 2
  const most = isNamed || digits.startsWith('+') ? MOST_DIGITS : MOST_PLAIN
  return count >= (isNamed ? LEAST_NAMED : LEAST_DIGITS) && count <= most && isMarked ? digits : undefined
}

/** Whether a text has as many digits as the shortest telephone number. It is quick; most texts have fewer. */
export function hasDigitsOfPhone(text: string, isNamed: boolean): boolean {
  return (isNamed ? ENOUGH_NAMED : ENOUGH_DIGITS).test(text)
}

// Top-level domains of sites that people write without a scheme. Hardly any name of a file has one of these endings.
const SITE =
  /^(?:www\.[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.(?:ru|рф|su|moscow|москва|com|org|net|edu|gov|info|eu|de|fr|uk|us|ca|au|by|kz|ua|hr|at|ch|it|es|nl|be|cz|sk|si|hu|ro|bg|se|dk|fi|pt|gr|rs|ba))(?:[/?#]\S*)?$/iu
const SITE_BY_NAME = /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5}\.\p{L}{2,24}(?:[/?#]\S*)?$/u
const LONGEST_SITE = 300

/** Whether a text is the address of a site without its scheme: `www.example.org`, `example.ru/about`. `isNamed`: the column is one of sites, so it may be at any domain. */
export function isSite(text: string, isNamed: boolean): boolean {
  return text.length <= LONGEST_SITE && text.includes('.') && (isNamed ? SITE_BY_NAME : SITE).test(text)
}

/** Kinds of values that lead somewhere. */
export type AddressKind = 'link' | 'email' | 'phone'

/** Longer texts are one address or none. */
const LONGEST_SEVERAL = 400

// What separates several addresses in one text. A comma before an extension is a part of the number, one within an address with a scheme is
// a part of that, and so may be what stands behind a blank in it, as in `https://example.org/My report.pdf`. `@__PURE__`: a script of the page that does not use it does not contain it.
const BETWEEN = /* @__PURE__ */ separators()

function separators(): Readonly<Record<AddressKind | 'site', RegExp>> {
  const words = '(?:\\s+(?:and|or|и|или)\\s+)'
  return {
    email: new RegExp(`(\\s*[,;|/]\\s*|${words}|\\s+)`, 'iu'),
    phone: new RegExp(`(\\s*(?:[|/\\n]|[,;](?!\\s*(?:доб|вн|ext|x)))\\s*|${words})`, 'iu'),
    link: new RegExp(`((?:${words}|\\s*[,;|]\\s*|\\s+/?\\s*)(?=https?://|www\\.))`, 'iu'),
    site: new RegExp(`(${words}|\\s*[,;|]\\s*|\\s+(?:/\\s+)?)`, 'iu'),
  }
}

/** Splits a text at what separates addresses of a kind: address, separator, address, … Some addresses may be empty. */
export function splitAddresses(kind: AddressKind, text: string): readonly string[] {
  if (text.length > LONGEST_SEVERAL || GAP.test(text)) return [text]
  return text.split(BETWEEN[kind === 'link' && !text.includes('://') ? 'site' : kind])
}

/** Whether a text consists of addresses of a kind, one or several. */
export function hasOnlyAddresses(
  kind: AddressKind,
  text: string,
  isAddress: (text: string) => boolean,
): boolean {
  if (isAddress(text)) return true
  const addresses = splitAddresses(kind, text).filter((part, at) => at % 2 === 0 && part !== '')
  return addresses.length > 0 && addresses.every(isAddress)
}

const SITE_NAME =
  /(?:^|\P{L})(?:site|website|web|url|uri|link|homepage|сайт[ауе]?|ссылка|интернет)(?:$|\P{L})|\p{Ll}(?:Site|Website|Url|URL|Link)$/iu
const PHONE_NAME =
  /(?:^|\P{L})(?:phone|telephone|tel|fax|mobile|телефоны?|тел|факс)(?:$|\P{L})|(?:\p{Ll}|_)(?:Phone|Fax)$/iu

/** Whether a column is named like one of addresses of sites. It only decides what domains are addresses. */
export function isNamedLikeSite(name: string): boolean {
  return SITE_NAME.test(name)
}

/** Whether a column is named like one of telephone numbers. It only decides whether digits are one. */
export function isNamedLikePhone(name: string): boolean {
  return PHONE_NAME.test(name)
}

const ID_NAME =
  /(?:^|[^\p{L}])(?:id|uid|guid|code|zip|isbn|ean|gtin|sku|urn|uprn|usrn|ukprn|inn|ogrn|kpp|oktmo|okato|okpo|okved|unom|snils|fips|gid|fid|oid|pid|iso|name)$|(?:^|[^\p{L}])(?:objectid|globalid|global_id|uid\p{L}+|id[ _-]?(?:number|num|nr|no)$)|(?:^|[^\p{L}])(?:код|инн|огрн|огрнип|кпп|снилс|оквэд|окпо|окато|октмо|уном|бти|номер|индекс|ид)(?:$|[^\p{L}])|№/iu
/** Numbers that name things, in other languages and with the word for what they name; *No* alone may count votes. */
const NUMBER_NAME =
  /(?:^|[^\p{L}])(?:(?:post|zip|bar)code|plz|postleitzahl|code[ _](?:postal|insee|commune)|(?:c[oó]digo|codice|kod|šifra)(?:[ _]\p{L}+){0,2}|\p{L}*nummer|(?:poštanski|postanski|matični|maticni)[ _]broj|oib|siret|siren|pesel|regon|naics|geoid|nr\.?|(?:licen[cs]e|permit|account|serial|case|summons|ticket|house|file|docket|reference|registration|certificate|contract|invoice|order|route|parcel|street)(?:[ _-]?(?:number|num|no\.?|#)|_))$/iu
/** `userId`, `siteID`, and as portals of Brazil begin names of codes; `co_8h` may be a gas, `nu_idade` is an age. */
const ID_ENDING = /\p{Ll}(?:Id|ID)$|^cd_|^co_(?:mun|uf|pa[ií]s|regi|distrito|entidade|escola|curso|ies)/u
/** `userid`, `STATIONID`: the last word, of at least four letters before the ending. */
const ID_WORD = /(?:^|\P{L}|\p{Ll}(?=\p{Lu}))(?:\p{Lu}?\p{Ll}{3,}\p{Ll}id|\p{Lu}{4,}ID)$/u
/** Words of English that end so, alone or in another (`unpaid`). */
const NO_ID =
  /(?:paid|aforesaid|mermaid|medicaid|afraid|grid|hybrid|valid|solid|fluid|liquid|humid|pyramid|covid|rfid|oid|acid|orchid|eyelid|forbid|outbid|overbid|morbid|rigid|frigid|horrid|torrid|florid|putrid|candid|splendid|sordid|placid|rancid|pallid|stolid|turgid|stupid|lipid|limpid|languid|apartheid|plasmid|hominid|arachnid|madrid|astrid|ingrid|euclid|khalid)$/iu
const YEAR_NAME =
  /(?:^|[^\p{L}])(?:year(?:built)?|yr|год|\p{L}*jahr|année|annee|año|ano|anno|(?:bouw)?jaar|godina|rok)(?:$|[^\p{L}])|(?:[a-z])Year$/iu

/** Whether a column is named like one of identifiers. It only decides what whole numbers are for. */
export function isNamedLikeId(name: string): boolean {
  return (
    ID_NAME.test(name) ||
    ID_NAME.test(wordsOf(name)) ||
    NUMBER_NAME.test(name) ||
    ID_ENDING.test(name) ||
    (ID_WORD.test(name) && !NO_ID.test(name))
  )
}

const DAY_WORD =
  /(?:^|\P{L})(?:date|datum|at|created|updated|modified|changed|published|posted|expires|started|ended|дата|срок|создан[оа]?|изменен[оа]?|обновлен[оа]?)(?:$|\P{L})/iu
const DAY_ENDING = /[\p{Ll}\d](?:At|On|Date)(?:$|[^\p{Ll}])|\p{L}date$/u
const TIME_WORD =
  /(?:^|\P{L})(?:time|timestamp|ts|datetime|zeit|zeitstempel|vrijeme|epoch|время)(?:$|\P{L})|^t$/iu
const TIME_ENDING = /[\p{Ll}\d](?:Time|Timestamp)(?:$|[^\p{Ll}])|\p{L}(?:time|timestamp)$/u

/** Whether a column is named like one of times. It only decides whether numbers may be times. */
export function isNamedLikeTime(name: string): boolean {
  return isNamedLikeDay(name) || TIME_WORD.test(name) || TIME_ENDING.test(name)
}

/** Whether a column is named like one of days. It only decides whether numbers of five digits may be days. */
export function isNamedLikeDay(name: string): boolean {
  return DAY_WORD.test(name) || DAY_ENDING.test(name)
}

/** Whether a column is named like one of years. It only decides what numbers of four digits are. */
export function isNamedLikeYear(name: string): boolean {
  return YEAR_NAME.test(name)
}

/** Whether a column is named like one of the two coordinates of a grid, in Latin or Cyrillic letters, or with the words for them. */
export function isNamedLikeGrid(name: string): boolean {
  return GRID_NAME.test(name)
}

const GRID_NAME =
  /(?:^|[^\p{L}])(?:[xyху]|easting|northing|rechtswert|hochwert)(?:$|[^\p{L}])|^coord[xy]$|^[xy]_?coord/iu

/** Whether a column is named like one of versions. It only decides what numbers such as 1.10 are. */
export function isNamedLikeVersion(name: string): boolean {
  return /(?:^|[^\p{L}])(?:version|ver|версия|редакция)(?:$|[^\p{L}])/iu.test(name)
}

/** Whether a column is named like one of ages, hours or other steps, over which something may be counted. It only decides that whole numbers from 0 or 1 are no identifiers. */
export function isNamedLikeStep(name: string): boolean {
  return STEP_NAME.test(name) || isNamedLikeMonth(name)
}

const STEP_NAME =
  /(?:^|[^\p{L}])(?:age|hour|day|week|minute|возраст|час|день|неделя|минута|alter|stunde|woche|âge|heure|semaine|edad|hora|idade)(?:$|[^\p{L}])/iu

/** Whether a column is named like one of months. It only decides what numbers from 1 to 12 are. */
export function isNamedLikeMonth(name: string): boolean {
  return MONTH_NAME.test(name)
}

const MONTH_NAME =
  /(?:^|[^\p{L}])(?:month|mon|monat|mois|mes|mese|mjesec|mesec|miesiąc|месяц|мес)(?:$|[^\p{L}])|\p{Ll}Month$/iu

const AMOUNT_NAME =
  /(?:^|[^\p{L}])(?:amounts?|sum|total|count|number of|quantity|qty|gross|sales|revenues?|income|budget|costs?|expenses|expenditures?|spending|spent|votes|visits|visitors|deaths|injured|сумма|кол-во|количество|число|всего|итого|площадь|объ[её]м|стоимость|доход\p{L}*|расход\p{L}*|выручка|бюджет|голосов|посещени\p{L}|протяж[её]нность)(?:$|[^\p{L}])/iu
/** Words for what is a part, a mean or a rank of something, or measured of each thing by itself. */
const NO_AMOUNT =
  /%|(?:^|[^\p{L}])(?:percent\p{L}*|pct|share|rate|ratio|per|avg|average|mean|median|min|max|minimum|maximum|index|rank|score|change|growth|cumulative|running|height|width|depth|altitude|elevation|temperature|speed|pressure|voltage|доля|процент\p{L}*|средн\p{L}+|миним\p{L}+|максим\p{L}+|индекс|ранг|балл\p{L}*|на душу|накоп\p{L}+|прирост|высот\p{L}|ширин\p{L}|глубин\p{L}|температур\p{L}|скорост\p{L}|давлени\p{L}|напряжени\p{L})(?:$|[^\p{L}])/iu

/** Whether a column is named like one of amounts, which have a sum that means something. */
export function isNamedLikeAmount(name: string): boolean {
  return AMOUNT_NAME.test(wordsOf(name)) && !isNamedLikeNoAmount(name)
}

/** Whether a column is named like one of numbers whose sum means nothing, whatever their unit is. */
export function isNamedLikeNoAmount(name: string): boolean {
  return NO_AMOUNT.test(wordsOf(name))
}

function wordsOf(name: string): string {
  return name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
}

// `@__PURE__`: a script of the page that does not use it does not contain it.
const TOTAL = /* @__PURE__ */ totalNames()

function totalNames(): { readonly alone: RegExp; readonly of: RegExp } {
  const words = '(?:(?:sub|grand )?totals?|итого|всего|insgesamt|gesamt|summe|ukupno)'
  return {
    alone: new RegExp(`^(?:${words}\\P{L}*|(?:итого|sub-?total)\\P{L}+\\p{L}.*)$`, 'iu'),
    of: new RegExp(`^${words}\\P{L}+\\p{L}|^\\D*\\p{L}[^\\p{L}\\d]+(?<!\\bin )${words}\\P{L}*$`, 'iu'),
  }
}
const LONGEST_TOTAL = 100

/**
 * Whether a text names a record as the total of others: `Total`, `Итого по району`, or, if it occurs only once, also `Total education` and `Расходы — всего`.
 * Many payments are made to one *Total Gas Ltd*.
 */
export function namesTotal(text: string, isOnce: boolean): boolean {
  return text.length <= LONGEST_TOTAL && (TOTAL.alone.test(text) || (isOnce && TOTAL.of.test(text)))
}

const END_NAME =
  /(?:^|[^\p{L}])(?:source|target|from|to|start|end|origin|destination|parent|child|node\p{L}?|index|idx|откуда|куда|начало|конец|исток|цель|узел)(?:$|[^\p{L}])/iu

/** Whether a column is named like one end of a link. It only decides whether whole numbers may number records of another list. */
export function isNamedLikeEnd(name: string): boolean {
  return END_NAME.test(wordsOf(name))
}

const COUNT_WORDS = new Set([
  ...['count', 'total', 'datasets', 'packages', 'quantity'],
  ...['количество', 'кол', 'число', 'всего', 'наборов'],
])

/** Whether a field is named like one that counts. */
export function isNamedLikeCount(name: string): boolean {
  return name.split(/\P{L}+|(?<=\p{Ll})(?=\p{Lu})/u).some((word) => COUNT_WORDS.has(word.toLowerCase()))
}
