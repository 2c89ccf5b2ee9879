import type { Language } from '../../../config/schema.ts'
import type { Worded } from './en.ts'

const en = {
  kind: 'Type',
  kinds: { line: 'line', bar: 'bars', scatter: 'points' },
  x: 'Horizontal axis',
  y: 'Vertical axis',
  show: 'Show',
  over: 'By the column',
  measures: { count: 'number of records', sum: 'sum', mean: 'mean' },
  measured: 'Of the column',
  colour: 'Colour',
  none: 'none',
  per: 'Dates by',
  periods: { auto: 'automatic', year: 'year', month: 'month', day: 'day' },
  saveAs: 'Save the chart as {format}',
  saved: 'Saved as {name}',
  notSaved: 'The chart could not be saved.',
  close: 'Close the chart',
  count: 'Number of records',
  sum: 'Sum of “{column}”',
  mean: 'Mean of “{column}”',
  by: '{y} by “{x}”',
  coloured: '{title}, coloured by “{colour}”',
  against: '“{y}” (vertical) and “{x}” (horizontal)',
  other: 'other',
  others: { one: 'other ({count} value)', other: 'other ({count} values)' },
  empty: '(empty)',
  all: { one: '{count} record.', other: 'All {count} records.' },
  some: {
    one: '{count} of {all} records passes the filters.',
    other: '{count} of {all} records pass the filters.',
  },
  leftDate: {
    one: '{count} record without a date in “{column}” is left out.',
    other: '{count} records without a date in “{column}” are left out.',
  },
  leftNumber: {
    one: '{count} record without a number in “{column}” is left out.',
    other: '{count} records without a number in “{column}” are left out.',
  },
  which: { frequent: 'most frequent', large: 'largest' },
  joined: {
    one: 'The {shown} {which} values of “{column}” are shown, {count} more is grouped as “other”.',
    other: 'The {shown} {which} values of “{column}” are shown, {count} more are grouped as “other”.',
  },
  joinedColours: {
    one: 'The {shown} {which} values of “{column}” have their own colours, {count} more is grouped as “other”.',
    other:
      'The {shown} {which} values of “{column}” have their own colours, {count} more are grouped as “other”.',
  },
  ranges: '“{column}” has more than {most} different numbers, so they are grouped into ranges of {step}.',
  joinedBy: {
    month: 'Dates are grouped by month.',
    year: 'Dates are grouped by year.',
  },
  longer: {
    month: 'Dates are grouped by month: there would be more than {most} days.',
    year: 'Dates are grouped by year: there would be more than {most} shorter periods.',
  },
  drawnPoints: '{shown} of {count} points are drawn, spread evenly over the records.',
  nothing: 'Nothing can be drawn: no record has the values that this chart needs.',
  highest: 'Highest: {value} ({place}).',
  lowest: 'Lowest: {value} ({place}).',
  from: 'From {from} to {to}.',
  table: 'The chart as a table',
  tableCut: 'The first {shown} of {count} rows.',
  range: '{from} to {to}',
  filters: 'Filters: {filters}.',
} as const

/**
 * The words of the chart that a reader makes. They are in the script that draws it, which few readers load, and not in every page; so they are
 * templates, as those that a page gives to its scripts.
 */
export type OwnChartWords = Worded<typeof en>

const ru: OwnChartWords = {
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
}

/** They are by the language of the page. */
export const OWN_CHART: Readonly<Record<Language, OwnChartWords>> = { en, ru }
