const PREFIXES =
  'kilo|centi|milli|mega|giga|tera|micro|nano|hecto|кило|санти|милли|мега|гига|тера|микро|нано|гекто'
/** Words for what is measured or counted, without endings. */
const ENGLISH =
  'metre|meter|litre|liter|inch|inche|foot|feet|yard|mile|acre|hectare|gram|gramme|ton|tonne|pound|ounce|gallon|barrel|degree|celsius|fahrenheit|kelvin|watt|volt|amp|ampere|ohm|joule|calorie|cal|hertz|pascal|byte|bit|bp|pixel|decibel|second|sec|minute|min|hour|hr|day|night|week|month|quarter|year|yr|decade|per|percent|point|euro|dollar|cent|franc|rouble|ruble|rub|yen|yuan|hundred|thousand|million|billion|trillion|mln|mrd|dozen|people|person|inhabitant|resident|household|unit|piece|pc|item|place|seat|room|floor|storey|storie|copy|copie|vehicle|student|visitor|bed|square|sq|cubic|cu|working|calendar|business'
const OTHERS =
  'метр|литр|дюйм|фут|мил|акр|гектар|грамм|тонн|центнер|градус|ватт|вольт|ампер|джоул|калори|кал|герц|паскал|байт|бит|пиксел|секунд|сек|минут|мин|час|ден|дн|дней|сут|недел|месяц|мес|год|лет|квартал|процент|промилле|пункт|балл|рубл|руб|копе|коп|евро|доллар|тыс|тысяч|млн|млрд|трлн|сот|миллион|миллиард|человек|чел|жител|семе|семь|мест|единиц|ед|штук|шт|комнат|этаж|экземпляр|экз|посещени|автомобил|квартир|площад|кв|квадратн|куб|кубическ|погонн|пог|усл|общ|раб|рабочих|календарн|gramm|liter|meter|grad|hektar|zentner|sekunde|minute|stunde|tag|woche|monat|jahr|quadratmeter|prozent|euro|stück|platz|plätz|person|einwohner|jour|heure|semaine|mois|année|personne|habitant|mètre|mètres|carré|día|hora|año|metro|persona'
const KNOWN = new RegExp(`^(?:${PREFIXES})?(?:(?:${ENGLISH})s?|(?:${OTHERS})\\p{L}{0,2})(?!\\p{L})`, 'iu')
const PREFIX = /^[kKMGTкКМГТ](?=\p{Ll})/u
/** A symbol has few letters: `kWh`, `Mbit/s`, `км/ч`. Three or more with only the first one a capital are a name. */
const [MOST_SYMBOL, MOST_CAPITALS] = [4, 3]
const NAME = /^\p{Lu}\p{Ll}{2}/u

/**
 * Whether the words behind numbers may be a unit: a known word, a symbol, or one common noun, `12 samples`. The name of a street is not one: `1 Long
 * Street`.
 */
export function isUnit(unit: string): boolean {
  const words = unit.split(/[\s\u00a0]+|(?<=\p{L}\.)(?=\p{L})/u).filter((word) => word !== '')
  if (words.length === 1) return isWord(unit) || isSymbol(unit) || /^\p{Ll}[\p{Ll}-]*$/u.test(unit)
  return (
    words.some((word) => isWord(word) || isSign(word)) && words.every((word) => isWord(word) || isQuiet(word))
  )
}

/** Whether a text states a unit without a number before it, as `%` and `тыс. чел.` do. Behind a number, any noun may be a unit. */
export function isKnownUnit(unit: string): boolean {
  return /[%‰°²³/]/.test(unit) || isWord(unit)
}

function isWord(word: string): boolean {
  return KNOWN.test(word) || KNOWN.test(word.replace(PREFIX, ''))
}

function isSymbol(word: string): boolean {
  return word.split(/[/·*^.-]+/u).every((part) => {
    const letters = part.replace(/[^\p{L}]/gu, '')
    return letters.length <= (/\p{Ll}/u.test(letters) ? MOST_SYMBOL : MOST_CAPITALS) && !NAME.test(letters)
  })
}

// Signs and powers, and what is divided: `°C`, `м²`, `km/h`; or a letter, as the metre.
function isSign(word: string): boolean {
  return isSymbol(word) && (/[^\p{L}.]/u.test(word) || /^\p{Ll}\.?$/u.test(word))
}

// Words beside a unit are written small, or are symbols.
function isQuiet(word: string): boolean {
  return !/^\p{Lu}/u.test(word) || isSymbol(word)
}
