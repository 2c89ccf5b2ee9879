import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Chart } from '../../src/lib/reading/index.ts'
import fc from '../support/fast-check.ts'
import { readingOf } from './generate.ts'

describe('charts', () => {
  const chartOf = (rows: readonly object[]) => readingOf(JSON.stringify(rows), 'json').chart
  const numbered = <T>(count: number, make: (n: number) => T) =>
    Array.from({ length: count }, (_, n) => make(n))
  const years = (chart: Chart | undefined) => (chart?.kind === 'years' ? chart : assert.fail(chart?.kind))
  const lines = (chart: Chart | undefined) => (chart?.kind === 'lines' ? chart : assert.fail(chart?.kind))

  describe('the chart of the records', () => {
    test('draws each number over its dates, if every record has one of its own', () => {
      const rows = numbered(30, (n) => ({
        day: `2024-01-${String(30 - n).padStart(2, '0')}`,
        rain: n % 7,
        wind: n * 2,
      }))
      const { x, panels, isDate } = lines(chartOf(rows))
      assert.deepEqual([x, isDate, panels.map(({ y }) => y)], ['day', true, ['rain', 'wind']])
      const expected = rows
        .map(({ day, wind }) => [Date.parse(day), wind] as const)
        .toSorted((a, b) => a[0] - b[0])
      assert.deepEqual(panels[1]?.lines[0]?.parts, [expected])
    })

    test('draws a number over years with fractions, if they have regular steps', () => {
      const rows = numbered(120, (n) => ({ time: 1949 + n / 12, value: ((n * 7919) % 53) + 0.5 }))
      const { x, panels, isDate } = lines(chartOf(rows))
      assert.deepEqual([x, isDate, panels.map(({ y }) => y)], ['time', false, ['value']])
      assert.equal(chartOf(rows.map(({ time, value }) => ({ time: time - 1000, value }))), undefined)
      const prices = rows.map(({ value }, n) => ({ price: 1500.25 + ((n * n * 7) % 599), value }))
      assert.equal(chartOf(prices), undefined)
    })

    test('draws numbers over ages, hours and other steps, each of which occurs', () => {
      const rowsOf = (name: string, step = 1) =>
        numbered(30, (n) => ({ [name]: n * step, women: 900 - n * n, men: 880 - n * n + (n % 3) }))
      const { x, panels, isDate } = lines(chartOf(rowsOf('age')))
      assert.deepEqual([x, isDate, panels.map(({ y }) => y)], ['age', false, ['women', 'men']])
      assert.deepEqual(panels[0]?.lines[0]?.parts[0]?.[3], [3, 891])
      assert.equal(
        lines(chartOf([...rowsOf('Возраст'), { Возраст: '30 и более', women: 7, men: 5 }])).x,
        'Возраст',
      )
      const byDay = ['Mon', 'Tue', 'Wed'].flatMap((day, at) =>
        numbered(24, (hour) => ({ day, hour, passengers: (hour * (at + 3) * 7) % 41 })),
      )
      assert.deepEqual([lines(chartOf(byDay)).x, lines(chartOf(byDay)).group], ['hour', 'day'])
      for (const rows of [rowsOf('price'), rowsOf('age', 2), byDay.filter((_, n) => n % 7 > 0)])
        assert.notEqual(chartOf(rows)?.kind, 'lines')
    })

    test('draws no line through answers or events at any times, but one of what changes', () => {
      const times = numbered(60, (n) => Date.UTC(2024, 0, 1) + (n * n * 7 + ((n * 7919) % 61)) * 60_000)
      const rowsOf = (levelOf: (n: number) => number) =>
        times.map((at, n) => ({ time: new Date(at).toISOString().slice(0, 16), value: levelOf(n) }))
      assert.equal(chartOf(rowsOf((n) => (n * 7919) % 53)), undefined)
      assert.equal(chartOf(rowsOf((n) => n * n * 0.7))?.kind, 'lines')
    })

    test('draws no lines through events of several kinds, each at its own time, but those of things that change', () => {
      const times = numbered(120, (n) => Date.UTC(2024, 0, 1) + (n * n * 7 + ((n * 7919) % 61)) * 60_000)
      const rowsOf = (levelOf: (n: number) => number) =>
        times.map((_, n) => ({
          time: new Date(times[n - Number(n % 10 === 9)] ?? 0).toISOString().slice(0, 16),
          subject: `for the ${['school', 'park', 'road'][(n * 5) % 3]}`,
          value: levelOf(n),
        }))
      assert.equal(chartOf(rowsOf((n) => ((n * 7919) % 53) + (n % 3) * 100)), undefined)
      assert.equal(lines(chartOf(rowsOf((n) => n * n * 0.7))).group, 'subject')
    })

    test('draws no total against one of its parts, but bars of the total', () => {
      const rowsOf = (name: string) =>
        numbered(25, (n) => {
          const [men, women] = [10 + ((n * 7919) % 53), 10 + ((n * 104_729) % 59)]
          return { town: `Town ${n}`, men, women, [name]: men + women }
        })
      assert.equal(chartOf(rowsOf('weight'))?.kind, 'scatter')
      const chart = chartOf(rowsOf('Total'))
      assert.deepEqual(chart?.kind === 'amounts' && [chart.name, chart.y], ['town', 'Total'])
    })

    test('draws a bar for each of a few records with names, if one of two amounts dominates or none correlates', () => {
      const rows = numbered(16, (n) => ({
        function: `part ${n}`,
        plan: n === 3 ? 4200 : 10 + n,
        actual: n === 3 ? 4100 : 12 + ((n * 7) % 16),
      }))
      const amounts = (chart: Chart | undefined) =>
        chart?.kind === 'amounts' ? chart : assert.fail(chart?.kind)
      const { name, y, bars, count } = amounts(chartOf(rows))
      assert.deepEqual([name, y, bars.length, count], ['function', 'plan', 15, 16])
      assert.deepEqual(bars[0], { name: 'part 3', value: '4200', amount: 4200 })
      const alone = rows.map(({ function: name, plan }) => ({ name, plan }))
      const total = { name: 'Total', plan: alone.reduce((sum, { plan }) => sum + plan, 0) }
      assert.deepEqual(amounts(chartOf([...alone, total])).totals, ['Total'])
      const coded = alone.map(({ plan }, n) => ({ code: `C${n}`, plan }))
      assert.deepEqual([chartOf(coded)?.kind, chartOf(coded.slice(0, 15))?.kind], [undefined, 'amounts'])
      // Numbers that are about alike, negative, of different units, or of few values are no bars.
      assert.equal(chartOf(alone.map((row, n) => ({ ...row, plan: n % 3 }))), undefined)
      assert.equal(chartOf(alone.map((row, n) => ({ ...row, plan: 100 + n }))), undefined)
      assert.equal(chartOf(alone.map((row, n) => ({ ...row, plan: n - 3 }))), undefined)
      const units = ['тыс. чел.', '%', 'кв. м']
      assert.equal(chartOf(alone.map((row, n) => ({ ...row, unit: units[n % 3] }))), undefined)
      assert.equal(
        chartOf(alone.map((row, n) => ({ ...row, name: `${row.name}, ${units[n % 3]}` }))),
        undefined,
      )
    })

    test('draws the sums of an amount in a table of combinations, of the column whose sums differ most', () => {
      const rows = numbered(24, (n) => ({
        question: `Question ${n % 4}`,
        answer: ['yes, please', 'no, thanks', 'neither'][Math.floor(n / 4) % 3],
        sex: n < 12 ? 'women' : 'men',
        votes: 100 * ((n % 4) + 1) + n,
        age: 30 + (n % 7),
      }))
      const sums = (chart: Chart | undefined) =>
        chart?.kind === 'amounts' ? chart : assert.fail(chart?.kind)
      const { name, y, areSums, bars, sum } = sums(chartOf(rows))
      assert.deepEqual([name, y, areSums, sum], ['question', 'votes', true, 6276])
      assert.deepEqual(
        bars.map(({ name, amount }) => [name, amount]),
        [3, 2, 1, 0].map((n) => [`Question ${n}`, 600 * (n + 1) + 6 * n + 60]),
      )
      assert.equal(chartOf(rows.map(({ votes, ...one }) => ({ ...one, share: votes }))), undefined)
      assert.equal(chartOf([...rows, ...rows]), undefined)
      assert.equal(chartOf(rows.filter((_, n) => n % 4 > 0 || n === 0)), undefined)
      const years = rows.flatMap((one) => [2020, 2021].map((year) => ({ ...one, year })))
      assert.notEqual(chartOf(years)?.kind, 'amounts')
    })

    test('draws a line over the months that a column of years and one of months make together', () => {
      const rows = numbered(72, (n) => ({
        year: 2019 + Math.floor(n / 12),
        month: (n % 12) + 1,
        flights: 3000 + n * n,
      }))
      const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
      const [first] = lines(chartOf(rows)).panels.flatMap(({ y, lines }) =>
        lines.map((line) => ({ y, ...line })),
      )
      assert.deepEqual([first?.y, first?.parts[0]?.[13]], ['flights', [Date.UTC(2020, 1), 3169]])
      const named = rows.map(({ month, ...row }) => ({ ...row, period: names[month - 1] }))
      assert.deepEqual([lines(chartOf(named)).part, lines(chartOf(named)).isDate], ['period', true])
      const airports = ['north', 'south'].flatMap((airport) => named.map((row) => ({ ...row, airport })))
      assert.deepEqual([lines(chartOf(airports)).group, lines(chartOf(airports)).part], ['airport', 'period'])
      const dated = rows.map((row) => ({
        first: `${row.year}-${String(row.month).padStart(2, '0')}-01`,
        ...row,
      }))
      assert.deepEqual([lines(chartOf(dated)).x, lines(chartOf(dated)).part], ['first', undefined])
      // So are dates behind the years, where these alone are not different in each record of a group.
      const areas = ['north', 'south'].flatMap((area) =>
        dated.map(({ first, ...row }) => ({ ...row, area, first })),
      )
      assert.equal(lines(chartOf(areas)).x, 'first')
      // Classes of a school are no months.
      const classes = rows.map(({ month, ...row }) => ({ ...row, grade: month }))
      assert.equal(lines(chartOf(classes)).part, undefined)
    })

    test('draws a line over the quarters that a column of years and one of quarters make together', () => {
      const forms: readonly (readonly [string, (quarter: number) => unknown])[] = [
        ['Квартал', (quarter) => ['I', 'II', 'III', 'IV'][quarter - 1]],
        ['quarter', (quarter) => quarter],
        ['Zeitraum', (quarter) => `${quarter}. Quartal`],
        ['период', (quarter) => `${['I', 'II', 'III', 'IV'][quarter - 1]} квартал`],
        ['period', (quarter) => `Q${quarter}`],
      ]
      for (const [name, quarterOf] of forms) {
        const rows = numbered(20, (n) => ({
          year: 2019 + Math.floor(n / 4),
          [name]: quarterOf((n % 4) + 1),
          sales: 1000 + n * n,
        }))
        const { x, part, group, panels } = lines(chartOf(rows))
        assert.deepEqual([x, part, group], ['year', name, undefined], name)
        assert.deepEqual(panels[0]?.lines[0]?.parts[0]?.[5], [Date.UTC(2020, 3), 1025])
      }
      const classes = numbered(20, (n) => ({
        year: 2019 + Math.floor(n / 4),
        grade: (n % 4) + 1,
        sales: 1000 + n * n,
      }))
      assert.equal(lines(chartOf(classes)).part, undefined)
    })

    test('draws no lines of indicators in different units over years that are columns', () => {
      const rowsOf = (names: readonly string[]) =>
        names.map((name, at) => ({
          name,
          ...Object.fromEntries(numbered(8, (n) => [`${2015 + n}`, 10 ** at * 3 + n])),
        }))
      const units = ['Население, тыс. чел.', 'Безработица, %', 'Зарплата, руб.']
      assert.equal(chartOf(rowsOf(units)), undefined)
      assert.equal(years(chartOf(rowsOf(['Рожь, тонн', 'Овёс, тонн', 'Ячмень, тонн']))).count, 3)
    })

    test('draws a line over the hours that a column of days and one of hours make together', () => {
      const rowsOf = (clock: (hour: number) => unknown) =>
        numbered(72, (n) => ({
          day: `0${1 + Math.floor(n / 24)}.06.2023`,
          hour: clock(n % 24),
          ozone: 30 + ((n * 7) % 24),
        }))
      for (const clock of [
        (hour: number) => hour,
        (hour: number) => `${hour}:00`,
        (hour: number) => `${hour}:30:00`,
      ]) {
        const { x, part, group, panels } = lines(chartOf(rowsOf(clock)))
        assert.deepEqual([x, part, group, panels.length], ['day', 'hour', undefined, 1])
        const at = clock(25 % 24) === '1:30:00' ? 30 : 0
        assert.equal(panels[0]?.lines[0]?.parts[0]?.[25]?.[0], Date.UTC(2023, 5, 2, 1, at))
      }
      const stations = ['north', 'south'].flatMap((station) =>
        rowsOf((hour) => hour).map((row) => ({ ...row, station })),
      )
      assert.deepEqual([lines(chartOf(stations)).group, lines(chartOf(stations)).part], ['station', 'hour'])
      const stops = rowsOf((hour) => hour).map(({ hour, ...row }) => ({ ...row, stop: hour }))
      assert.equal(chartOf(stops), undefined)
    })

    test('draws no lines of the few events that some towns have on some days', () => {
      const rows = numbered(100, (n) => ({
        day: `2021-01-${10 + (((n * n * 31 + n * 137) % 359) % 18)}`,
        town: `Town ${Math.floor(((n * n * 31 + n * 137) % 359) / 18)}`,
        age: (n * 7919) % 97,
      }))
      assert.equal(chartOf(rows), undefined)
    })

    test('names lines by texts rather than by their codes', () => {
      const rows = ['north', 'south', 'west'].flatMap((region, at) =>
        numbered(12, (n) => ({ year: 2000 + n, code: `0${at}`, region: `the ${region}`, cases: n * at })),
      )
      assert.equal(lines(chartOf(rows)).group, 'region')
      const numbers = rows.map(({ code, ...row }) => ({ ОКАТО: 14_000_000_000 + Number(code), ...row }))
      assert.equal(lines(chartOf(numbers)).group, 'region')
    })

    test('draws the total first, and not more than four numbers', () => {
      const rows = numbered(30, (n) => ({
        year: 1990 + n,
        ...Object.fromEntries(
          ['jan', 'feb', 'mar', 'apr'].map((month, at) => [month, ((n * (at + 7)) % 23) + 0.5]),
        ),
        Total: n * 31.5,
      }))
      assert.deepEqual(
        lines(chartOf(rows)).panels.map(({ y }) => y),
        ['Total', 'jan', 'feb', 'mar'],
      )
    })

    test('draws a line for each group, if a date occurs once in each; the largest last values first', () => {
      const rows = ['a b', 'c d', 'e f'].flatMap((name, group) =>
        numbered(12, (n) => ({ name, year: 2000 + n, price: (group + 1) * 100 + n })),
      )
      const { panels, group, groups } = lines(chartOf(rows))
      assert.deepEqual([group, groups], ['name', 3])
      assert.deepEqual(
        panels[0]?.lines.map(({ name, parts }) => [name, parts[0]?.[0], parts[0]?.length]),
        [
          ['e f', [2000, 300], 12],
          ['c d', [2000, 200], 12],
          ['a b', [2000, 100], 12],
        ],
      )
    })

    test('draws a line for each record of a table with a column for each year', () => {
      const rows = ['a b', 'c d', 'e f'].map((Country, row) => ({
        Country,
        Unit: 'people',
        area: row + 1,
        ...Object.fromEntries(numbered(8, (n) => [`pop_${2010 + n}`, n === 3 ? '..' : (row + 1) * 100 + n])),
      }))
      const chart = years(chartOf(rows))
      assert.deepEqual(
        [chart.first, chart.last, chart.names, chart.isEachNamed, chart.count],
        ['pop_2010', 'pop_2017', ['Country'], true, 3],
      )
      assert.deepEqual(
        chart.lines.map(({ name, parts }) => [name, parts.map((part) => [part[0]?.[0], part.length])]),
        ['e f', 'c d', 'a b'].map((name) => [
          name,
          [
            [2010, 3],
            [2014, 4],
          ],
        ]),
      )
    })

    test('draws such a table over quarters, months and days, however their columns name them', () => {
      const months = ['янв', 'фев', 'мар', 'апр', 'май', 'июн']
      const forms: readonly (readonly [string, readonly string[], number])[] = [
        ['quarters', ['II кв. 2020', 'III кв. 2020', 'IV кв. 2020', 'I кв. 2021', 'II кв. 2021'], 3],
        ['quarters as in tables of statistics', ['2020-Q2', '2020-Q3', '2020-Q4', '2021-Q1', '2021-Q2'], 3],
        ['quarters in xml', ['_2020_Q2', '_2020_Q3', '_2020_Q4', '_2021_Q1', '_2021_Q2'], 3],
        ['months of two digits of a year', months.map((month) => `${month}.20`), 0],
        [
          'months in Portuguese',
          ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out'].map(
            (month) => `${month}/20`,
          ),
          0,
        ],
        ['months as in tables of statistics', months.map((_, n) => `2020M0${n + 1} `), 0],
        ['months as numbers', months.map((_, n) => `20200${n + 1}`), 0],
        [
          'months, of which one has a remark',
          months.map((_, n) => `0${n + 1}.2020${n > 4 ? ' (план)' : ''}`),
          0,
        ],
        ['days', months.map((_, n) => `на 01.0${n + 1}.2020 г.`), 0],
      ]
      for (const [form, names, first] of forms) {
        const rows = ['a b', 'c d', 'e f'].map((region, row) => ({
          region,
          area: row,
          ...Object.fromEntries(names.toReversed().map((name, n) => [name, 100 * row - n])),
        }))
        const chart = years(chartOf(rows))
        assert.deepEqual([chart.first, chart.last, chart.step], [names[0], names.at(-1), 'date'], form)
        assert.deepEqual(chart.lines[0]?.parts[0]?.[0], [Date.UTC(2020, first), 201 - names.length], form)
      }
      const named = ['Январь', 'Февраль', 'Март', 'Апрель', 'Май', 'Июнь']
      const byMonth = ['a b', 'c d', 'e f'].map((region, row) => ({
        region,
        ...Object.fromEntries(named.map((name, n) => [name, 100 * row + n])),
        'Итого за год': 600 * row + 15,
      }))
      const { step, lines, last } = years(chartOf(byMonth))
      assert.deepEqual([step, last, lines[0]?.parts[0]?.at(-1)], ['month', 'Июнь', [6, 205]])
      const ages = ['0-4', '5-9', '10-14', '15-19', '20-24'].map((age) => [age, age.length * 3])
      const rows = ['a b', 'c d', 'e f', 'g h', 'i j'].map((region) => ({
        region,
        ...Object.fromEntries(ages),
      }))
      assert.notEqual(chartOf(rows)?.kind, 'years')
    })

    test('draws such a table also if a year has a remark, but not where two columns are of one year', () => {
      const budget = (stages: readonly string[]) =>
        chartOf(
          numbered(6, (row) => ({
            section: `Section ${'abcdef'[row]}`,
            ...Object.fromEntries(stages.map((stage, n) => [`${stage}, €`, (row * 7 + n * 3) % 19])),
          })),
        )
      const stages = ['2021 (actual)', '2022 (actual)', '2023 (actual)', '2024 (estimate)', '2025 (plan)']
      const { first, last } = years(budget(stages))
      assert.deepEqual([first, last], ['2021 (actual), €', '2025 (plan), €'])
      assert.notEqual(budget([...stages, '2023 (plan)'])?.kind, 'years')
    })

    test('names the records of such a table by two columns, if no column tells them apart', () => {
      const rows = ['France', 'Spain'].flatMap((Country) =>
        ['exports', 'imports'].map((Indicator, at) => ({
          Country,
          Unit: 'EUR',
          Indicator,
          ...Object.fromEntries(numbered(6, (n) => [`${2010 + n}`, n + at])),
        })),
      )
      const { names, isEachNamed, lines: drawn } = years(chartOf(rows))
      assert.deepEqual([names, isEachNamed], [['Country', 'Indicator'], true])
      assert.deepEqual(
        drawn.map(({ name }) => name),
        ['France, imports', 'Spain, imports', 'France, exports', 'Spain, exports'],
      )
      const nearly = numbered(40, (n) => ({
        Account: `Tax ${Math.max(1, n)}`,
        ...Object.fromEntries(numbered(6, (year) => [`${2010 + year}`, n * 3 + year])),
      }))
      assert.deepEqual(
        [years(chartOf(nearly)).names, years(chartOf(nearly)).isEachNamed],
        [['Account'], false],
      )
    })

    test('breaks a line where periods are missing, unless it is regular in other steps or has none', () => {
      const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)
      const partsOf = (times: readonly (number | string)[]) => {
        const axis = typeof times[0] === 'number' ? 'year' : 'date'
        const rows = times.map((time, at) => ({ [axis]: time, level: ((at * 7) % 23) + 0.5 }))
        return lines(chartOf(rows)).panels[0]?.lines[0]?.parts.map((part) => part.length)
      }
      const span = (from: number, to: number, step = 1) =>
        numbered((to - from) / step + 1, (n) => from + n * step)
      assert.deepEqual(partsOf([...span(1996, 2007), ...span(2013, 2023)]), [12, 11])
      assert.deepEqual(partsOf([...span(1996, 2007), 2010, ...span(2013, 2023)]), [12, 1, 11])
      assert.deepEqual(partsOf(span(1950, 2020, 5)), [15])
      assert.deepEqual(partsOf([1990, 2000, 2005, 2010, 2015, 2020, 2021, 2022, 2023]), [9])
      const months = span(0, 35).map((n) => new Date(Date.UTC(2020, n, 1)).toISOString().slice(0, 7))
      assert.deepEqual(partsOf(months), [36])
      assert.deepEqual(partsOf(months.toSpliced(12, 2)), [12, 22])
      const workdays = span(0, 99).filter((n) => n % 7 < 5)
      assert.deepEqual(partsOf(workdays.map(day)), [72])
      assert.deepEqual(partsOf(workdays.filter((n) => n < 40 || n > 60).map(day)), [30, 27])
      const hour = (n: number) => new Date(Date.UTC(2024, 0, 1, n)).toISOString().slice(0, 16)
      const hours = span(0, 499)
      assert.deepEqual(partsOf(hours.filter((n) => n < 200 || n >= 230).map(hour)), [200, 270])
      assert.deepEqual(partsOf(hours.filter((n) => n % 24 > 8 && n % 24 < 18).map(hour)), [189])
      const long = partsOf([...span(0, 2999), ...span(3100, 3999)].map(day)) ?? []
      assert.ok(long.length === 2 && (long[0] ?? 0) + (long[1] ?? 0) <= 1200, `${long}`)
    })

    test('breaks a long line at its longest gaps, if it has too many', () => {
      const rows = numbered(6000, (n) => ({
        time: new Date(Date.UTC(2024, 0, 1, n)).toISOString().slice(0, 16),
        level: (n * 7) % 23,
        noise: n % 30 === 0 || (n >= 2000 && n < 2600) ? 'no data' : n % 11,
      }))
      const parts = lines(chartOf(rows.filter((_, n) => n < 4000 || n >= 4300))).panels.map((panel) =>
        panel.lines[0]?.parts.map((part) => part.at(-1)?.[0]),
      )
      const before = (n: number) => Date.UTC(2024, 0, 1, n)
      assert.equal(parts[0]?.length, 2)
      assert.ok((parts[1]?.length ?? 0) <= 300, `${parts[1]?.length}`)
      for (const end of [1999, 3999])
        assert.ok(
          parts[1]?.some((at) => at !== undefined && at <= before(end) && at > before(end - 60)),
          `${end}`,
        )
    })

    test('draws numbers over their dates, also if the names of their columns look like years', () => {
      const stations = ['1801', '1802', '1803', '1804', '1900']
      const rows = numbered(30, (n) => ({
        day: `2024-01-${String(1 + n).padStart(2, '0')}`,
        ...Object.fromEntries(stations.map((station, at) => [station, n * (at + 2)])),
      }))
      const { x, panels } = lines(chartOf(rows))
      assert.deepEqual([x, panels.map(({ y }) => y)], ['day', stations.slice(0, 4)])
    })

    test('draws no cloud of the years of such a table, if nothing names its records', () => {
      const rows = numbered(40, (n) =>
        Object.fromEntries(numbered(6, (year) => [`${2010 + year}/${11 + year}`, n * 3 + ((n * year) % 4)])),
      )
      assert.equal(chartOf(rows), undefined)
    })

    test('draws two numbers that go together, if there are no dates', () => {
      const chart = chartOf(
        numbered(40, (n) => ({ weight: n * 3 + (n % 4), length: n + (n % 3), noise: (n * 7919) % 41 })),
      )
      assert.deepEqual(chart?.kind === 'scatter' && [chart.x, chart.y, chart.count], ['weight', 'length', 40])
    })

    test('leaves out totals of others, by what names them or by their values, and names them', () => {
      const parts = numbered(20, (n) => ({
        ward: `Ward no. ${n}`,
        voters: 900 + ((n * 37) % 101),
        votes: 300 + ((n * 37) % 101) + (n % 5),
      }))
      const sumOf = (rows: readonly { voters: number; votes: number }[], ward: string) => ({
        ward,
        voters: rows.reduce((sum, { voters }) => sum + voters, 0),
        votes: rows.reduce((sum, { votes }) => sum + votes, 0),
      })
      const scatter = (rows: readonly object[]) => {
        const chart = chartOf(rows)
        return chart?.kind === 'scatter' ? [chart.count, chart.totals] : assert.fail(chart?.kind)
      }
      assert.deepEqual(scatter(parts), [20, undefined])
      assert.deepEqual(scatter([...parts, sumOf(parts, 'Whole city')]), [20, ['Whole city']])
      const north = [...parts.slice(0, 10), sumOf(parts.slice(0, 10), 'Total north')]
      const south = [...parts.slice(10), sumOf(parts.slice(10), 'South, total')]
      const districts = [0, 10].flatMap((from) => [
        ...parts.slice(from, from + 10),
        sumOf(parts.slice(from, from + 10), 'Итого по району'),
      ])
      assert.deepEqual(scatter(districts), [20, ['Итого по району', 'Итого по району']])
      assert.deepEqual(scatter([...north, ...south, sumOf(parts, 'TOTAL')]), [
        20,
        ['Total north', 'South, total', 'TOTAL'],
      ])
      const areas = ['Country', 'North district', 'South district', 'Upper town'].map((ward, at) =>
        sumOf([parts, parts.slice(0, 10), parts.slice(10), parts.slice(15, 18)][at] ?? [], ward),
      )
      const [country, northern, southern, town] = areas as [object, object, object, object]
      const nested = [
        country,
        northern,
        ...parts.slice(0, 10),
        southern,
        ...parts.slice(10, 15),
        town,
        ...parts.slice(15),
      ]
      assert.deepEqual(scatter(nested), [20, ['Country', 'North district', 'South district', 'Upper town']])
      // What only begins like a total has no sum of others.
      assert.deepEqual(scatter(parts.with(7, { ...parts[7], ward: 'Total Recall' } as (typeof parts)[0])), [
        20,
        undefined,
      ])
      const wide = parts.map(({ ward, voters }) => ({
        ward,
        ...Object.fromEntries(numbered(8, (n) => [`${2010 + n}`, voters + n])),
      }))
      const all = { ward: 'Всего:', ...Object.fromEntries(numbered(8, (n) => [`${2010 + n}`, 30_000 + n])) }
      const chart = years(chartOf([all, ...wide]))
      assert.deepEqual([chart.lines.length, chart.count, chart.totals], [20, 20, ['Всего:']])
      assert.deepEqual(years(chartOf([all, ...wide.slice(0, 3)])).lines.length, 4)
    })

    test('is none of texts, of identifiers, of one value, and of dates that repeat without groups', () => {
      assert.equal(chartOf(numbered(40, (n) => ({ id: n, name: `Thing ${n}` }))), undefined)
      assert.equal(chartOf(numbered(40, (n) => ({ day: '2024-01-01', price: n }))), undefined)
      assert.equal(
        chartOf(numbered(40, (n) => ({ day: `2024-01-0${1 + (n % 9)}`, price: (n * 7919) % 41 }))),
        undefined,
      )
    })

    test('is none of numbers of records in another list, which are identifiers that name them', () => {
      const nodes = numbered(30, (n) => ({ name: `Station ${n}`, zone: n % 3 }))
      const links = numbered(80, (n) => ({
        value: 1 + (n % 20),
        source: (n * 7) % 30,
        target: (n * 11 + 3) % 30,
      }))
      const { columns, chart } = readingOf(JSON.stringify({ nodes, links }), 'json')
      assert.deepEqual(
        columns.map(({ kind }) => kind),
        ['number', 'identifier', 'identifier'],
      )
      assert.deepEqual(columns[1]?.refersTo, { path: 'nodes[]', names: nodes.map(({ name }) => name) })
      assert.equal(chart, undefined)
      const shifted = links.map(({ source, target, ...rest }) => ({
        ...rest,
        source: 1 + (source % 29),
        target: 1 + (target % 29),
      }))
      const measured = links.map(({ source, ...rest }) => ({ ...rest, source: source + 0.5 }))
      for (const [others, rows] of [
        [nodes, measured],
        [nodes, shifted],
        [nodes.map((node, at) => ({ id: at + 1, ...node })), links],
        [nodes.map((node, at) => ({ ...node, id: String(29 - at) })), links],
        [nodes.slice(0, 5), links],
        [numbered(300, (n) => ({ name: `Station ${n}` })).slice(0, 79), links],
      ] as const)
        assert.ok(
          readingOf(JSON.stringify({ nodes: others, links: rows }), 'json').columns.every(
            ({ kind, refersTo }) => kind === 'number' && refersTo === undefined,
          ),
        )
    })

    test('does not group a number by itself', () => {
      const rows = numbered(40, (n) => ({ day: `2024-01-0${1 + (n % 8)}`, level: Math.floor(n / 8) }))
      assert.equal(chartOf(rows), undefined)
    })

    test('keeps the lowest, the highest, the first and the last value of a long series', () => {
      const rows = numbered(4000, (n) => ({
        at: new Date(n * 86_400_000).toISOString(),
        level:
          new Map([
            [0, 4.5],
            [1777, -50],
            [3001, 900],
            [3999, 4.6],
          ]).get(n) ?? n % 10,
      }))
      const [panel] = lines(chartOf(rows)).panels
      const values = panel?.lines[0]?.parts.flat().map(([, y]) => y) ?? []
      assert.ok(values.length <= 1200, `${values.length} points`)
      assert.deepEqual([Math.min(...values), Math.max(...values)], [-50, 900])
      assert.deepEqual([values[0], values.at(-1)], [4.5, 4.6])
    })

    test('is not drawn from more records than are kept', () => {
      const rows = (count: number, columns: number) =>
        numbered(count, (n) => ({
          ...Object.fromEntries(numbered(columns - 2, (at) => [`part ${at}`, 'same'])),
          day: new Date(Date.UTC(1900, 0, 1 + n)).toISOString().slice(0, 10),
          price: ((n * 7919) % 7700) / 10,
        }))
      assert.equal(lines(chartOf(rows(30_000, 2))).panels.length, 1)
      assert.equal(lines(chartOf(rows(10_000, 40))).panels.length, 1)
      assert.equal(chartOf(rows(10_001, 40)), undefined)
      assert.equal(chartOf(rows(30_001, 10)), undefined)
    })

    test('has finite numbers only, whatever the values are', () => {
      const value = fc.oneof(
        fc.integer(),
        fc.double(),
        fc.constantFrom('1e999', '2024-01-01', '1,5', 'n/a', null, '', true, 1e308, -1e308),
        fc.integer({ min: 1900, max: 2030 }),
      )
      const row = fc.record({ a: value, b: value, year: value, d: value })
      fc.assert(
        fc.property(fc.array(row, { minLength: 5, maxLength: 60 }), (rows) => {
          const chart = chartOf(rows)
          const points =
            chart?.kind === 'lines'
              ? chart.panels.flatMap((panel) => panel.lines.flatMap((line) => line.parts.flat()))
              : chart?.kind === 'scatter'
                ? chart.points
                : []
          assert.ok(points.flat().every(Number.isFinite))
        }),
      )
    })
  })
})

describe('pictures of grids', () => {
  /** A hill of whole numbers, row by row. */
  const hill = (width: number, height: number) =>
    Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) =>
        Math.round(200 - Math.hypot(x - width / 2, y - height / 2) * 5),
      ),
    )
  const chartOf = (document: unknown) => readingOf(JSON.stringify(document), 'json').chart
  const rasterOf = (document: unknown) => {
    const chart = chartOf(document)
    assert.equal(chart?.kind, 'raster')
    return chart
  }

  describe('a grid of numbers is read as a picture', () => {
    test('from a list beside its width and height', () => {
      const { cells, columns, rows, from, to } = rasterOf({
        width: 30,
        height: 20,
        values: hill(30, 20).flat(),
      })
      assert.deepEqual([columns, rows, cells.length], [30, 20, 600])
      assert.ok(from > 100 && to < 200)
      assert.deepEqual([cells[0], cells[10 * 30 + 15]], ['0', '8'])
    })

    test('from rows without names, whose neighbours are alike', () => {
      assert.equal(rasterOf({ data: hill(12, 40) }).cells.length, 480)
      const table = Array.from({ length: 40 }, (_, at) => [
        at,
        ...[7, 91, 40, 3, 66, 12, 80, 25].map((n) => (n * (at + 3) ** 2) % 97),
      ])
      assert.notEqual(chartOf(table)?.kind, 'raster')
    })

    test('where a value states that there is none, or is missing, the picture has a hole', () => {
      const values = hill(10, 10).flat()
      const given = {
        ncols: 10,
        nrows: 10,
        nodata: -9999,
        data: values.map((value, at) => (at < 10 ? -9999 : at === 99 ? null : value)),
      }
      assert.match(rasterOf(given).cells, /^\.{10}[0-8]{89}\.$/)
    })

    test('a large one is drawn smaller, each cell as the mean of a square', () => {
      const raster = rasterOf({ width: 500, height: 250, values: hill(500, 250).flat() })
      assert.deepEqual(
        [raster.columns, raster.width, raster.height, raster.cells.length],
        [500, 100, 50, 5000],
      )
    })

    test('only if there are as many values as the size states, and they differ', () => {
      assert.equal(chartOf({ width: 30, height: 21, values: hill(30, 20).flat() }), undefined)
      assert.equal(chartOf({ width: 10, height: 10, values: new Array(100).fill(5) }), undefined)
    })
  })
})
