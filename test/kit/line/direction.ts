// One direction of a connection on real sockets: performs the steps of its course in order, with back-pressure.
import type { Socket } from 'node:net'
import { HELD_MAX, type Course, type Step } from './course.ts'

/** Bytes under way above which the sender has to wait. */
const HIGH_WATER = 65_536

/** Carries bytes from one socket to another. */
export class Direction {
  readonly #from: Socket
  readonly #to: Socket
  readonly #end: (how: 'cut' | 'reset') => void
  /** Resolves when the receiver disconnects, so that no step waits forever. */
  readonly #gone: Promise<void>
  #course: Course | null = null
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0

  /** The function `end` ends both sockets of the line. */
  constructor(from: Socket, to: Socket, end: (how: 'cut' | 'reset') => void) {
    this.#from = from
    this.#to = to
    this.#end = end
    this.#gone = new Promise((resolve) => to.once('close', () => resolve()))
    from.on('error', () => this.#end('cut'))
    from.on('end', () => this.#do(this.#course?.end() ?? []))
  }

  /** Calls back when all bytes received so far are processed. */
  after(what: () => void): void {
    this.#then(what)
  }

  /** Another exchange begins on this connection. */
  begin(course: Course): void {
    this.#course = course
  }

  /** Takes bytes of the sender. */
  take(bytes: Buffer): void {
    this.#do(this.#course?.take(bytes) ?? [])
  }

  #then(what: () => void | Promise<unknown>): void {
    this.#tail = this.#tail.then(async () => void (await what()))
  }

  #do(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.type === 'pass') this.#pass(step.bytes)
      else if (step.type === 'wait') this.#then(() => Promise.race([step.until(), this.#gone]))
      else this.#then(() => this.#finish(step.how))
    }
  }

  #pass(bytes: Buffer): void {
    this.#waiting += bytes.length
    if (this.#waiting > HELD_MAX) return this.#end('reset')
    if (this.#waiting > HIGH_WATER) this.#from.pause()
    this.#then(
      () =>
        new Promise<void>((resolve) => {
          const done = (): void => {
            this.#waiting -= bytes.length
            if (this.#waiting <= HIGH_WATER) this.#from.resume()
            resolve()
          }
          if (this.#to.writable) this.#to.write(bytes, done)
          else done()
        }),
    )
  }

  #finish(how: 'cut' | 'reset' | 'half_close'): void {
    if (how !== 'half_close') this.#end(how)
    else if (this.#to.writable) this.#to.end()
  }
}
