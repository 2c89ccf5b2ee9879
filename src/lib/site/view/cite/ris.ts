import { type Citation, type Cited, lineOf } from './citation.ts'

/** A record of RIS, which ends its lines with CR LF. A value is one line; empty ones are left out. */
export function risOf(citation: Citation): Cited {
  const { code, title, publishers, date, version, address, via, licences } = citation
  const lines: (readonly [tag: string, value: string])[] = [
    ['TY', 'DATA'],
    ['TI', title],
    ['PB', publishers.join('; ')],
    ...(date === undefined
      ? []
      : [['PY', date.slice(0, 4)] as const, ['DA', `${date.replaceAll('-', '/')}/`] as const]),
    ['ET', version ?? ''],
    ['DP', via],
    ['AN', code],
    ...licences.map((licence) => ['N1', licence] as const),
    ['UR', address],
  ]
  return {
    before: lines
      .map(([tag, value]) => [tag, lineOf(value)])
      .filter(([, value]) => value !== '')
      .map(([tag, value]) => `${tag}  - ${value}\r\n`)
      .join(''),
    accessed: 'Y2  - {slashes}/\r\n',
    after: 'ER  - \r\n',
  }
}
