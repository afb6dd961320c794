// The start of a session (§4.3), and the HTTP handlers of sessions: §4.3, §4.4, and the additions of D-16 and D-17.
import { ExternalId, pathTextRule, readMembers, writeSession } from '@tapboard/contract'
import { looksLikeId } from '../../account/secret.ts'
import type { Caller } from '../../account/accounts.ts'
import type { Call, Handler, Reply } from '../../http/call.ts'
import { waitSeconds } from '../../http/prefer.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { DeviceRepository } from '../device/device-repository.ts'
import { creditRefusal, refuseUnlinked } from './credit.ts'
import { isFinal } from './machine.ts'
import { readNewSession } from './request.ts'
import type { DeviceRow, SessionRow } from '../../schema/schema.ts'
import { sessionOf } from './row.ts'
import { sessionOrigin } from './session-origin.ts'
import type { NewSession, SessionRepository } from './session-repository.ts'
import type { SessionWatch } from './watch.ts'

// Longest wait of a read; proxies time out at 60 s (D-16).
const READ_WAIT_MAX_S = 30
// Longest wait of `POST /payments` (D-17).
const PAYMENT_WAIT_MAX_S = 120
// Recommended polling interval in seconds (D-15).
const POLL_SECONDS = 2

/** The terminals as a session sees them. */
export interface ReachableTerminals {
  /** False if this process owns the device's channel but has lost it. */
  mayReach(device: DeviceRow): boolean
  /** Shows a new session on its terminal; another process gets a notice. */
  show(device: DeviceRow): Promise<'shown' | 'elsewhere' | 'lost'>
  /** Updates the terminal's screen, if this process holds its channel. */
  sync(deviceId: string): void
}

/** Dependencies of the session handlers. */
interface SessionDeps {
  readonly kernel: Kernel
  readonly devices: DeviceRepository
  readonly sessions: SessionRepository
  readonly hub: ReachableTerminals
  readonly watch: SessionWatch
}

const notFound = (): Refusal =>
  refuse('Session_not_found', 'There is no such session. Check the session ID and the API key.')

const etagOf = (row: SessionRow): string => `"${row.version}"`

function replyWith(deps: SessionDeps, row: SessionRow, call: Call, status = 200, applied?: string): Reply {
  const { strict } = deps.kernel
  return {
    status,
    body: writeSession(sessionOf(row, strict), call.reference),
    headers: {
      ...(strict ? {} : { ETag: etagOf(row) }),
      ...(isFinal(row.status) ? {} : { 'Retry-After': String(POLL_SECONDS) }),
      ...(applied === undefined ? {} : { 'Preference-Applied': applied }),
    },
  }
}

async function findOwn(deps: SessionDeps, call: Call, sessionId: unknown): Promise<SessionRow | Refusal> {
  if (typeof sessionId !== 'string' || !looksLikeId(sessionId, 'ses')) return notFound()
  const row = await deps.sessions.read(sessionId)
  return row?.accountId === call.caller.accountId ? row : notFound()
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

// §4.3, D-06 … D-17: the answer is sent as soon as the prompt is on its way to the terminal.
/** Starts a session: validates, commits, then shows the prompt. Returns the session, or a refusal. */
export async function initiate(
  { kernel, devices, sessions, hub }: Omit<SessionDeps, 'watch'>,
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
  if (begun.type !== 'begun') {
    // A copy of this request may have begun its session meanwhile: then its terminal is busy with it, and its credit counts. A
    // refusal that names no session would say that nothing was started.
    const first = await sessions.readByExternalId(caller.accountId, wanted.externalId)
    if (first !== null) return repeated(kernel, first, wanted)
    return begun.type === 'credit_refused' ? creditRefusal(begun, caller.currency) : busy()
  }

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

async function initiateSession(deps: SessionDeps, call: Call): Promise<Reply | Refusal> {
  const wanted = readNewSession(call.body, call.caller.currency)
  if (isRefusal(wanted)) return wanted
  const row = await initiate(deps, call.caller, wanted)
  return isRefusal(row) ? row : replyWith(deps, row, call)
}

async function getSession(deps: SessionDeps, call: Call): Promise<Reply | Refusal> {
  const { kernel, watch } = deps
  const row = await findOwn(deps, call, call.params['xSessionId'])
  if (isRefusal(row)) return row
  const seconds = kernel.strict ? 0 : waitSeconds(call.headers.get('prefer'), READ_WAIT_MAX_S)
  if (seconds === 0 || !watch.accepting) return replyWith(deps, row, call)
  // The version that the caller knows: its If-None-Match, otherwise the current one.
  const known = call.headers.get('if-none-match') ?? etagOf(row)
  const newest = await watch.until(row, {
    waitMs: seconds * 1000,
    signal: call.signal,
    enough: (seen) => etagOf(seen) !== known,
  })
  return replyWith(deps, newest, call, 200, `wait=${seconds}`)
}

async function findSession(deps: SessionDeps, call: Call): Promise<Reply | Refusal> {
  const given = [...call.query].find(([name]) => name.toLowerCase() === 'xexternalrequestid')?.[1]
  if (given === undefined || !ExternalId.safeParse(given).success)
    return refuse('INVALID_REQUEST', `xExternalRequestID is required in the query: ${pathTextRule(64)}.`)
  const row = await deps.sessions.readByExternalId(call.caller.accountId, given)
  return row === null ? notFound() : replyWith(deps, row, call)
}

async function cancelSession(deps: SessionDeps, call: Call): Promise<Reply | Refusal> {
  const read = readMembers(call.body, ['sessionId', 'deviceId'])
  if (!read.ok) return refuse('INVALID_REQUEST', `${read.name} is given twice with different values.`)
  const { sessionId, deviceId } = read.members
  if (typeof sessionId !== 'string')
    return refuse('INVALID_REQUEST', 'xSessionId is missing. Give the ID of the session to cancel.')
  if (deviceId !== undefined && typeof deviceId !== 'string')
    return refuse('INVALID_REQUEST', 'xDeviceId must be a text, or left out.')
  const row = await findOwn(deps, call, sessionId)
  if (isRefusal(row)) return row
  if (deviceId !== undefined && deviceId !== row.deviceId)
    return refuse(
      'INVALID_REQUEST',
      'xDeviceId is not the device of that session. Leave it out or correct it.',
    )
  const applied = await deps.sessions.apply(row.id, { type: 'api_cancelled' })
  if (applied === null) return notFound()
  if (applied.row.status === 'API_CANCELLED') {
    deps.hub.sync(applied.row.deviceId)
    return replyWith(deps, applied.row, call)
  }
  return refuse(
    'TRANSACTION_FAILED',
    isFinal(applied.row.status)
      ? `The session is already ${applied.row.status}; there is nothing to cancel.`
      : 'The payment came first; the session ends with its result.',
  )
}

async function createPayment(deps: SessionDeps, call: Call): Promise<Reply | Refusal> {
  const { kernel, watch } = deps
  const wanted = readNewSession(call.body, call.caller.currency, 'cc:sale')
  if (isRefusal(wanted)) return wanted
  const row = await initiate(deps, call.caller, wanted)
  if (isRefusal(row)) return row
  const seconds = kernel.strict ? 0 : waitSeconds(call.headers.get('prefer'), PAYMENT_WAIT_MAX_S)
  if (seconds === 0 || !watch.accepting) return replyWith(deps, row, call, isFinal(row.status) ? 200 : 202)
  const newest = await watch.until(row, {
    waitMs: seconds * 1000,
    signal: call.signal,
    enough: () => false,
  })
  return replyWith(deps, newest, call, isFinal(newest.status) ? 200 : 202, `wait=${seconds}`)
}

/** Creates the session handlers by operation name. */
export function sessionHandlers(deps: SessionDeps) {
  return {
    initiateSession: (call) => initiateSession(deps, call),
    getSession: (call) => getSession(deps, call),
    findSession: (call) => findSession(deps, call),
    cancelSession: (call) => cancelSession(deps, call),
    createPayment: (call) => createPayment(deps, call),
  } satisfies Record<string, Handler>
}
