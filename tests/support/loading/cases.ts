/** Documents whose tables programs read wrong by default, by the code of their dataset. */
export const CASES: Readonly<Record<string, string>> = {
  'leading zeros': records(['code', 'n'], ['"007"', '1'], ['"010"', '2'], ['"011"', 'null']),
  'zeros that repeat': records(['region', 'n'], ['"07"', '1.5'], ['"77"', '-2e-3'], ['"07"', '0']),
  'zeros behind an address': records(['inn', 'Адрес'], ['"0077"', '"Мира, 1"'], ['"0078"', '"Мира, 2"']),
  'long numbers': records(
    ['id', 'sum', 'small'],
    ['9007199254740993', '90071992547409931.25', '9007199254740991'],
    ['9007199254740995', 'null', '1'],
    ['123456789012345678901234567890', '0.1', '-9007199254740991'],
  ),
  fractions: records(
    ['a', 'b'],
    ['0.1', '55.755831000000002'],
    ['12345.678', '0.30000000000000004'],
    ['-0', '1e-7'],
    ['1E5', '2.2250738585072014e-308'],
  ),
  'words for nothing': records(
    ['a', 'b', 'c', 'd'],
    ['"NA"', '"NaN"', '"null"', '"x"'],
    ['"NA"', '"nan"', '"None"', '"NA"'],
    ['null', '"-inf"', '"N/A"', '""'],
  ),
  'words for truths': records(
    ['T', 'yes', 'on', 'y', 'bit'],
    ['"T"', '"yes"', '"on"', '"y"', '"t"'],
    ['"F"', '"no"', '"off"', '"n"', '"f"'],
    ['"F"', '"no"', 'null', '"n"', '"f"'],
  ),
  'nearly numbers': records(
    ['hex', 'exponent', 'comma', 'blanks', 'sign', 'imaginary', 'points', 'parts'],
    ['"0x1F"', '"1d5"', '"1,5"', '"1 000"', '"+5"', '"2i"', '"1.2.3"', '"1_000"'],
    ['"0x2F"', '"2D6"', '"2,5"', '"2 000"', '"+6"', '"1+2i"', '"1.2.4"', '"2_000"'],
  ),
  booleans: records(['flag', 'FLAG 2', 'sparse'], ['true', '"TRUE"', 'null'], ['false', '"False"', 'true']),
  dates: records(
    ['day', 'dotted', 'slashes', 'moment', 'time', 'month'],
    ['"2024-02-29"', '"29.02.2024"', '"02/01/2024"', '"2024-02-29T12:00:00Z"', '"12:30"', '"2024-02"'],
    ['"2024-03-01"', '"01.03.2024"', '"03/01/2024"', '"2024-02-29T12:00:00+03:00"', '"13:30"', '"2024-03"'],
  ),
  'cells that need quotes': records(
    ['comma', 'quote', 'line', 'semicolon', 'blanks', 'backslash', 'hash'],
    [
      '"a,b"',
      String.raw`"he said \"hi\""`,
      String.raw`"x\ny"`,
      '"a;b;c"',
      '"  a "',
      String.raw`"a\\"`,
      '"#1"',
    ],
    ['","', String.raw`"\""`, String.raw`"\n"`, '";"', '" "', String.raw`"\\\"q"`, '"\'"'],
    ['"end"', '"end"', '"end"', '"end"', '"end"', String.raw`"\\N"`, '"-- x"'],
  ),
  'lines of all systems': records(
    ['a', 'b'],
    [String.raw`"x\r\ny"`, '1'],
    [String.raw`"x\ry"`, '2'],
    [String.raw`"x\n\ny\r\n"`, '3'],
  ),
  'empty cells': records(
    ['a', 'b', 'none', 'blank'],
    ['1', '""', 'null', '" "'],
    ['null', '"x"', 'null', '""'],
    ['3', 'null', 'null', 'null'],
  ),
  'first rows without values': records(
    ['late', 'later'],
    ...Array.from({ length: 150 }, () => ['null', 'null']),
    ['"007"', '"T"'],
    ['"008"', '"F"'],
  ),
  'one column': records(['value'], ['"a"'], ['""'], ['null'], ['"b"'], ['null']),
  'one column of numbers': records(['value'], ['1'], ['null'], ['3']),
  'one record': records(['code', 'text'], ['"007"', '"x"']),
  'Имена «столбцов»': records(
    ['Код', 'Сумма, руб.', 'Ёлка "№ 1"', "it's", 'a\\b', '%d {x} $y `z`'],
    ['"007"', '1.5', '"08"', '"09"', '"010"', '"011"'],
    ['"008"', '2.5', '"09"', '"10"', '"011"', '"012"'],
  ),
  'a comma in the first name': records(
    ['Код, №', 'Адрес, дом', 'n'],
    ['"007"', '"x, y"', '1'],
    ['"008"', '"z"', '2'],
  ),
  'a line in the first name': records(['a\nb', 'c'], ['"007"', '1'], ['"008"', '2']),
  'a line in another name': records(['a', 'b\nc', ' d '], ['"007"', '1', '"01"'], ['"008"', '2', '"02"']),
  'a quote in the first name': records(['the "first"', 'n'], ['"007"', '1'], ['"008"', '2']),
  'names of the empty kind': records(['', 'n'], ['"007"', '1'], ['"008"', '2']),
  'names that are one but for case': records(
    ['Code', 'code', 'CODE'],
    ['"007"', '1', '"01"'],
    ['"008"', '2', '"02"'],
  ),
  'many codes': records(
    Array.from({ length: 9 }, (_, at) => `c${at}`),
    Array.from({ length: 9 }, (_, at) => `"00${at}"`),
    Array.from({ length: 9 }, (_, at) => `"01${at}"`),
  ),
  'a name twice': '[{"a":"01","a":"02","b":1},{"a":"03","a":"04","b":2}]',
  nested: '[{"id":"01","list":[1,2],"object":{"a":"x, y"}},{"id":"02","list":[],"object":null}]',
  'it\'s a "code" $(x) `y` \\n %d %41 100% !*;&#?ё\u2028\n': records(
    ['code', 'n'],
    ['"007"', '1'],
    ['"008"', '2'],
  ),
}

/** The same, for long tables. */
export const LONG_CASES: Readonly<Record<string, string>> = {
  long: records(
    ['n', 'text', 'code'],
    ...Array.from({ length: 22_000 }, (_, at) =>
      at < 21_000 ? [`${at}`, `"a${at}"`, '"x1"'] : [`${at}.5`, '"007"', '"08"'],
    ),
  ),
  'a long cell': records(['text', 'n'], [`"${'x'.repeat(3_000_000)}"`, '1'], ['"y"', '2']),
}

/** Documents without a table, which have no csv. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  'tree of "things"': '{"name":"Дерево","more":{"n":12345678901234567890,"deep":{"list":[1,2,3]}}}',
}

function records(names: readonly string[], ...rows: readonly (readonly string[])[]): string {
  const record = (row: readonly string[]) =>
    `{${names.map((name, at) => `${JSON.stringify(name)}:${row[at]}`).join(',')}}`
  return `[${rows.map(record).join(',\n')}]`
}
