/** The words for yes and no that a column of truth values may have. */
const YES = new Set(['true', 'yes', 'y', 'да', 'есть', 'имеется', 'oui', 'ja', 'sí', 'si'])
const NO = new Set(['false', 'no', 'n', 'нет', 'не имеется', 'отсутствует', 'non', 'nein'])
const LONGEST_WORD = 12

/** Whether a text is a word for yes (true) or no (false), in any case; undefined if it is neither. */
export function readTruth(text: string): boolean | undefined {
  if (text.length > LONGEST_WORD) return undefined
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

// Texts that state that there is no value, whatever the other values are.
const SURELY_NONE = new Set([
  ...['n/a', '#n/a', 'n.a.', 'null', 'nil', 'nan', 'no data', 'not stated', 'not available', 'not specified'],
  ...['not applicable', 'not known', 'no information', '-', '–', '—', '--', '---', '?', '...', '…'],
  ...['нет данных', 'нет информации', 'нет сведений', 'данные отсутствуют', 'сведения отсутствуют'],
  ...['информация отсутствует', 'отсутствуют сведения', 'отсутствуют данные', 'не указано', 'не указан'],
  ...[
    'не указана',
    'не заполнено',
    'не определено',
    'не определен',
    'н/д',
    'не применимо',
    'не предоставлено',
  ],
])
// Texts that state it only among many other values: beside one other value they are the answer to a question.
const MAYBE_NONE = new Set([
  'none',
  'unknown',
  'undefined',
  'missing',
  'неизвестно',
  'отсутствует',
  'отсутствуют',
])
const LONGEST_NONE = 30

/** Whether a text states that there is no value: `surely`, or `maybe`, if it may be one of a few answers. */
export function readNone(text: string): 'surely' | 'maybe' | undefined {
  if (text.length > LONGEST_NONE) return undefined
  const word = text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L})\.$/u, '')
  if (SURELY_NONE.has(word)) return 'surely'
  return MAYBE_NONE.has(word) ? 'maybe' : undefined
}

const LONGEST_ADDRESS = 254
const EMAIL = /^[^\s@<>,;:"()]{1,64}@[\p{L}\p{N}.-]{1,180}\.\p{L}{2,24}$/u

/** Whether a text is one e-mail address (RFC 5321, 4.5.3, without quoted names). */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && text.includes('@') && EMAIL.test(text)
}

const PHONE = /^(?:\+?\d|\(\d)[\d\s()–-]{5,22}\d$/
const [LEAST_DIGITS, MOST_DIGITS] = [7, 15]

/** Whether a text is one telephone number: digits in groups, or with a plus or a bracket (at most 15 digits: ITU-T E.164). */
export function isPhone(text: string): boolean {
  if (text.length > 26 || !PHONE.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  const marks = text.match(/[\s()–-]+/g)?.length ?? 0
  return digits >= LEAST_DIGITS && digits <= MOST_DIGITS && (/^[+(]|\(/.test(text) || marks >= 2)
}

// Top-level domains of sites that people write without a scheme. A file name has none of these endings.
const SITE =
  /^(?:www\.[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.(?:ru|рф|su|moscow|москва|com|org|net|edu|gov|info|eu|de|fr|uk|us|ca|au|by|kz|ua))(?:[/?#]\S*)?$/iu
const LONGEST_SITE = 300

/** Whether a text is the address of a site without its scheme: `www.example.org`, `example.ru/about`. */
export function isSite(text: string): boolean {
  return text.length <= LONGEST_SITE && text.includes('.') && SITE.test(text)
}

const ID_NAME =
  /(?:^|[^\p{L}])(?:id|uid|guid|code|zip|isbn|inn|ogrn|kpp|fips|gid|fid|oid|pid)$|(?:[a-z]|_)(?:Id|ID|_id)$|^(?:objectid|globalid|global_id)|(?:^|[^\p{L}])(?:код|инн|огрн|кпп|оквэд|окпо|окато|октмо|уном|бти|номер|индекс|ид)(?:$|[^\p{L}])|№/iu
const YEAR_NAME = /(?:^|[^\p{L}])(?:year|yr|год|jahr|année|año)(?:$|[^\p{L}])|(?:[a-z])Year$/iu

/** Whether a column is named like one of identifiers. It only decides what whole numbers are for. */
export function isNamedLikeId(name: string): boolean {
  return ID_NAME.test(name)
}

/** Whether a column is named like one of years. It only decides what numbers of four digits are. */
export function isNamedLikeYear(name: string): boolean {
  return YEAR_NAME.test(name)
}
