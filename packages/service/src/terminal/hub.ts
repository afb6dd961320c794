// The terminals of this process: one channel per device, heartbeat timeout (D-04), delivery of prompts.
// Terminals of another process are reached through the store's notices and rows.
import type { Kernel } from '../kernel.ts'
import { DEVICE_CHANNEL } from '../cloud/device/device-repository.ts'
import type { ReachableTerminals } from '../cloud/session/routes.ts'
import { SESSION_CHANNEL, type SessionRepository } from '../cloud/session/session-repository.ts'
import type { SessionRow, DeviceRow } from '../schema/schema.ts'
import { newId } from '../account/secret.ts'
import { Channel, type ChannelDeps, type Link } from './channel.ts'
import { Pairing } from './pairing.ts'
import { WaitingChannels } from './waiting.ts'

/** Maximum number of channels per process. */
const CHANNELS_MAX = 10_000

/** The terminals of this process. */
export interface TerminalCounts {
  readonly connected: number
  /** Connections, those without a hello included. */
  readonly connections: number
  /** Largest number of connections of this process. */
  readonly limit: number
}

interface HubDeps {
  readonly kernel: Kernel
  readonly sessions: SessionRepository
  readonly cardPresented: (row: SessionRow) => Promise<void>
  /** Called when a connection is refused because its address has too many without a hello. */
  readonly crowded?: () => void
}

/** Registry of the connected terminals of this process. */
export class TerminalHub implements ReachableTerminals {
  readonly #kernel: Kernel
  readonly #deps: ChannelDeps
  readonly #channels = new Set<Channel>()
  readonly #waiting: WaitingChannels
  readonly #crowded: () => void
  readonly #byDevice = new Map<string, Channel>()
  readonly #ending = new Set<Promise<void>>()
  #unlisten: (() => Promise<void>)[] = []
  #stopped = false

  constructor({ kernel, sessions, cardPresented, crowded = () => {} }: HubDeps) {
    this.#kernel = kernel
    this.#waiting = new WaitingChannels(kernel.terminalsWaitingPerAddress)
    this.#crowded = crowded
    this.#deps = {
      kernel,
      sessions,
      cardPresented,
      pairing: new Pairing(kernel),
      opened: (channel, deviceId) => this.#opened(channel, deviceId),
      ended: (channel) => this.#ended(channel),
    }
  }

  /** Number of terminals connected to this process. */
  get connected(): number {
    return this.#byDevice.size
  }

  /** Connected terminals, and open and possible connections of this process. */
  counts(): TerminalCounts {
    return { connected: this.connected, connections: this.#channels.size, limit: CHANNELS_MAX }
  }

  /** Accepts a connection; `null` if there are too many, in all or without a hello from its address, or the service is stopping. */
  accept(link: Link): Channel | null {
    if (this.#stopped || this.#channels.size >= CHANNELS_MAX) return null
    const address = link.address ?? null
    if (address !== null && this.#waiting.isFull(address)) {
      this.#crowded()
      this.#kernel.log.info({ code: 'UNAVAILABLE', reason: 'no-hello', source: address }, 'terminal refused')
      return null
    }
    const channel = new Channel(newId(this.#kernel.random, 'ch'), link, this.#deps)
    this.#channels.add(channel)
    if (address !== null) this.#waiting.add(channel, address)
    return channel
  }

  /** False if this process owns the device's channel but has lost it. */
  mayReach(device: DeviceRow): boolean {
    return device.holder !== this.#kernel.instance || this.#byDevice.has(device.id)
  }

  /** Shows a new session on its terminal; another process gets a notice. */
  async show(device: DeviceRow): Promise<'shown' | 'elsewhere' | 'lost'> {
    const channel = this.#byDevice.get(device.id)
    if (channel !== undefined) return (await channel.sync()) ? 'shown' : 'lost'
    return device.holder === this.#kernel.instance ? 'lost' : 'elsewhere'
  }

  /** Updates the terminal's screen from the rows, if this process holds its channel. */
  sync(deviceId: string): void {
    void this.#byDevice.get(deviceId)?.sync()
  }

  /** Releases the terminals of an earlier run and starts to listen to notices. */
  async start(): Promise<void> {
    const { store } = this.#kernel
    await this.#deps.pairing.releaseEarlier([...this.#byDevice.keys()])
    this.#unlisten = [
      await store.listen(SESSION_CHANNEL, (wakeup) => {
        if (wakeup.type === 'resync') for (const channel of this.#byDevice.values()) void channel.sync()
        else {
          const [sessionId = '', deviceId = '', version = '0'] = wakeup.payload.split(' ')
          this.#byDevice.get(deviceId)?.noticed(sessionId, Number(version))
        }
      }),
      await store.listen(DEVICE_CHANNEL, (wakeup) => {
        if (wakeup.type === 'resync') for (const channel of this.#byDevice.values()) channel.check()
        else this.#byDevice.get(wakeup.payload)?.check()
      }),
    ]
  }

  /** Closes channels without a heartbeat or without a hello. */
  dropSilent(): void {
    const { clock, timings } = this.#kernel
    const nowMs = clock.now()
    for (const channel of this.#channels) {
      const silent = nowMs - channel.lastSeenMs >= timings.heartbeatLimitMs
      const noHello = channel.deviceId === null && nowMs - channel.openedAtMs >= timings.helloMs
      if (silent || noHello) channel.close(4008, silent ? 'no heartbeat' : 'no hello')
    }
  }

  /** Updates all screens from the rows, because a notice may be lost. */
  async reread(): Promise<void> {
    const rows = await this.#kernel.store.db
      .selectFrom('service_session')
      .select('device_id')
      .where('status', 'in', ['INITIATING', 'IN_PROGRESS'])
      .limit(CHANNELS_MAX)
      .execute()
    const live = new Set(rows.map((row) => row.device_id))
    for (const [deviceId, channel] of this.#byDevice)
      if (live.has(deviceId) || channel.shownSessionId !== null) void channel.sync()
  }

  /** Closes every channel and releases its lease; terminals reconnect to another process. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const unlisten of this.#unlisten) await unlisten()
    for (const channel of this.#channels) channel.close(1012, 'service restart')
    await Promise.all(this.#ending)
  }

  #opened(channel: Channel, deviceId: string): void {
    this.#waiting.remove(channel)
    const older = this.#byDevice.get(deviceId)
    this.#byDevice.set(deviceId, channel)
    if (older !== channel) older?.refuse('replaced')
    this.#kernel.log.info({ deviceId, state: 'CONNECTED' }, 'terminal connected')
  }

  #ended(channel: Channel): void {
    this.#channels.delete(channel)
    this.#waiting.remove(channel)
    const { deviceId } = channel
    if (deviceId !== null && this.#byDevice.get(deviceId) === channel) {
      this.#byDevice.delete(deviceId)
      this.#kernel.log.info({ deviceId, state: 'DISCONNECTED' }, 'terminal disconnected')
    }
    // `gone` queues the release of the lease after this call; wait for it as well.
    const settled = Promise.resolve().then(() => channel.settled())
    this.#ending.add(settled)
    void settled.finally(() => this.#ending.delete(settled))
  }
}
