// The upstream of a simulation: the service's own handlers, session machine and processor over rows in memory. The ledger is
// checked against its book of charges. `terminals.ts` has the terminals and cardholders.
import { writeServiceError } from '@tapboard/contract'
import { silentLog } from '@tapboard/server'
import type { Store } from '@tapboard/store'
import type { RawAnswer } from '../../packages/bff/src/upstream/transport/answer.ts'
import type { Caller } from '../../packages/service/src/account/accounts.ts'
import { newId, newReference, readable } from '../../packages/service/src/account/secret.ts'
import { keyOfFile } from '../../packages/service/src/vault/key-file.ts'
import { openVault } from '../../packages/service/src/vault/open-vault.ts'
import { DeviceRepository } from '../../packages/service/src/cloud/device/device-repository.ts'
import {
  SESSION_CHANNEL,
  SessionRepository,
  type Applied,
  type BeginResult,
  type NewSession,
} from '../../packages/service/src/cloud/session/session-repository.ts'
import {
  authorizationDue,
  begin,
  isFinal,
  nextAt,
  reduce,
  type SessionEvent,
  type SessionState,
} from '../../packages/service/src/cloud/session/machine.ts'
import { authorize } from '../../packages/service/src/cloud/session/processor.ts'
import { sessionHandlers } from '../../packages/service/src/cloud/session/routes.ts'
import { membersOf, stateOf } from '../../packages/service/src/cloud/session/row.ts'
import type { DeviceRow, SessionRow } from '../../packages/service/src/schema/schema.ts'
import { SessionWatch } from '../../packages/service/src/cloud/session/watch.ts'
import type { Call, Handler } from '../../packages/service/src/http/call.ts'
import { isRefusal } from '../../packages/service/src/http/refusal.ts'
import type { Kernel } from '../../packages/service/src/kernel.ts'
import { TIMINGS } from '../../packages/service/src/ports.ts'
import type { Tables } from '../../packages/service/src/schema/schema.ts'
import { TerminalHub } from '../../packages/service/src/terminal/hub.ts'
import { bytesFrom } from './chance.ts'
import type { ChargeFact } from '../crash/judge.ts'
import type { Scenario } from './story.ts'
import type { World } from './world.ts'

/** One charge of the processor, as it answered. */
export interface Charge extends ChargeFact {
  readonly status: string
  readonly atMs: number
}

/** Events of a service's own sessions. */
interface ServiceEvents {
  /** A session began and its prompt is due; `lost` when the terminal is disconnected. */
  readonly show: (row: SessionRow) => 'shown' | 'lost'
  /** Cents by which the processor decides about a session. */
  readonly verdict: (row: SessionRow) => number
  readonly charged: (charge: Charge) => void
  /** How long another instance may write the session between this read and its write; `null` = not at all. */
  readonly overtakenMs: () => number | null
  /** Whether a write compares the version that was read. */
  readonly comparesVersion: boolean
}

const CALLER: Caller = {
  accountId: 'acc',
  accountName: 'Shop',
  currency: 'USD',
  keyId: 'key',
  scopes: ['terminal'],
  sandbox: true,
}

/** The next state of a session; `null` = it stays as it is. */
type Decide = (state: SessionState, nowMs: number, row: SessionRow) => SessionState | null

/** The rows of sessions, in memory. */
class MemorySessions extends SessionRepository {
  readonly rows = new Map<string, SessionRow>()
  readonly overAtMs = new Map<string, number>()
  readonly #kernel: Kernel
  readonly #world: World
  readonly #dedupes: boolean
  readonly #events: ServiceEvents

  constructor(kernel: Kernel, world: World, dedupes: boolean, events: ServiceEvents) {
    super(kernel)
    this.#kernel = kernel
    this.#world = world
    this.#dedupes = dedupes
    this.#events = events
  }

  /** Compares no credit with its sale: the ledger must hold INV-22 alone. */
  override async begin(caller: Caller, wanted: NewSession): Promise<BeginResult> {
    if (await this.readByExternalId(caller.accountId, wanted.externalId)) return { type: 'external_id_used' }
    const live = [...this.rows.values()].some(
      (row) => row.deviceId === wanted.deviceId && !isFinal(row.status),
    )
    if (live) return { type: 'device_busy' }
    const { random, timings, clock } = this.#kernel
    const row: SessionRow = {
      id: newId(random, 'ses'),
      accountId: caller.accountId,
      deviceId: wanted.deviceId,
      externalId: wanted.externalId,
      command: wanted.command,
      creditOf: wanted.creditOf,
      creditLastFour: null,
      amountMinor: wanted.amountMinor,
      currency: caller.currency,
      softwareName: wanted.softwareName,
      softwareVersion: wanted.softwareVersion,
      custom: JSON.stringify(wanted.custom),
      version: 1,
      createdAtMs: clock.now(),
      fence: 0,
      steps: '[]',
      ...membersOf(begin(clock.now(), timings)),
    }
    this.#keep(row)
    return { type: 'begun', row }
  }

  override async read(sessionId: string): Promise<SessionRow | null> {
    return this.rows.get(sessionId) ?? null
  }

  override async readByExternalId(_accountId: string, externalId: string): Promise<SessionRow | null> {
    if (!this.#dedupes) return null
    for (const row of this.rows.values()) if (row.externalId === externalId) return row
    return null
  }

  override async apply(sessionId: string, event: SessionEvent): Promise<Applied | null> {
    return this.move(sessionId, (state, nowMs) => reduce(state, event, nowMs, this.#kernel.timings))
  }

  /** Applies the result of `decide`. Another instance may write between the read and the write. */
  move(sessionId: string, decide: Decide): Applied | null | Promise<Applied | null> {
    const read = this.rows.get(sessionId)
    const ms = this.#events.overtakenMs()
    if (ms === null || read === undefined) return this.#write(read, decide)
    const nowMs = this.#kernel.clock.now()
    return this.#world.pause(ms).then(() => {
      if (this.rows.get(sessionId)?.version === read.version || this.#events.comparesVersion)
        return this.#write(this.rows.get(sessionId), decide)
      return this.#write(read, (state, _later, row) => decide(state, nowMs, row))
    })
  }

  /** A result with a reference is a charge, written once. */
  #write(row: SessionRow | undefined, decide: Decide): Applied | null {
    if (row === undefined) return null
    const sessionId = row.id
    const state = stateOf(row)
    const after = decide(state, this.#kernel.clock.now(), row)
    if (after === null) return { row, moved: false }
    const next: SessionRow = { ...row, ...membersOf(after), version: row.version + 1 }
    this.#keep(next)
    if (state.result === null && after.result?.xRefNum)
      this.#events.charged({
        reference: after.result.xRefNum,
        sessionId,
        externalId: row.externalId,
        command: row.command,
        creditOf: row.creditOf,
        amountMinor: row.amountMinor,
        status: after.result.status,
        atMs: after.result.completedAtMs,
      })
    return { row: next, moved: true }
  }

  #keep(row: SessionRow): void {
    this.rows.set(row.id, row)
    if (isFinal(row.status)) this.overAtMs.set(row.id, this.#world.now())
    this.#world.say(
      'upstream',
      `${row.externalId} ${row.status}${row.progress === null ? '' : ` ${row.progress}`}`,
    )
    void this.#kernel.store.notify(SESSION_CHANNEL, `${row.id} ${row.deviceId}`)
    const dueMs = nextAt(stateOf(row))
    if (dueMs !== null) this.#world.after(dueMs - this.#world.now(), () => this.#due(row))
  }

  /** The due steps of a session's clerk (the service's `follow`). */
  #due(seen: SessionRow): void {
    if (this.rows.get(seen.id)?.version !== seen.version) return
    const { timings, random } = this.#kernel
    void this.move(seen.id, (state, nowMs, row) => {
      if (!authorizationDue(state, nowMs) || state.card === null)
        return reduce(state, { type: 'time_passed' }, nowMs, timings)
      const result = authorize({
        amountMinor: this.#events.verdict(row),
        card: state.card,
        reference: newReference(random),
        approvalCode: readable(random, 6),
        atMs: nowMs,
      })
      return reduce(state, { type: 'authorized', result }, nowMs, timings)
    })
  }
}

class MemoryDevices extends DeviceRepository {
  override async find(accountId: string, deviceId: string): Promise<DeviceRow> {
    return {
      id: deviceId,
      accountId: accountId,
      serial: 'SN-0001',
      make: 'A920',
      name: 'Counter',
      createdAtMs: 0,
      deletedAtMs: null,
      pairingHash: null,
      pairingUntilMs: 0,
      pairingTries: 0,
      terminalKeyHash: null,
      holder: 'sim',
      channelId: null,
      connectedUntilMs: Number.MAX_SAFE_INTEGER,
    }
  }

  override async deviceOf(row: DeviceRow) {
    const { id: deviceId, serial, make, name } = row
    const status = 'CONNECTED' as const
    return { deviceId, deviceSerialNumber: serial, deviceMake: make, deviceFriendlyName: name, status }
  }
}

class MemoryHub extends TerminalHub {
  readonly #show: (deviceId: string) => 'shown' | 'lost'

  constructor(kernel: Kernel, sessions: SessionRepository, show: (deviceId: string) => 'shown' | 'lost') {
    super({ kernel, sessions, cardPresented: async () => {} })
    this.#show = show
  }

  override mayReach(): boolean {
    return true
  }

  override async show(device: DeviceRow): Promise<'shown' | 'lost'> {
    return this.#show(device.id)
  }

  override sync(): void {}
}

/** Carries notices only; the rows are in memory. */
function noticeStore(): Store<Tables> {
  const handlers = new Set<(wakeup: { readonly type: 'notice'; readonly payload: string }) => void>()
  return {
    listen: async (_channel: string, handler: typeof handlers extends Set<infer H> ? H : never) => {
      handlers.add(handler)
      return async () => void handlers.delete(handler)
    },
    notify: async (_channel: string, payload: string) => {
      for (const handler of handlers) handler({ type: 'notice', payload })
    },
  } as unknown as Store<Tables>
}

/** One request as it reached the service. */
interface Arrived {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

const utf8 = new TextEncoder()

/** A JSON answer as it comes off the wire. */
export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer => ({
  status,
  headers: {
    contentType: 'application/json',
    contentEncoding: null,
    retryAfter: headers['Retry-After'] ?? null,
    etag: headers['ETag'] ?? null,
  },
  body: utf8.encode(JSON.stringify(body)),
  complete: true,
})

export class SimService {
  readonly #handlers: Readonly<Record<string, Handler>>
  readonly #sessions: MemorySessions
  readonly #devices: MemoryDevices
  readonly charges: Charge[] = []

  constructor(world: World, scenario: Scenario, events: ServiceEvents) {
    const { dedupes, promptMs } = scenario.upstream
    const kernel: Kernel = {
      store: noticeStore(),
      clock: world,
      random: bytesFrom(scenario.seed ^ 0x1234567),
      log: silentLog,
      timings: { ...TIMINGS, promptMs },
      traces: null,
      strict: false,
      terminalsWaitingPerAddress: 1_000,
      repeat: dedupes === 'replay' ? 'replay' : 'refuse',
      instance: 'sim',
      vault: openVault(undefined, null, bytesFrom(1), keyOfFile),
    }
    const charged = (charge: Charge): void => {
      this.charges.push(charge)
      events.charged(charge)
    }
    const sessions = new MemorySessions(kernel, world, dedupes !== 'none', { ...events, charged })
    const show = (deviceId: string): 'shown' | 'lost' => {
      const row = [...sessions.rows.values()].findLast((one) => one.deviceId === deviceId)
      return row === undefined ? 'lost' : events.show(row)
    }
    const hub = new MemoryHub(kernel, sessions, show)
    const watch = new SessionWatch(kernel, sessions)
    void watch.start()
    this.#sessions = sessions
    this.#devices = new MemoryDevices(kernel)
    this.#handlers = sessionHandlers({ kernel, sessions, watch, hub, devices: this.#devices })
  }

  get sessions(): readonly SessionRow[] {
    return [...this.#sessions.rows.values()]
  }

  session(id: string): SessionRow | undefined {
    return this.#sessions.rows.get(id)
  }

  /** When a session ended; `null` while it lives. */
  overAtMs(id: string): number | null {
    return this.#sessions.overAtMs.get(id) ?? null
  }

  /** Something happens at a terminal. */
  happen(sessionId: string, event: SessionEvent): void {
    void this.#sessions.apply(sessionId, event)
  }

  async answer({ method, path, headers, body, signal }: Arrived): Promise<RawAnswer> {
    const url = new URL(path, 'https://upstream.test')
    const parts = url.pathname.split('/').slice(2)
    const [thing = '', name = ''] = parts
    if (thing === 'Device') {
      const device = await this.#devices.deviceOf(await this.#devices.find('acc', name))
      const row = this.sessions.find((one) => one.deviceId === name && !isFinal(one.status))
      const live = row === undefined ? null : { xSessionId: row.id, xExternalRequestID: row.externalId }
      return jsonAnswer(200, { ...device, xLiveSession: live })
    }
    const operation =
      method === 'GET'
        ? name === ''
          ? 'findSession'
          : 'getSession'
        : name === 'initiate'
          ? 'initiateSession'
          : 'cancelSession'
    const call: Call = {
      caller: CALLER,
      reference: '100000000000',
      params: { xSessionId: name },
      query: url.searchParams,
      headers: new Headers(headers),
      body: body === undefined ? {} : (JSON.parse(body) as Record<string, unknown>),
      signal,
    }
    const reply = await this.#handlers[operation]?.(call)
    if (reply === undefined) throw new Error(`no such operation: ${method} ${path}`)
    if (isRefusal(reply))
      return jsonAnswer(reply.status, writeServiceError(reply.error, call.reference), reply.headers)
    return jsonAnswer(reply.status, reply.body, reply.headers)
  }
}
