// Starts a session (§4.3, D-06 … D-17): checks in an order that leaves nothing half-written, commits, then shows the
// prompt. The answer goes out as soon as the prompt is on its way to the terminal.
import type { Caller } from '../../account/accounts.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import type { Kernel } from '../../ports.ts'
import type { TerminalHub } from '../../terminal/hub.ts'
import type { DeviceLedger } from '../device/ledger.ts'
import type { NewSession, SessionLedger } from './ledger.ts'
import { isFinal } from './machine.ts'
import type { SessionRow } from './row.ts'

/** What starting a session needs. */
export interface InitiateParts {
  readonly kernel: Kernel
  readonly devices: DeviceLedger
  readonly sessions: SessionLedger
  readonly hub: TerminalHub
}

const sameRequest = (row: SessionRow, wanted: NewSession): boolean =>
  row.command === wanted.command &&
  row.amount_minor === wanted.amountMinor &&
  row.device_id === wanted.deviceId

/** What a repeated external ID gets: a refusal that names the session, or the session itself (D-14). */
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

const away = (): Refusal =>
  refuse(
    'TRANSACTION_FAILED',
    'The device is DISCONNECTED. Check its power, network and the "Running..." notice.',
  )

/** The committed session, or why there is none. */
export async function initiate(
  { kernel, devices, sessions, hub }: InitiateParts,
  caller: Caller,
  wanted: NewSession,
): Promise<SessionRow | Refusal> {
  const device = await devices.find(caller.accountId, wanted.deviceId)
  if (isRefusal(device)) return device
  const earlier = await sessions.readByExternalId(caller.accountId, wanted.externalId)
  if (earlier !== null) return repeated(kernel, earlier, wanted)
  const { status } = await devices.deviceOf(device)
  if (status === 'DISCONNECTED' || !hub.mayReach(device)) return away()

  const begun = await sessions.begin(caller, wanted)
  if (begun.type === 'external_id_used') {
    const first = await sessions.readByExternalId(caller.accountId, wanted.externalId)
    return first === null ? busy() : repeated(kernel, first, wanted)
  }
  if (begun.type === 'device_busy') return busy()

  if ((await hub.show(device)) !== 'lost') return begun.row
  const lost = await sessions.apply(begun.row.id, { type: 'terminal_lost' })
  // The terminal may have taken the prompt before it was lost; then the session goes on.
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
