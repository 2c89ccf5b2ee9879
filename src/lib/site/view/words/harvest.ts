import type { Language } from '../../../config/schema.ts'
import type { Worded } from './en.ts'

const en = {
  /** What is known of a dataset that the origin does not describe: its code, the host of the origin, its size in words, its first columns. */
  described: (code: string, origin: string, size: string | undefined, columns: readonly string[]) =>
    `Dataset ${code} of ${origin}${size === undefined ? '' : `: ${size}`}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}. The origin gives no description.`,
  /** Whose contact it is, for a mirror with this title. */
  contact: (mirror: string) =>
    `The contact is that of ${mirror}, which keeps a copy, not that of the publisher.`,
  /** The name of the interface that gives the files. */
  service: 'The data as files and through ?type=',
} as const

const ru: Worded<typeof en> = {
  described: (code, origin, size, columns) =>
    `Набор данных ${code} с ${origin}${size === undefined ? '' : `: ${size}`}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}. Описания у источника нет.`,
  contact: (mirror) => `Указан контакт не ведомства, а зеркала «${mirror}», на котором хранится копия.`,
  service: 'Данные в виде файлов и по параметру ?type=',
}

/** The sentences in catalogues for harvesters. */
export const HARVEST_WORDS: Readonly<Record<Language, Worded<typeof en>>> = { en, ru }
