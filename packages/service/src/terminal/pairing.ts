// Authenticates terminals (D-28): compares the one-time code or the key of a hello with the hashes, and
// stores the lease of the channel in the device's row (D-04), so that every process knows which terminals are
// CONNECTED.
import { DeviceSerial } from '@tapboard/contract'
import { DEVICE_CHANNEL, pairingHash } from '../cloud/device/device-repository.ts'
import { base32 } from '@tapboard/server'
import { byPairing, openAttempts, type Attempts } from '../account/attempts.ts'
import { hashOf } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import { DEVICE, type DeviceRow } from '../schema/schema.ts'

/**
 * Wrong codes that invalidate a code: eight characters of 32 are guessed in so many with a chance of one in ten million. The limit
 * per address makes it unreachable from a few addresses, which therefore cannot invalidate a code.
 */
const PAIRING_TRIES_MAX = 100_000

interface Credentials {
  readonly serial: string
  readonly pairingCode?: string | undefined
  readonly terminalKey?: string | undefined
}

/** The authenticated terminal, or the reason of the rejection. */
type AuthenticationResult =
  | {
      readonly type: 'known'
      readonly device: DeviceRow
      readonly merchant: string
      /** Only after pairing: the key for later connections. */
      readonly terminalKey: string | null
      /** Hash of the key that the terminal has now. */
      readonly keyHash: string
    }
  | { readonly type: 'wrong_code' | 'wrong_key' | 'too_many_tries' }

/** Pairs terminals and stores their leases. */
export class Pairing {
  readonly #kernel: Kernel
  readonly #attempts: Attempts

  constructor(kernel: Kernel) {
    this.#kernel = kernel
    this.#attempts = openAttempts(kernel)
  }

  /**
   * Authenticates a hello. Several accounts may register a serial number; the secret selects the account. The answer does not
   * tell whether a serial number is registered. Wrong codes are limited per `address`; `null` is a transport of this process.
   */
  async authenticate(credentials: Credentials, address: string | null): Promise<AuthenticationResult> {
    const { serial, pairingCode, terminalKey } = credentials
    const devices = DeviceSerial.safeParse(serial).success ? await this.#devicesOf(serial) : []
    if (terminalKey !== undefined) {
      const hash = hashOf(terminalKey)
      const device = devices.find((row) => row.terminalKeyHash === hash)
      if (device !== undefined) return this.#authenticated(device, null)
    }
    if (pairingCode === undefined) return { type: terminalKey === undefined ? 'wrong_code' : 'wrong_key' }
    if (address === null) return this.#tryCode(devices, pairingCode)
    const subject = byPairing(address)
    if ((await this.#attempts.count([subject])) !== null) return { type: 'too_many_tries' }
    const result = await this.#tryCode(devices, pairingCode)
    if (result.type === 'known') await this.#attempts.uncount(subject)
    return result
  }

  async #devicesOf(serial: string): Promise<readonly DeviceRow[]> {
    const rows = await this.#kernel.store.db
      .selectFrom('service_device')
      .selectAll()
      .where('serial', '=', serial)
      .where('deleted_at_ms', 'is', null)
      .limit(100)
      .execute()
    return rows.map(DEVICE.toRow)
  }

  async #tryCode(devices: readonly DeviceRow[], pairingCode: string): Promise<AuthenticationResult> {
    const nowMs = await this.#kernel.store.now()
    const open = devices.filter((row) => row.pairingHash !== null && row.pairingUntilMs > nowMs)
    const device = open.find((row) => row.pairingHash === pairingHash(row.id, pairingCode))
    const key = device === undefined ? null : await this.#pair(device)
    if (device !== undefined && key !== null) return this.#authenticated(device, key)
    for (const row of open) await this.#countFailedAttempt(row)
    return { type: 'wrong_code' }
  }

  /** Consumes the code and issues the terminal key; `null` if another process consumed it first. */
  async #pair(device: DeviceRow): Promise<string | null> {
    const key = `tk_${base32(this.#kernel.random(16))}`
    const done = await this.#kernel.store.db
      .updateTable('service_device')
      .set({ pairing_hash: null, pairing_tries: 0, terminal_key_hash: hashOf(key) })
      .where('id', '=', device.id)
      .where('pairing_hash', '=', device.pairingHash)
      .where('pairing_tries', '<', PAIRING_TRIES_MAX)
      .executeTakeFirst()
    return done.numUpdatedRows === 1n ? key : null
  }

  async #countFailedAttempt(device: DeviceRow): Promise<void> {
    const { db } = this.#kernel.store
    await db
      .updateTable('service_device')
      .set(({ eb }) => ({ pairing_tries: eb('pairing_tries', '+', 1) }))
      .where('id', '=', device.id)
      .where('pairing_hash', '=', device.pairingHash)
      .execute()
    await db
      .updateTable('service_device')
      .set({ pairing_hash: null })
      .where('id', '=', device.id)
      .where('pairing_tries', '>=', PAIRING_TRIES_MAX)
      .execute()
  }

  async #authenticated(device: DeviceRow, terminalKey: string | null): Promise<AuthenticationResult> {
    const account = await this.#kernel.store.db
      .selectFrom('service_account')
      .select('name')
      .where('id', '=', device.accountId)
      .executeTakeFirstOrThrow()
    const keyHash = terminalKey === null ? (device.terminalKeyHash ?? '') : hashOf(terminalKey)
    return { type: 'known', device, merchant: account.name, terminalKey, keyHash }
  }

  /**
   * Makes this channel the device's current one; an older channel gets a notice and ends. False if the device was removed or another
   * terminal was paired meanwhile.
   */
  async claim(deviceId: string, channelId: string, keyHash: string): Promise<boolean> {
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
        .where('terminal_key_hash', '=', keyHash)
        .executeTakeFirst()
      await store.notify(DEVICE_CHANNEL, deviceId)
      return done.numUpdatedRows === 1n
    })
  }

  /** Renews the lease; false if the channel is no longer the device's current one. */
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

  /** Releases the lease of an ended channel, unless a newer channel has replaced it. */
  async release(deviceId: string, channelId: string): Promise<void> {
    await this.#kernel.store.db
      .updateTable('service_device')
      .set({ connected_until_ms: 0, holder: null, channel_id: null })
      .where('id', '=', deviceId)
      .where('channel_id', '=', channelId)
      .execute()
  }

  /** Releases the leases of an earlier run of this process, except the ones held now. */
  async releaseEarlier(heldNow: readonly string[]): Promise<void> {
    const { store, instance } = this.#kernel
    let query = store.db
      .updateTable('service_device')
      .set({ connected_until_ms: 0, holder: null, channel_id: null })
      .where('holder', '=', instance)
    if (heldNow.length > 0) query = query.where('id', 'not in', heldNow)
    await query.execute()
  }

  /** Whether this channel is the device's current one, was replaced, or the device was removed. */
  async ownershipOf(deviceId: string, channelId: string): Promise<'ours' | 'replaced' | 'removed'> {
    const row = await this.#kernel.store.db
      .selectFrom('service_device')
      .select(['channel_id', 'deleted_at_ms'])
      .where('id', '=', deviceId)
      .executeTakeFirst()
    if (row === undefined || row.deleted_at_ms !== null) return 'removed'
    return row.channel_id === channelId ? 'ours' : 'replaced'
  }
}
