import type { Language } from '../../../config/schema.ts'

/** The sentences in catalogues for harvesters. */
interface HarvestWords {
  /** What is known of a dataset that the origin does not describe: its code, the host of the origin, its size in words, its first columns. */
  described(code: string, origin: string, size: string | undefined, columns: readonly string[]): string
  /** Whose contact it is, for a mirror with this title. */
  contact(mirror: string): string
  /** The name of the interface that gives the files. */
  readonly service: string
}

/** The words in each language. */
export const HARVEST_WORDS: Readonly<Record<Language, HarvestWords>> = {
  en: {
    described: (code, origin, size, columns) =>
      `Dataset ${code} of ${origin}${size === undefined ? '' : `: ${size}`}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}. The origin gives no description.`,
    contact: (mirror) => `The contact is that of ${mirror}, which keeps a copy, not that of the publisher.`,
    service: 'The data as files and by ?type=',
  },
  ru: {
    described: (code, origin, size, columns) =>
      `Набор данных ${code} с ${origin}${size === undefined ? '' : `: ${size}`}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}. Описания у источника нет.`,
    contact: (mirror) => `Указан контакт не ведомства, а зеркала «${mirror}», на котором хранится копия.`,
    service: 'Данные в виде файлов и по параметру ?type=',
  },
}
