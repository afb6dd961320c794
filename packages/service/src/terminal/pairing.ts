// Who is this terminal (D-28)? Checks the one-time code or the key of its hello against the hashes, and keeps the lease
// of its channel in the device's row (D-04), so that every process of the service sees who is CONNECTED.
import { DeviceSerial } from '@tapboard/contract'
import { DEVICE_CHANNEL, pairingHash, type DeviceRow } from '../cloud/device/ledger.ts'
import { base32, hashOf } from '../account/secret.ts'
import type { Kernel } from '../ports.ts'

/** Wrong tries after which a code is dead: eight signs of 32 cannot be guessed in five. */
export const PAIRING_TRIES_MAX = 5

/** What a terminal says about itself. */
export interface Greeting {
  readonly serial: string
  readonly pairingCode?: string | undefined
  readonly terminalKey?: string | undefined
}

/** A terminal that is who it says, or why it is not. */
export type GreetResult =
  | {
      readonly type: 'known'
      readonly device: DeviceRow
      readonly merchant: string
      /** Only at pairing: what it presents when it comes back. */
      readonly terminalKey: string | null
    }
  | { readonly type: 'not_registered' | 'wrong_code' | 'wrong_key' }

/** Pairs terminals and holds their leases. */
export class Pairing {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Judges a hello. A serial number may be registered by several accounts; the secret says which one is meant. */
  async greet({ serial, pairingCode, terminalKey }: Greeting): Promise<GreetResult> {
    const { store } = this.#kernel
    if (!DeviceSerial.safeParse(serial).success) return { type: 'not_registered' }
    const devices = await store.db
      .selectFrom('service_device')
      .selectAll()
      .where('serial', '=', serial)
      .where('deleted_at_ms', 'is', null)
      .limit(100)
      .execute()
    if (devices.length === 0) return { type: 'not_registered' }
    if (terminalKey !== undefined) {
      const hash = hashOf(terminalKey)
      const device = devices.find((row) => row.terminal_key_hash === hash)
      if (device !== undefined) return this.#known(device, null)
    }
    if (pairingCode === undefined) return { type: terminalKey === undefined ? 'wrong_code' : 'wrong_key' }
    const nowMs = await store.now()
    const open = devices.filter((row) => row.pairing_hash !== null && row.pairing_until_ms > nowMs)
    const device = open.find((row) => row.pairing_hash === pairingHash(row.id, pairingCode))
    const key = device === undefined ? null : await this.#pair(device)
    if (device !== undefined && key !== null) return this.#known(device, key)
    for (const row of open) await this.#countTry(row)
    return { type: 'wrong_code' }
  }

  /** Uses the code up and gives the terminal its key; `null` if somebody else was faster. */
  async #pair(device: DeviceRow): Promise<string | null> {
    const key = `tk_${base32(this.#kernel.random(16))}`
    const done = await this.#kernel.store.db
      .updateTable('service_device')
      .set({ pairing_hash: null, pairing_tries: 0, terminal_key_hash: hashOf(key) })
      .where('id', '=', device.id)
      .where('pairing_hash', '=', device.pairing_hash)
      .where('pairing_tries', '<', PAIRING_TRIES_MAX)
      .executeTakeFirst()
    return done.numUpdatedRows === 1n ? key : null
  }

  async #countTry(device: DeviceRow): Promise<void> {
    const { db } = this.#kernel.store
    await db
      .updateTable('service_device')
      .set(({ eb }) => ({ pairing_tries: eb('pairing_tries', '+', 1) }))
      .where('id', '=', device.id)
      .where('pairing_hash', '=', device.pairing_hash)
      .execute()
    await db
      .updateTable('service_device')
      .set({ pairing_hash: null })
      .where('id', '=', device.id)
      .where('pairing_tries', '>=', PAIRING_TRIES_MAX)
      .execute()
  }

  async #known(device: DeviceRow, terminalKey: string | null): Promise<GreetResult> {
    const account = await this.#kernel.store.db
      .selectFrom('service_account')
      .select('name')
      .where('id', '=', device.account_id)
      .executeTakeFirstOrThrow()
    return { type: 'known', device, merchant: account.name, terminalKey }
  }

  /** Makes this channel the device's one channel; an older one hears of it and ends. */
  async take(deviceId: string, channelId: string): Promise<boolean> {
    const { store, instance, timings } = this.#kernel
    return store.transaction(async (trx) => {
      const done = await trx
        .updateTable('service_device')
        .set({
          holder: instance,
          channel_id: channelId,
          connected_until_ms: (await store.now()) + timings.heartbeatLimitMs,
        })
        .where('id', '=', deviceId)
        .where('deleted_at_ms', 'is', null)
        .executeTakeFirst()
      await store.notify(DEVICE_CHANNEL, deviceId)
      return done.numUpdatedRows === 1n
    })
  }

  /** A sign of life; false if the channel is no longer the device's. */
  async renew(deviceId: string, channelId: string): Promise<boolean> {
    const { store, timings } = this.#kernel
    const done = await store.db
      .updateTable('service_device')
      .set({ connected_until_ms: (await store.now()) + timings.heartbeatLimitMs })
      .where('id', '=', deviceId)
      .where('channel_id', '=', channelId)
      .executeTakeFirst()
    return done.numUpdatedRows === 1n
  }

  /** The channel is over: DISCONNECTED, unless a newer one has taken over (D-04). */
  async release(deviceId: string, channelId: string): Promise<void> {
    await this.#kernel.store.db
      .updateTable('service_device')
      .set({ connected_until_ms: 0, holder: null, channel_id: null })
      .where('id', '=', deviceId)
      .where('channel_id', '=', channelId)
      .execute()
  }

  /** Lets go of what an earlier run of this process held when it was killed; not of what is held now. */
  async releaseEarlier(heldNow: readonly string[]): Promise<void> {
    const { store, instance } = this.#kernel
    let query = store.db
      .updateTable('service_device')
      .set({ connected_until_ms: 0, holder: null, channel_id: null })
      .where('holder', '=', instance)
    if (heldNow.length > 0) query = query.where('id', 'not in', heldNow)
    await query.execute()
  }

  /** Which channel is the device's: this one, another, or none because the device was removed. */
  async standing(deviceId: string, channelId: string): Promise<'ours' | 'replaced' | 'removed'> {
    const row = await this.#kernel.store.db
      .selectFrom('service_device')
      .select(['channel_id', 'deleted_at_ms'])
      .where('id', '=', deviceId)
      .executeTakeFirst()
    if (row === undefined || row.deleted_at_ms !== null) return 'removed'
    return row.channel_id === channelId ? 'ours' : 'replaced'
  }
}
