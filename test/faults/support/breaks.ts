// Where an exchange breaks: a fault at a byte that is named by the parts of its request or of its answer.
import type { Fault } from '../../kit/line/course.ts'
import type { Plan } from '../../kit/line/fault-line.ts'

/** Lengths of the parts of an exchange as it went over the line. */
interface Lengths {
  readonly line: number
  readonly head: number
  readonly whole: number
}

/** Lengths of the request and of the answer of an exchange without a fault. */
export type Measured = readonly [request: Lengths, answer: Lengths]

/** The break of an exchange with these lengths. */
export type Point = (request: Lengths, answer: Lengths) => Omit<Plan, 'request'>

type Kind = 'cut' | 'reset' | 'half_close' | 'swallow'

const lengthsOf = (bytes: Buffer): Lengths => ({
  line: bytes.indexOf('\r\n') + 2,
  head: bytes.indexOf('\r\n\r\n') + 4,
  whole: bytes.length,
})

/** The lengths of an exchange that went over the line. */
export const partsOf = (exchange: { sent(): Buffer; answered(): Buffer }): Measured => [
  lengthsOf(exchange.sent()),
  lengthsOf(exchange.answered()),
]

/** A break in the request. */
export const up =
  (type: Kind, at: (of: Lengths) => number): Point =>
  (request) => ({ up: { type, at: at(request) } as Fault })

/** A break in the answer. */
export const down =
  (type: Kind, at: (of: Lengths) => number): Point =>
  (_, answer) => ({ down: { type, at: at(answer) } as Fault })
