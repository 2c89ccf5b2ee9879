import { body, type Exchange, type Fault, head, raw, reply } from '../fault.ts'

const NEW = (exchange: Exchange) => exchange.good.toString().replace('first of', 'new first of')
const OLD = 'Tue, 05 Mar 2019 10:20:30 GMT'
const lastModified = (date: string) => body(NEW, { 'last-modified': date })

export const VALIDATORS: readonly Fault[] = [
  {
    name: '304 with a body',
    describe: 'sends a body behind a 304',
    apply: ({ socket, good }) =>
      raw(
        head('304 Not Modified', `content-length: ${good.length}`, 'connection: close'),
        'x'.repeat(good.length),
      )({
        socket,
      } as Exchange),
    outcome: 'believed',
  },
  {
    name: '304 to anything',
    describe: 'answers 304 whatever was asked',
    apply: reply(304),
    outcome: 'believed',
  },
  {
    name: 'ETag without quotes',
    describe: 'gives an ETag that is none',
    apply: body(NEW, { etag: 'no quotes, and commas' }),
    outcome: 'believed',
  },
  {
    name: 'ETag of an asterisk',
    describe: 'gives * as its ETag',
    apply: body(NEW, { etag: '*' }),
    outcome: 'believed',
  },
  {
    name: 'empty ETag',
    describe: 'gives an empty ETag',
    apply: body(NEW, { etag: '""', 'last-modified': '' }),
    outcome: 'believed',
  },
  {
    name: 'ETag with high bytes',
    describe: 'gives an ETag of bytes beyond ASCII',
    apply: body(NEW, { etag: '"\xff\x80\xe9"' }),
    outcome: 'believed',
  },
  {
    name: 'endless ETag',
    describe: 'gives an ETag of eight thousand characters',
    apply: body(NEW, { etag: `"${'e'.repeat(8000)}"` }),
    outcome: 'believed',
  },
  {
    name: 'Last-Modified in words',
    describe: 'gives a Last-Modified that is no date',
    apply: lastModified('yesterday, around noon'),
    outcome: 'believed',
  },
  {
    name: 'Last-Modified to come',
    describe: 'gives a Last-Modified in the year 9999',
    apply: lastModified('Fri, 31 Dec 9999 23:59:59 GMT'),
    outcome: 'believed',
  },
  {
    name: 'Last-Modified before time',
    describe: 'gives a Last-Modified before 1970',
    apply: lastModified('Mon, 01 Jan 0001 00:00:00 GMT'),
    outcome: 'believed',
  },
  {
    name: 'Last-Modified on the day of no file',
    describe: 'gives a Last-Modified that no disk can hold',
    apply: lastModified('Sat, 01 Jan 275760 00:00:00 GMT'),
    outcome: 'believed',
  },
  {
    name: 'old Last-Modified',
    describe: 'gives a Last-Modified of years ago for new data',
    apply: lastModified(OLD),
    outcome: 'believed',
  },
  {
    name: 'weak ETag',
    describe: 'gives a weak ETag and the whole body',
    apply: body(NEW, { etag: 'W/"1"' }),
    outcome: 'believed',
  },
  {
    name: 'validators repeated',
    describe: 'repeats its validators with other values',
    apply: ({ socket, good, type }) =>
      raw(
        head(
          '200 OK',
          `content-type: ${type}`,
          'etag: "1"',
          'etag: "2"',
          `last-modified: ${OLD}`,
          'last-modified: never',
          `content-length: ${good.length}`,
        ),
        good,
      )({ socket } as Exchange),
    outcome: 'believed',
  },
]
