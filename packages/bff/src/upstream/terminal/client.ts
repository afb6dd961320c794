// Client of the cloud terminal API (§4.1, §4.2, §4.4, D-05, D-16, D-18). It reads both dialects and sends one (D-01). It
// validates every answer; an invalid one is a fault, never a state (P54).
import {
  DEVICE_STATUSES,
  fillPath,
  isObject,
  readMembers,
  upstream,
  type DeviceStatus,
  type Dialect,
} from '@tapboard/contract'
import { judgeAnswer, type Judged } from '../transport/answer.ts'
import { isSessionId } from './classify.ts'
import { faultOf, type UpstreamFault } from '../transport/fault.ts'
import type { Transport } from '../transport/outbound-port.ts'

/** A device as the upstream reports it. */
export interface UpstreamDevice {
  readonly id: string
  readonly serial: string
  readonly make: string
  readonly name: string
  readonly status: DeviceStatus
  /** The current session of the device; absent without the feature `deviceSession`. */
  readonly live?: { readonly sessionId: string; readonly externalId: string } | null
}

/** Answer to a read of one thing. */
export type Reading<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'missing' }
  | UpstreamFault

export interface NewDevice {
  readonly serial: string
  readonly make: string
  readonly name: string
}

/** Rows of the reporting API. */
type ReportRows = readonly Readonly<Record<string, unknown>>[]

/** Answer to registering a device. */
type CreatedDevice =
  | { readonly kind: 'created'; readonly device: UpstreamDevice; readonly pairingCode: string | null }
  | { readonly kind: 'exists'; readonly deviceId: string | null }
  | UpstreamFault

/** Answer to a read of a session; `body` is for `outcomeOf`. */
export type SessionReading =
  | {
      readonly kind: 'found'
      readonly body: Readonly<Record<string, unknown>>
      readonly etag: string | null
      readonly retryAfterMs: number | null
    }
  | { readonly kind: 'unchanged'; readonly retryAfterMs: number | null }
  | { readonly kind: 'missing' }
  | UpstreamFault

/** Options of a read of a session. */
interface ReadSessionOptions {
  /** The upstream holds the read until a change, at most this long (`Prefer: wait=N`). */
  readonly waitSeconds?: number
  /** The known version; sent as `If-None-Match`. */
  readonly etag?: string | null
  readonly signal?: AbortSignal
}

/** Calls to the upstream. No method rejects; a fault never changes the state of a sale. */
export interface UpstreamClient {
  readDevice(deviceId: string, signal?: AbortSignal): Promise<Reading<UpstreamDevice>>
  /** Lists the devices of the key; an addition to the specification. */
  listDevices(signal?: AbortSignal): Promise<Reading<readonly UpstreamDevice[]>>
  /** Registers a device. Not retried here; the caller decides. */
  createDevice(device: NewDevice): Promise<CreatedDevice>
  readSession(sessionId: string, options: ReadSessionOptions): Promise<SessionReading>
  /** Finds the ID of the session with our external ID; an addition to the specification. */
  findSession(externalId: string, signal?: AbortSignal): Promise<Reading<string>>
  /** Cancels a session; an addition to the specification. `missing` when there is no such session. */
  cancelSession(sessionId: string, deviceId: string): Promise<Reading<null>>
  /** Returns the reporting rows of one transaction, at most 20. */
  report(reference: string): Promise<Reading<ReportRows>>
  /** Returns whether another held read is within the limit of connections. */
  hasRoomToHold(): boolean
  close(): Promise<void>
}

interface ClientConfig {
  /** Read at each request: a merchant's key can change. */
  readonly apiKey: string
  readonly dialect: Dialect
  /** Longest wait for an answer that is not held. Default 5 s. */
  readonly timeoutMs?: number
}

const text = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max ? value : null

/** The live session of a device: `null` for none, `{}` when the member is absent or invalid. */
function readLive(value: unknown): Pick<UpstreamDevice, 'live'> {
  if (value === null) return { live: null }
  if (!isObject(value)) return {}
  const { xSessionId: sessionId, xExternalRequestID: externalId } = value
  return isSessionId(sessionId) && typeof externalId === 'string' ? { live: { sessionId, externalId } } : {}
}

/** Reads a Device object in either dialect; `null` when invalid. */
function readDeviceAnswer(body: Readonly<Record<string, unknown>>): UpstreamDevice | null {
  const read = readMembers(body, [
    'deviceId',
    'deviceSerialNumber',
    'deviceMake',
    'deviceFriendlyName',
    'deviceStatus',
  ])
  if (!read.ok) return null
  const { deviceId, deviceSerialNumber, deviceMake, deviceFriendlyName, deviceStatus } = read.members
  const id = text(deviceId, 64)
  const status = DEVICE_STATUSES.find((word) => word === deviceStatus)
  if (id === null || status === undefined) return null
  const make = text(deviceMake, 64) ?? ''
  return {
    id,
    serial: text(deviceSerialNumber, 64) ?? '',
    make,
    name: text(deviceFriendlyName, 64) ?? make,
    status,
    ...readLive(body['xLiveSession']),
  }
}

/** Error codes that mean "not found", as opposed to an invalid request. */
const isMissing = (judged: Judged): boolean =>
  judged.kind === 'refused' && (judged.code === 'DEVICE_NOT_FOUND' || judged.code === 'Session_not_found')

const asFault = (judged: Judged): UpstreamFault => {
  if (judged.kind === 'fault') return judged
  return judged.kind === 'refused' ? faultOf('refused', judged.retryAfterMs) : faultOf('garbled')
}

/** Requests to one upstream with one key. */
class KeyedRequests {
  readonly #transport: Transport
  readonly #timeoutMs: number
  readonly #config: ClientConfig

  constructor(config: ClientConfig, transport: Transport) {
    this.#transport = transport
    this.#timeoutMs = config.timeoutMs ?? 5_000
    this.#config = config
  }

  get #headers(): Readonly<Record<string, string>> {
    return {
      authorization: this.#config.apiKey,
      accept: 'application/json',
      'accept-encoding': 'identity',
    }
  }

  async get(path: string, signal?: AbortSignal, headers = {}, waitMs = 0): Promise<Judged> {
    const answer = await this.#transport.request({
      method: 'GET',
      path,
      headers: { ...this.#headers, ...headers },
      timeoutMs: this.#timeoutMs + waitMs,
      signal,
      held: waitMs > 0,
    })
    return 'kind' in answer ? answer : judgeAnswer(answer)
  }

  async post(path: string, body: unknown): Promise<Judged> {
    const answer = await this.#transport.request({
      method: 'POST',
      path,
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: this.#timeoutMs,
    })
    return 'kind' in answer ? answer : judgeAnswer(answer)
  }
}

async function readDevice(
  requests: KeyedRequests,
  deviceId: string,
  signal?: AbortSignal,
): Promise<Reading<UpstreamDevice>> {
  // The page chooses the ID. A dot segment, even percent-encoded, would address another path with the merchant's key.
  if (/^\.{1,2}$/.test(deviceId)) return { kind: 'missing' }
  const judged = await requests.get(fillPath(upstream.getDevice.path, { xDeviceId: deviceId }), signal)
  if (isMissing(judged)) return { kind: 'missing' }
  if (judged.kind !== 'answered') return asFault(judged)
  const device = readDeviceAnswer(judged.body)
  return device === null || device.id !== deviceId ? faultOf('garbled') : { kind: 'found', value: device }
}

async function listDevices(
  requests: KeyedRequests,
  signal?: AbortSignal,
): Promise<Reading<readonly UpstreamDevice[]>> {
  const judged = await requests.get(upstream.listDevices.path, signal)
  if (judged.kind !== 'answered') return asFault(judged)
  const list = judged.body['xDevices']
  if (!Array.isArray(list)) return faultOf('garbled')
  const devices = list.map((entry: unknown) => (isObject(entry) ? readDeviceAnswer(entry) : null))
  const sound = devices.filter((device) => device !== null)
  return sound.length === devices.length ? { kind: 'found', value: sound } : faultOf('garbled')
}

async function createDevice(
  requests: KeyedRequests,
  dialect: Dialect,
  { serial, make, name }: NewDevice,
): Promise<CreatedDevice> {
  const body =
    dialect === 'spec'
      ? { deviceSerialNumber: serial, deviceMake: make, deviceFriendlyName: name }
      : { xDeviceSerialNumber: serial, xDeviceMake: make, xDeviceFriendlyName: name }
  const judged = await requests.post(upstream.createDevice.path, body)
  if (judged.kind === 'refused' && judged.status === 409) {
    const named = readMembers(judged.body, ['deviceId'])
    return { kind: 'exists', deviceId: named.ok ? text(named.members.deviceId, 64) : null }
  }
  if (judged.kind !== 'answered') return asFault(judged)
  const device = readDeviceAnswer(judged.body)
  const pairingCode = text(judged.body['xPairingCode'] ?? judged.body['pairingCode'], 32)
  return device === null ? faultOf('garbled') : { kind: 'created', device, pairingCode }
}

async function readSession(
  requests: KeyedRequests,
  sessionId: string,
  { waitSeconds, etag, signal }: ReadSessionOptions,
): Promise<SessionReading> {
  const judged = await requests.get(
    fillPath(upstream.getSession.path, { xSessionId: sessionId }),
    signal,
    {
      ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
      ...(etag === undefined || etag === null ? {} : { 'if-none-match': etag }),
    },
    (waitSeconds ?? 0) * 1000,
  )
  if (judged.kind === 'refused' && judged.code === 'Session_not_found') return { kind: 'missing' }
  if (judged.kind === 'unchanged') return judged
  if (judged.kind !== 'answered') return asFault(judged)
  return { kind: 'found', body: judged.body, etag: judged.etag, retryAfterMs: judged.retryAfterMs }
}

async function findSession(
  requests: KeyedRequests,
  externalId: string,
  signal?: AbortSignal,
): Promise<Reading<string>> {
  const query = new URLSearchParams({ xExternalRequestID: externalId }).toString()
  const judged = await requests.get(`${upstream.findSession.path}?${query}`, signal)
  if (judged.kind === 'refused' && judged.code === 'Session_not_found') return { kind: 'missing' }
  if (judged.kind !== 'answered') return asFault(judged)
  const read = readMembers(judged.body, ['sessionId', 'externalId'])
  if (!read.ok || read.members.externalId !== externalId) return faultOf('garbled')
  const { sessionId } = read.members
  return isSessionId(sessionId) ? { kind: 'found', value: sessionId } : faultOf('garbled')
}

async function cancelSession(
  requests: KeyedRequests,
  sessionId: string,
  deviceId: string,
): Promise<Reading<null>> {
  const body = { xSessionId: sessionId, xDeviceId: deviceId }
  const judged = await requests.post(upstream.cancelSession.path, body)
  if (isMissing(judged)) return { kind: 'missing' }
  return judged.kind === 'answered' ? { kind: 'found', value: null } : asFault(judged)
}

async function report(requests: KeyedRequests, reference: string): Promise<Reading<ReportRows>> {
  const body = { xCommand: 'Report:Transaction', xRefNum: reference }
  const judged = await requests.post(upstream.report.path, body)
  if (judged.kind !== 'answered') return asFault(judged)
  const rows = judged.body['xReportData']
  if (!Array.isArray(rows)) return faultOf('garbled')
  return { kind: 'found', value: rows.filter(isObject).slice(0, 20) }
}

/** Creates a client of one upstream with one key. `reporting` leads to the reporting API, if it has another address. */
export function createClient(
  config: ClientConfig,
  transport: Transport,
  reporting: Transport = transport,
): UpstreamClient {
  const requests = new KeyedRequests(config, transport)
  const reports = new KeyedRequests(config, reporting)
  return {
    readDevice: (deviceId, signal) => readDevice(requests, deviceId, signal),
    listDevices: (signal) => listDevices(requests, signal),
    createDevice: (device) => createDevice(requests, config.dialect, device),
    readSession: (sessionId, options) => readSession(requests, sessionId, options),
    findSession: (externalId, signal) => findSession(requests, externalId, signal),
    cancelSession: (sessionId, deviceId) => cancelSession(requests, sessionId, deviceId),
    report: (reference) => report(reports, reference),
    hasRoomToHold: () => transport.hasRoomToHold(),
    async close() {
      await Promise.all([...new Set([transport, reporting])].map((each) => each.close()))
    },
  }
}
