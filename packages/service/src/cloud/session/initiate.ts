// Starts a session (§4.3, D-06 … D-17): validates, commits, then shows the prompt. The answer is sent as soon
// as the prompt is on its way to the terminal.
import type { Caller } from '../../account/accounts.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { sessionOrigin } from './session-origin.ts'
import type { DeviceRepository } from '../device/device-repository.ts'
import type { NewSession, SessionRepository } from './session-repository.ts'
import { creditRefusal, refuseUnlinked } from './credit.ts'
import { isFinal } from './machine.ts'
import type { SessionRow, DeviceRow } from '../../schema/schema.ts'

/** The terminals as a session sees them. */
export interface ReachableTerminals {
  /** False if this process owns the device's channel but has lost it. */
  mayReach(device: DeviceRow): boolean
  /** Shows a new session on its terminal; another process gets a notice. */
  show(device: DeviceRow): Promise<'shown' | 'elsewhere' | 'lost'>
  /** Updates the terminal's screen, if this process holds its channel. */
  sync(deviceId: string): void
}

export interface InitiateDeps {
  readonly kernel: Kernel
  readonly devices: DeviceRepository
  readonly sessions: SessionRepository
  readonly hub: ReachableTerminals
}

const sameRequest = (row: SessionRow, wanted: NewSession): boolean =>
  row.command === wanted.command &&
  row.creditOf === wanted.creditOf &&
  row.amountMinor === wanted.amountMinor &&
  row.deviceId === wanted.deviceId

/** Handles a repeated external ID: a refusal with the session's ID, or the session itself. */
function repeated(kernel: Kernel, row: SessionRow, wanted: NewSession): SessionRow | Refusal {
  if (kernel.repeat === 'replay' && sameRequest(row, wanted)) return row
  return refuse(
    'INVALID_REQUEST',
    `xExternalRequestID ${wanted.externalId} was used before, for session ${row.id}. Read that session, or give a new ID.`,
    { status: 409, members: { sessionId: row.id, xSessionId: row.id } },
  )
}

const busy = (): Refusal =>
  refuse('TRANSACTION_FAILED', 'The device is busy with another session. Wait for its end, or cancel it.')

const disconnected = (): Refusal =>
  refuse(
    'TRANSACTION_FAILED',
    'The device is DISCONNECTED. Check its power, network and the "Running..." notice.',
  )

/** Creates and commits a session, or returns a refusal. */
export async function initiate(
  { kernel, devices, sessions, hub }: InitiateDeps,
  caller: Caller,
  wanted: NewSession,
): Promise<SessionRow | Refusal> {
  const unlinked = refuseUnlinked(caller, wanted)
  if (unlinked !== null) return unlinked
  const device = await devices.find(caller.accountId, wanted.deviceId)
  if (isRefusal(device)) return device
  const earlier = await sessions.readByExternalId(caller.accountId, wanted.externalId)
  if (earlier !== null) return repeated(kernel, earlier, wanted)
  const { status } = await devices.deviceOf(device)
  if (status === 'DISCONNECTED' || !hub.mayReach(device)) return disconnected()

  const begun = await sessions.begin(caller, wanted)
  if (begun.type === 'external_id_used') {
    const first = await sessions.readByExternalId(caller.accountId, wanted.externalId)
    return first === null ? busy() : repeated(kernel, first, wanted)
  }
  if (begun.type === 'device_busy') return busy()
  if (begun.type === 'credit_refused') return creditRefusal(begun, caller.currency)

  kernel.traces?.origins.remember(sessionOrigin(device.id, begun.row.id))
  if ((await hub.show(device)) !== 'lost') return begun.row
  const lost = await sessions.apply(begun.row.id, { type: 'terminal_lost' })
  // The terminal may have shown the prompt before the connection was lost; then the session continues.
  if (lost !== null && !isFinal(lost.row.status)) return lost.row
  return refuse(
    'TRANSACTION_FAILED',
    'The terminal was lost while starting. Check the device and start again.',
    {
      status: 502,
      members: { sessionId: begun.row.id, xSessionId: begun.row.id },
    },
  )
}
