// The effect of faults on the bytes of one direction of a connection: pure. Bytes go in as they arrive, steps come out;
// `direction.ts` performs the steps on sockets. Byte numbers count from the beginning of the exchange, from 0. A fault at byte 0
// takes effect when that byte arrives, so an answer is lost after its request was delivered.

/** One thing that goes wrong in one direction. */
export type Fault =
  /** Bytes before `at` arrive; then both ends see the connection end. */
  | { readonly type: 'cut'; readonly at: number }
  | { readonly type: 'reset'; readonly at: number }
  /** Bytes before `at` arrive, then FIN in this direction only; the other one goes on. */
  | { readonly type: 'half_close'; readonly at: number }
  /** Bytes before `at` arrive, the others are lost; nothing is closed. */
  | { readonly type: 'swallow'; readonly at: number }
  /** Bytes from `at` on arrive after `until` is resolved. */
  | { readonly type: 'wait'; readonly at: number; readonly until: Promise<unknown> }
  /** All bytes arrive when the sender has ended, as through a buffering proxy. */
  | { readonly type: 'hold' }
  /** Bytes `from` to `to` (exclusive) arrive twice, one copy after the other. */
  | { readonly type: 'repeat'; readonly from: number; readonly to: number }
  /** This many bytes arrive at a time, with a pause before each portion. */
  | { readonly type: 'drip'; readonly bytes: number; readonly pause: () => Promise<unknown> }

/** The next step to perform. */
export type Step =
  | { readonly type: 'pass'; readonly bytes: Buffer }
  | { readonly type: 'wait'; readonly until: () => Promise<unknown> }
  | { readonly type: 'end'; readonly how: 'cut' | 'reset' | 'half_close' }

/** Greatest number of bytes held back at once (INV-17); beyond it the connection is reset. */
export const HELD_MAX = 1_048_576

const pass = (bytes: Buffer): Step[] => (bytes.length === 0 ? [] : [{ type: 'pass', bytes }])

/** One direction during one exchange. */
export class Course {
  readonly #fault: Fault | null
  #seen = 0
  #over = false
  #held: Buffer[] = []
  #heldBytes = 0

  constructor(fault: Fault | null) {
    this.#fault = fault
  }

  /** Bytes that have come in. */
  get seen(): number {
    return this.#seen
  }

  /** Takes bytes of the sender. */
  take(bytes: Buffer): Step[] {
    const from = this.#seen
    this.#seen += bytes.length
    const fault = this.#fault
    if (this.#over) return []
    if (fault === null) return pass(bytes)
    switch (fault.type) {
      case 'hold':
        this.#heldBytes += bytes.length
        if (this.#heldBytes > HELD_MAX) return this.#end('reset')
        this.#held.push(bytes)
        return []
      case 'repeat': {
        const start = Math.max(0, fault.from - from)
        const end = Math.max(0, fault.to - from)
        const copied = bytes.subarray(start, end)
        this.#held.push(copied)
        this.#heldBytes += copied.length
        if (this.#heldBytes > HELD_MAX) return this.#end('reset')
        if (from + bytes.length < fault.to) return pass(bytes)
        const again = Buffer.concat(this.#held)
        this.#held = []
        return [...pass(bytes.subarray(0, end)), ...pass(again), ...pass(bytes.subarray(end))]
      }
      case 'drip': {
        const steps: Step[] = []
        for (let at = 0; at < bytes.length; at += fault.bytes)
          steps.push({ type: 'wait', until: fault.pause }, ...pass(bytes.subarray(at, at + fault.bytes)))
        return steps
      }
      case 'wait': {
        const left = Math.max(0, fault.at - from)
        if (left >= bytes.length) return pass(bytes)
        return [
          ...pass(bytes.subarray(0, left)),
          { type: 'wait', until: () => fault.until },
          ...pass(bytes.subarray(left)),
        ]
      }
      case 'cut':
      case 'reset':
      case 'half_close':
      case 'swallow':
        if (this.#seen < fault.at) return pass(bytes)
        return [...pass(bytes.subarray(0, Math.max(0, fault.at - from))), ...this.#strike(fault)]
    }
  }

  /** The sender has ended: sends the bytes that were held back, then FIN; swallowed bytes are never sent. */
  end(): Step[] {
    if (this.#over) return []
    const held = this.#fault?.type === 'hold' ? Buffer.concat(this.#held) : Buffer.alloc(0)
    this.#held = []
    return [...pass(held), { type: 'end', how: 'half_close' }]
  }

  #strike(fault: Fault): Step[] {
    if (this.#over || fault.type === 'wait') return []
    this.#over = true
    return fault.type === 'cut' || fault.type === 'reset' || fault.type === 'half_close'
      ? [{ type: 'end', how: fault.type }]
      : []
  }

  #end(how: 'reset'): Step[] {
    this.#over = true
    this.#held = []
    return [{ type: 'end', how }]
  }
}
