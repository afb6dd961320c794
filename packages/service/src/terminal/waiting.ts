// Counts the channels of each network address that have not sent their first message. Without a limit one host could hold all channels of the
// process until the hello timeout, again and again (D-208).
import type { Channel } from './channel.ts'

/** The channels without a hello, by address. */
export class WaitingChannels {
  readonly #max: number
  readonly #addresses = new Map<Channel, string>()
  readonly #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Whether an address has as many waiting channels as it may have. */
  isFull(address: string): boolean {
    return (this.#counts.get(address) ?? 0) >= this.#max
  }

  add(channel: Channel, address: string): void {
    this.#addresses.set(channel, address)
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1)
  }

  /** Stops counting a channel after its hello or its end. Idempotent. */
  remove(channel: Channel): void {
    const address = this.#addresses.get(channel)
    if (address === undefined) return
    this.#addresses.delete(channel)
    const rest = (this.#counts.get(address) ?? 0) - 1
    if (rest > 0) this.#counts.set(address, rest)
    else this.#counts.delete(address)
  }
}
