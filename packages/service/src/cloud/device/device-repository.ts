// Repository of devices (§2.1). The status follows the lease of the terminal's channel (D-04). `terminal/`
// implements pairing and the channel.
import type { Device } from '@tapboard/contract'
import { sql, uniqueViolation } from '@tapboard/store'
import { hashOf, looksLikeId, newId, newPairingCode, plainCode } from '../../account/secret.ts'
import { refuse, type Refusal } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { DEVICE, type DeviceRow } from '../../schema/schema.ts'
import type { NewDevice } from './new-device.ts'

/** Notice channel for a replaced terminal or a removed device; payload: the device ID. */
export const DEVICE_CHANNEL = 'service_device'

/** Maximum length of a list; larger accounts read devices one by one. */
const LIST_MAX = 1_000

/** The new device with its one-time code, or the existing device with the same serial number. */
type RegisterResult =
  | { readonly type: 'registered'; readonly row: DeviceRow; readonly pairingCode: string }
  | { readonly type: 'exists'; readonly deviceId: string }

/** Hashes a pairing code together with its device ID, because the code is short. */
export const pairingHash = (deviceId: string, code: string): string =>
  hashOf(`${deviceId}:${plainCode(code)}`)

// Converts a row; CONNECTED while the lease of the terminal's channel is valid (D-04).
const deviceAt = (row: DeviceRow, nowMs: number): Device => ({
  deviceId: row.id,
  deviceSerialNumber: row.serial,
  deviceMake: row.make,
  deviceFriendlyName: row.name,
  status: row.connectedUntilMs > nowMs ? 'CONNECTED' : 'DISCONNECTED',
})

const notFound = (): Refusal =>
  refuse('DEVICE_NOT_FOUND', 'There is no such device. Check the device ID and the API key.')

export class DeviceRepository {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Registers a terminal; it is DISCONNECTED until its application connects. */
  async register(accountId: string, wanted: NewDevice): Promise<RegisterResult> {
    const { store, random, timings } = this.#kernel
    const id = newId(random, 'dev')
    const pairingCode = newPairingCode(random)
    const nowMs = await store.now()
    const row: DeviceRow = {
      id,
      accountId: accountId,
      serial: wanted.serial,
      make: wanted.make,
      name: wanted.name,
      createdAtMs: nowMs,
      deletedAtMs: null,
      pairingHash: pairingHash(id, pairingCode),
      pairingUntilMs: nowMs + timings.pairingMs,
      pairingTries: 0,
      terminalKeyHash: null,
      holder: null,
      channelId: null,
      connectedUntilMs: 0,
    }
    try {
      await store.db.insertInto('service_device').values(DEVICE.toColumns(row)).execute()
      return { type: 'registered', row, pairingCode }
    } catch (error) {
      if (!uniqueViolation(error, 'service_device_account_serial')) throw error
      const existing = await store.db
        .selectFrom('service_device')
        .select('id')
        .where('account_id', '=', accountId)
        .where('serial', '=', wanted.serial)
        .where('deleted_at_ms', 'is', null)
        .executeTakeFirst()
      return { type: 'exists', deviceId: existing?.id ?? '' }
    }
  }

  /** Finds a device of the account; a foreign device gets the same refusal as a missing one. */
  async find(accountId: string, deviceId: string): Promise<DeviceRow | Refusal> {
    const row = await this.read(deviceId)
    return row?.accountId === accountId ? row : notFound()
  }

  /** Reads a device of any account, unless it was removed. */
  async read(deviceId: string): Promise<DeviceRow | null> {
    if (!looksLikeId(deviceId, 'dev')) return null
    const row = await this.#kernel.store.db
      .selectFrom('service_device')
      .selectAll()
      .where('id', '=', deviceId)
      .where('deleted_at_ms', 'is', null)
      .executeTakeFirst()
    return row === undefined ? null : DEVICE.toRow(row)
  }

  /** Lists the devices of an account, oldest first. */
  async list(accountId: string): Promise<readonly DeviceRow[]> {
    const rows = await this.#kernel.store.db
      .selectFrom('service_device')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('deleted_at_ms', 'is', null)
      .orderBy('created_at_ms')
      .orderBy('id')
      .limit(LIST_MAX)
      .execute()
    return rows.map(DEVICE.toRow)
  }

  /** Changes the friendly name of a device. */
  async rename(row: DeviceRow, name: string): Promise<DeviceRow> {
    await this.#kernel.store.db.updateTable('service_device').set({ name }).where('id', '=', row.id).execute()
    return { ...row, name }
  }

  /** Removes a device; false if it has a live session. Its sessions stay readable. */
  async remove(row: DeviceRow): Promise<boolean> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      const gone = { deleted_at_ms: await store.now(), pairing_hash: null, terminal_key_hash: null }
      const done = await trx
        .updateTable('service_device')
        .set({ ...gone, connected_until_ms: 0, holder: null, channel_id: null })
        .where('id', '=', row.id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('service_session')
                .select('service_session.id')
                .where('service_session.device_id', '=', row.id)
                .where(sql<boolean>`status in ('INITIATING', 'IN_PROGRESS')`),
            ),
          ),
        )
        .executeTakeFirst()
      if (done.numUpdatedRows !== 1n) return false
      await store.notify(DEVICE_CHANNEL, row.id)
      return true
    })
  }

  /**
   * Creates a one-time code and invalidates the previous one with its failed attempts. `null` if the device
   * does not exist.
   */
  async newPairingCode(deviceId: string): Promise<string | null> {
    const { store, random, timings } = this.#kernel
    if (!looksLikeId(deviceId, 'dev')) return null
    const code = newPairingCode(random)
    const done = await store.db
      .updateTable('service_device')
      .set({
        pairing_hash: pairingHash(deviceId, code),
        pairing_until_ms: (await store.now()) + timings.pairingMs,
        pairing_tries: 0,
      })
      .where('id', '=', deviceId)
      .where('deleted_at_ms', 'is', null)
      .executeTakeFirst()
    return done.numUpdatedRows === 1n ? code : null
  }

  /** Converts a row to the contract's Device at the current time. */
  async deviceOf(row: DeviceRow): Promise<Device> {
    return deviceAt(row, await this.#kernel.store.now())
  }

  /** Converts rows to the contract's Device at the current time. */
  async devicesOf(rows: readonly DeviceRow[]): Promise<readonly Device[]> {
    const nowMs = await this.#kernel.store.now()
    return rows.map((row) => deviceAt(row, nowMs))
  }
}
