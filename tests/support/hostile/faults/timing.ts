import { type Exchange, type Fault, head } from '../fault.ts'

const SHORT = { deadlines: { connect: 2, idle: 1, total: 4 } }
const WHOLE = { deadlines: { connect: 2, idle: 4, total: 3 } }

const begin = ({ good, type }: Exchange) =>
  head('200 OK', `content-type: ${type}`, `content-length: ${good.length}`)

export const TIMING: readonly Fault[] = [
  {
    name: 'no head',
    describe: 'takes the request and says nothing',
    apply: ({ gone }) => gone,
    says: /in time/,
    options: SHORT,
  },
  {
    name: 'half a head',
    describe: 'stops in the middle of its head',
    apply: ({ socket, gone }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: appl')
      return gone
    },
    says: /in time/,
    options: SHORT,
  },
  {
    name: 'head without body',
    describe: 'promises a body that never begins',
    apply: (exchange) => {
      exchange.socket.write(begin(exchange))
      return exchange.gone
    },
    says: /in time/,
    options: SHORT,
  },
  {
    name: 'body that stalls',
    describe: 'stops in the middle of its body without closing',
    apply: (exchange) => {
      exchange.socket.write(begin(exchange))
      exchange.socket.write(exchange.good.subarray(0, 20))
      return exchange.gone
    },
    says: /in time/,
    options: SHORT,
  },
  {
    name: 'trickling body',
    describe: 'sends a byte now and then, for ever',
    apply: (exchange) => {
      exchange.socket.write(begin({ ...exchange, good: Buffer.alloc(1000) }))
      trickle(exchange, () => ' ')
      return exchange.gone
    },
    says: /took longer/,
    options: WHOLE,
  },
  {
    name: 'trickling body, measured',
    describe: 'sends less than the least rate',
    apply: (exchange) => {
      exchange.socket.write(begin({ ...exchange, good: Buffer.alloc(1000) }))
      trickle(exchange, () => ' ')
      return exchange.gone
    },
    says: /minRate/,
    options: { deadlines: { connect: 2, idle: 2, total: 8 }, minRate: 1000 },
  },
  {
    name: 'trickling head',
    describe: 'sends one header now and then, for ever',
    apply: (exchange) => {
      exchange.socket.write('HTTP/1.1 200 OK\r\n')
      let header = 0
      trickle(exchange, () => `x-${header++}: y\r\n`)
      return exchange.gone
    },
    says: /took longer|in time/,
    options: WHOLE,
  },
  {
    name: 'trickling interim answers',
    describe: 'sends 102 now and then, for ever',
    apply: (exchange) => {
      trickle(exchange, () => head('102 Processing'))
      return exchange.gone
    },
    says: /took longer|in time|interim/,
    options: WHOLE,
  },
]

function trickle({ socket, gone }: Exchange, piece: () => string): void {
  const timer = setInterval(() => socket.write(piece()), 100)
  gone.then(() => clearInterval(timer))
}
