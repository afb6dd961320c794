// HTTP handlers of devices: §4.1, §4.2, D-03, D-05 and D-28.
import { readMembers, writeDevice, type LiveSession } from '@tapboard/contract'
import type { Body } from '../../http/body.ts'
import { success, type Call, type Handler, type Reply } from '../../http/call.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import type { DeviceRepository } from './device-repository.ts'
import { readDeviceText, serialInUse, spellDevice, type NewDevice } from './new-device.ts'
import type { DeviceRow } from '../../schema/schema.ts'

/** Dependencies of the device handlers. */
interface DeviceDeps {
  readonly devices: DeviceRepository
  /** Reads the live session of a device; `null` for a strict service, which omits it. */
  readonly live: ((deviceId: string) => Promise<LiveSession | null>) | null
  /** Called with each new device and its one-time code; a scripted terminal pairs itself with it. */
  readonly registered: (row: DeviceRow, pairingCode: string) => void
}

const MEMBERS = { deviceSerialNumber: 'serial', deviceMake: 'make', deviceFriendlyName: 'name' } as const

type Field = keyof typeof MEMBERS

// The requested members as valid texts (D-03), or the first error.
function readTexts(body: Body, fields: readonly Field[]): Readonly<Record<Field, string>> | Refusal {
  const read = readMembers(body, fields)
  if (!read.ok)
    return refuse('INVALID_REQUEST', `${read.name} is given twice with different values. Give it once.`)
  const texts = { deviceSerialNumber: '', deviceMake: '', deviceFriendlyName: '' }
  for (const field of fields) {
    const checked = readDeviceText(MEMBERS[field], read.members[field], field)
    if (!checked.ok) return refuse('INVALID_REQUEST', checked.message)
    texts[field] = checked.text
  }
  return texts
}

function readNewDevice(body: Body): NewDevice | Refusal {
  const texts = readTexts(body, ['deviceSerialNumber', 'deviceMake', 'deviceFriendlyName'])
  if (isRefusal(texts)) return texts
  const { deviceSerialNumber: serial, deviceMake: make, deviceFriendlyName: name } = texts
  return spellDevice({ serial, make, name })
}

/** Creates the device handlers by operation name. */
export function deviceHandlers({ devices, live, registered }: DeviceDeps) {
  const reply = async (row: DeviceRow, call: Call, status = 200, more: object = {}): Promise<Reply> => ({
    status,
    body: { ...writeDevice(await devices.deviceOf(row)), ...more, ...success(call.reference) },
  })
  const find = (call: Call): Promise<DeviceRow | Refusal> =>
    devices.find(call.caller.accountId, call.params['xDeviceId'] ?? '')

  const createDevice: Handler = async (call) => {
    const wanted = readNewDevice(call.body)
    if (isRefusal(wanted)) return wanted
    const result = await devices.register(call.caller.accountId, wanted)
    if (result.type === 'exists')
      return refuse('INVALID_REQUEST', serialInUse(result.deviceId), {
        status: 409,
        members: { deviceId: result.deviceId, xDeviceId: result.deviceId },
      })
    const answer = await reply(result.row, call, 201, { xPairingCode: result.pairingCode })
    registered(result.row, result.pairingCode)
    return answer
  }

  const listDevices: Handler = async (call) => {
    const rows = await devices.list(call.caller.accountId)
    const list = await devices.devicesOf(rows)
    return { status: 200, body: { xDevices: list.map(writeDevice), ...success(call.reference) } }
  }

  const getDevice: Handler = async (call) => {
    const row = await find(call)
    if (isRefusal(row)) return row
    return reply(row, call, 200, live === null ? {} : { xLiveSession: await live(row.id) })
  }

  const renameDevice: Handler = async (call) => {
    const row = await find(call)
    if (isRefusal(row)) return row
    const texts = readTexts(call.body, ['deviceFriendlyName'])
    if (isRefusal(texts)) return texts
    return reply(await devices.rename(row, texts.deviceFriendlyName.trim()), call)
  }

  const deleteDevice: Handler = async (call) => {
    const row = await find(call)
    if (isRefusal(row)) return row
    if (await devices.remove(row)) return { status: 200, body: success(call.reference) }
    return refuse('TRANSACTION_FAILED', 'The device has a live session. Wait for its end, or cancel it.')
  }

  return { createDevice, listDevices, getDevice, renameDevice, deleteDevice }
}
