// All terminals that this process holds: one channel per device, silence noticed (D-04), prompts brought to their
// terminal. Terminals held by another process are reached through the store's notices and its rows.
import type { Kernel } from '../ports.ts'
import { DEVICE_CHANNEL, type DeviceRow } from '../cloud/device/ledger.ts'
import { SESSION_CHANNEL, type SessionLedger } from '../cloud/session/ledger.ts'
import type { SessionRow } from '../cloud/session/row.ts'
import { newId } from '../account/secret.ts'
import { Channel, type ChannelParts, type Link } from './channel.ts'
import { Pairing } from './pairing.ts'

/** Channels that one process holds at most. */
export const CHANNELS_MAX = 10_000

/** What the hub needs. */
export interface HubParts {
  readonly kernel: Kernel
  readonly sessions: SessionLedger
  readonly cardPresented: (row: SessionRow) => Promise<void>
}

/** The terminals of this process. */
export class TerminalHub {
  readonly #kernel: Kernel
  readonly #parts: ChannelParts
  readonly #channels = new Set<Channel>()
  readonly #byDevice = new Map<string, Channel>()
  readonly #ending = new Set<Promise<void>>()
  #unlisten: (() => Promise<void>)[] = []
  #stopped = false

  constructor({ kernel, sessions, cardPresented }: HubParts) {
    this.#kernel = kernel
    this.#parts = {
      kernel,
      sessions,
      cardPresented,
      pairing: new Pairing(kernel),
      opened: (channel, deviceId) => this.#opened(channel, deviceId),
      ended: (channel) => this.#ended(channel),
    }
  }

  /** How many terminals are connected here. */
  get connected(): number {
    return this.#byDevice.size
  }

  /** A new connection; `null` when there are too many, or the service is stopping. */
  accept(link: Link): Channel | null {
    if (this.#stopped || this.#channels.size >= CHANNELS_MAX) return null
    const channel = new Channel(newId(this.#kernel.random, 'ch'), link, this.#parts)
    this.#channels.add(channel)
    return channel
  }

  /** False if this process should hold the device's channel and does not. */
  mayReach(device: DeviceRow): boolean {
    return device.holder !== this.#kernel.instance || this.#byDevice.has(device.id)
  }

  /** Brings a new session to its terminal: here, or by notice where another process holds it. */
  async show(device: DeviceRow): Promise<'shown' | 'elsewhere' | 'lost'> {
    const channel = this.#byDevice.get(device.id)
    if (channel !== undefined) return (await channel.sync()) ? 'shown' : 'lost'
    return device.holder === this.#kernel.instance ? 'lost' : 'elsewhere'
  }

  /** Brings what a device's terminal shows up to the rows, if it is held here. */
  sync(deviceId: string): void {
    void this.#byDevice.get(deviceId)?.sync()
  }

  /** Lets go of what an earlier run held, and begins to hear notices. */
  async start(): Promise<void> {
    const { store } = this.#kernel
    await this.#parts.pairing.releaseEarlier([...this.#byDevice.keys()])
    this.#unlisten = [
      await store.listen(SESSION_CHANNEL, (wakeup) => {
        if (wakeup.type === 'resync') for (const channel of this.#byDevice.values()) void channel.sync()
        else this.sync(wakeup.payload.split(' ')[1] ?? '')
      }),
      await store.listen(DEVICE_CHANNEL, (wakeup) => {
        if (wakeup.type === 'resync') for (const channel of this.#byDevice.values()) channel.check()
        else this.#byDevice.get(wakeup.payload)?.check()
      }),
    ]
  }

  /** Ends channels that are silent (D-04) or never said hello. */
  dropSilent(): void {
    const { clock, timings } = this.#kernel
    const nowMs = clock.now()
    for (const channel of this.#channels) {
      const silent = nowMs - channel.lastSeenMs >= timings.heartbeatLimitMs
      const mute = channel.deviceId === null && nowMs - channel.openedAtMs >= timings.helloMs
      if (silent || mute) channel.close(4008, silent ? 'no heartbeat' : 'no hello')
    }
  }

  /** Re-reads what the terminals should show, because a notice may be lost. */
  async reread(): Promise<void> {
    const rows = await this.#kernel.store.db
      .selectFrom('service_session')
      .select('device_id')
      .where('status', 'in', ['INITIATING', 'IN_PROGRESS'])
      .limit(CHANNELS_MAX)
      .execute()
    const live = new Set(rows.map((row) => row.device_id))
    for (const [deviceId, channel] of this.#byDevice)
      if (live.has(deviceId) || channel.shows !== null) void channel.sync()
  }

  /** Ends every channel and lets go of their leases; the terminals come back to whoever serves next. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const unlisten of this.#unlisten) await unlisten()
    for (const channel of this.#channels) channel.close(1012, 'service restart')
    await Promise.all(this.#ending)
  }

  #opened(channel: Channel, deviceId: string): void {
    const older = this.#byDevice.get(deviceId)
    this.#byDevice.set(deviceId, channel)
    if (older !== channel) older?.refuse('replaced')
    this.#kernel.log.info({ deviceId, state: 'CONNECTED' }, 'terminal connected')
  }

  #ended(channel: Channel): void {
    this.#channels.delete(channel)
    const { deviceId } = channel
    if (deviceId !== null && this.#byDevice.get(deviceId) === channel) {
      this.#byDevice.delete(deviceId)
      this.#kernel.log.info({ deviceId, state: 'DISCONNECTED' }, 'terminal disconnected')
    }
    // `gone` adds the release of the lease to the channel's work right after this; wait for that as well.
    const settled = Promise.resolve().then(() => channel.settled())
    this.#ending.add(settled)
    void settled.finally(() => this.#ending.delete(settled))
  }
}
