// Assembles the service: store, sessions, terminals, HTTP. One call creates a handler `Request → Response`,
// the terminals' channel for any node:http server, and the operator's functions.
import type { Server } from 'node:http'
import {
  createGuessLimiter,
  keepFresh,
  readClientAddress,
  untilNoticed,
  type Peer,
  type TelemetryMeter,
} from '@tapboard/server'
import { attachTerminals, createOutbound, dashboardRuntime, isAddress, openMeters } from '#runtime'
import { openAccounts, type Accounts } from '../account/accounts.ts'
import { createKeyAuthentication, type KeyAuthentication } from '../account/key-authentication.ts'
import { createApp } from './http-app.ts'
import type { MeterFigures } from './runtime/meters.ts'
import { readStoreFigures } from './runtime/store-figures.ts'
import { openBoarding, type Boarding } from '../boarding/boarding.ts'
import { createFollowUp } from '../boarding/follow-up.ts'
import { boardingHandlers } from '../boarding/handlers.ts'
import { TierRepository } from '../boarding/tiers.ts'
import { openDashboard } from '../dashboard/dashboard.ts'
import { UserRepository, type Users } from '../dashboard/users.ts'
import { Authorizations } from '../cloud/session/authorizations.ts'
import { createHttpAuthorizer } from '../cloud/session/http-authorizer.ts'
import { tracedAuthorizer } from '../cloud/session/traced-authorizer.ts'
import { DeviceRepository } from '../cloud/device/device-repository.ts'
import { readDeviceText, spellDevice, type NewDevice } from '../cloud/device/new-device.ts'
import { deviceHandlers } from '../cloud/device/routes.ts'
import { SessionScheduler } from '../cloud/session/session-scheduler.ts'
import { SessionRepository } from '../cloud/session/session-repository.ts'
import { sessionHandlers } from '../cloud/session/routes.ts'
import { SessionWatch } from '../cloud/session/watch.ts'
import { createRefusalCounter, type RefusalCounter } from '../http/refusal-counter.ts'
import { fetchOutbound } from '../http/fetch-outbound.ts'
import { tracedOutbound } from '../http/traced-outbound.ts'
import type { Kernel } from '../kernel.ts'
import { openKernel, SCOPE, type ServiceOptions } from './open-kernel.ts'
import { readCharges, type Charge } from '../reporting/charges.ts'
import { reportHandler } from '../reporting/report.ts'
import type { Link } from '../terminal/channel.ts'
import { TerminalHub } from '../terminal/hub.ts'
import { ScriptedTerminals } from '../terminal/scripted.ts'
import type { DeviceRow } from '../schema/schema.ts'

/** The service's side of a terminal connection. */
export interface TerminalConnection {
  /** Handles one text frame from the terminal. */
  receive(text: string): void
  /** Handles the end of the connection. */
  gone(): void
}

/** The new device with its one-time pairing code, or the device that has the serial number already. */
export type NewDeviceResult =
  | { readonly type: 'registered'; readonly deviceId: string; readonly pairingCode: string }
  | { readonly type: 'exists'; readonly deviceId: string }

/** A service without a socket: its handler, its life cycle and the operator’s functions. */
export interface Service {
  /**
   * Answers one request of the cloud terminal API, of the boarding API under `/boarding`, or of the dashboard under
   * `/dashboard`. Without `peer` all attempts to sign in count for one address.
   */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Serves terminals on `path` of a server (default `/terminal`); the result detaches it. */
  attachTerminals(server: Server, path?: string): () => void
  /**
   * Accepts a terminal over another transport than {@link attachTerminals}: a worker's socket or a message
   * port of the same page. Pass each text frame and the end of the connection to the result. `null`: too many
   * connections, or the service is stopping.
   */
  acceptTerminal(link: Link): TerminalConnection | null
  /** Manages accounts and API keys. */
  readonly accounts: Accounts
  /** Manages devices without an API key of their account. */
  readonly devices: {
    /**
     * Registers a terminal of an account, like `POST /v1/Device`; `null` if the account does not exist. Throws a RangeError
     * for an invalid member.
     */
    register(accountId: string, device: NewDevice): Promise<NewDeviceResult | null>
    /** Creates a one-time pairing code; `null` if the device does not exist. */
    pairingCode(deviceId: string): Promise<string | null>
  }
  /** Manages the people who may open the dashboard. */
  readonly users: Users
  /** Manages tiers, boarding settings and applications. */
  readonly boarding: Boarding
  /** Reads the append-only charge log, oldest first. */
  charges(): AsyncIterable<Charge>
  /**
   * Metrics in the Prometheus text format. Serve them to the operator only. No label contains an account, a key or an
   * address.
   */
  metrics(): Promise<string>
  /** Recovers live sessions and starts to follow deadlines and notices. */
  start(): Promise<void>
  /**
   * Reports not ready and still does all work. Resolves at once, or, if the service was started with `proxies` of 1 or more, after 3 s,
   * when the proxies choose another process. Call it before {@link drain}.
   */
  leave(): Promise<void>
  /** Answers waiting readers, accepts no more of them, and reports not ready. Call it before a server stops. */
  drain(): Promise<void>
  /** Drains, disconnects terminals, releases leases, closes a store that it opened. Idempotent. */
  close(): Promise<void>
}

/** Reads the live session of a device for its answer. */
const liveSessionOf = (sessions: SessionRepository) => async (deviceId: string) => {
  const row = await sessions.liveOf(deviceId)
  return row === null ? null : { xSessionId: row.id, xExternalRequestID: row.externalId }
}

/** The servers on which terminals connect. */
function createAttachments(hub: TerminalHub, proxies: number) {
  const detach = new Set<() => void>()
  return {
    attach(server: Server, path = '/terminal'): () => void {
      const one = attachTerminals(hub, server, path, proxies)
      detach.add(one)
      return () => {
        if (detach.delete(one)) one()
      }
    },
    detachAll(): void {
      for (const one of detach) one()
    },
  }
}

/** The operator's functions for devices. */
const operatorDevices = ({
  accounts,
  devices,
  registered,
}: {
  readonly accounts: Accounts
  readonly devices: DeviceRepository
  readonly registered: (row: DeviceRow, code: string) => void
}): Service['devices'] => ({
  async register(accountId, device) {
    for (const member of ['serial', 'make', 'name'] as const) {
      const read = readDeviceText(member, device[member], member)
      if (!read.ok) throw new RangeError(read.message)
    }
    const account = await accounts.findAccount(accountId)
    if (account === null) return null
    const made = await devices.register(account.id, spellDevice(device))
    if (made.type === 'exists') return made
    registered(made.row, made.pairingCode)
    return { type: 'registered', deviceId: made.row.id, pairingCode: made.pairingCode }
  },
  pairingCode: (deviceId) => devices.newPairingCode(deviceId),
})

/** The authentication of API keys; callers' addresses are read behind the operator's proxies. */
const openKeyAuthentication = (kernel: Kernel, proxies: number): KeyAuthentication =>
  createKeyAuthentication(kernel, createGuessLimiter(), (headers, peer) =>
    readClientAddress(headers, peer?.address ?? null, proxies, isAddress),
  )

/** Opens the external payment processor; `null` for the built-in one. */
function openAuthorizations(
  kernel: Kernel,
  sessions: SessionRepository,
  { authorizer, fetch }: ServiceOptions,
): { readonly authorizations: Authorizations; stop(): Promise<void> } | null {
  if (authorizer === undefined) return null
  const plain = fetch === undefined ? createOutbound : fetchOutbound(fetch)
  const create = tracedOutbound(plain, kernel.traces?.tracing ?? null)
  const outbound = create(kernel.clock, { publicOnly: false })
  const port = 'url' in authorizer ? createHttpAuthorizer(authorizer, outbound, kernel.clock) : authorizer
  const authorizations = new Authorizations(kernel, sessions, tracedAuthorizer(port, kernel))
  return {
    authorizations,
    async stop() {
      await authorizations.stop()
      outbound.close()
    },
  }
}

/** The work of the hub at every tick of the scheduler. */
const tasksOf = (hub: TerminalHub): Parameters<SessionScheduler['start']>[0] => ({
  every: () => hub.dropSilent(),
  reread: () => hub.reread(),
})

/** The count of refusals, offered to OpenTelemetry if there is one. */
function openRefusals(meter: TelemetryMeter | null): RefusalCounter {
  const refusals = createRefusalCounter()
  if (meter !== null) refusals.export(meter)
  return refusals
}

/** The hub of the terminals, which counts the connections that it refuses. */
function openHub(parts: {
  readonly kernel: Kernel
  readonly sessions: SessionRepository
  readonly scheduler: SessionScheduler
  readonly refusals: RefusalCounter
}): TerminalHub {
  const { kernel, sessions, scheduler, refusals } = parts
  return new TerminalHub({
    kernel,
    sessions,
    cardPresented: (row) => scheduler.cardPresented(row),
    crowded: () => refusals.count({ code: 'UNAVAILABLE', reason: 'no-hello' }),
  })
}

/** The simulated terminals; `null` unless they are configured. */
const openScripted = (
  kernel: Kernel,
  hub: TerminalHub,
  devices: DeviceRepository,
  { scriptedTerminals = false, fastTerminals = false }: ServiceOptions,
): ScriptedTerminals | null =>
  scriptedTerminals ? new ScriptedTerminals(kernel, hub, devices, fastTerminals) : null

/** Values that a scrape reads. */
const figuresOf = ({ store, clock }: Kernel, hub: TerminalHub, isDraining: () => boolean): MeterFigures => ({
  probe: () => store.probe(),
  connections: () => store.connections(),
  terminals: () => hub.counts(),
  store: keepFresh(clock, () => readStoreFigures(store)),
  isDraining,
})

/** How a service stops: it leaves, which a proxy has to notice once it was started, and drains by `end`. */
function createStop({ clock }: Kernel, proxies: number, end: () => Promise<unknown>) {
  let started = false
  let leaving: Promise<void> | undefined
  let draining: Promise<void> | undefined
  return {
    began: () => void (started = true),
    isLeaving: () => (leaving ?? draining) !== undefined,
    isDraining: () => draining !== undefined,
    leave: () => (leaving ??= started && proxies > 0 ? untilNoticed(clock) : Promise.resolve()),
    drain: () => (draining ??= end().then(() => undefined)),
  }
}

/** Opens and migrates the store and assembles the service; `start` starts it. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const kernel = await openKernel(options)
  const devices = new DeviceRepository(kernel)
  const sessions = new SessionRepository(kernel)
  const watch = new SessionWatch(kernel, sessions)
  const external = openAuthorizations(kernel, sessions, options)
  const scheduler = new SessionScheduler(kernel, external?.authorizations ?? sessions)
  const meter = options.openTelemetry?.metrics.getMeter(SCOPE) ?? null
  const refusals = openRefusals(meter)
  const hub = openHub({ kernel, sessions, scheduler, refusals })
  const scripted = openScripted(kernel, hub, devices, options)
  const tiers = new TierRepository(kernel)
  const followUp = createFollowUp(kernel, options, createOutbound)
  const servers = createAttachments(hub, options.proxies ?? 0)
  const { began, isLeaving, isDraining, leave, drain } = createStop(kernel, options.proxies ?? 0, () =>
    Promise.all([watch.stop(), dashboard?.streams.stop()]),
  )
  let closing: Promise<void> | undefined
  const meters = openMeters(figuresOf(kernel, hub, isDraining), meter)
  const [accounts, users] = [openAccounts(kernel), new UserRepository(kernel)]
  const registered = (row: DeviceRow, code: string): void => scripted?.begin(row, code)
  const parts = { accounts, users, devices, tiers, followUp, registered }
  const dashboard = openDashboard(kernel, options, parts, dashboardRuntime)
  const authentication = openKeyAuthentication(kernel, options.proxies ?? 0)
  const app = createApp({
    kernel,
    authentication,
    refusals,
    meters,
    dashboard: dashboard?.mount ?? null,
    accepting: () => !isLeaving() && !scheduler.failing(),
    handlers: {
      ...deviceHandlers({ devices, live: kernel.strict ? null : liveSessionOf(sessions), registered }),
      ...sessionHandlers({ kernel, devices, sessions, hub, watch }),
      report: reportHandler(kernel),
    },
    boarding: boardingHandlers({ kernel, tiers, applications: followUp.applications }),
  })

  const start = async (): Promise<void> => {
    began()
    for (const part of [watch, dashboard?.streams, hub]) await part?.start()
    await scheduler.start(tasksOf(hub))
    await followUp.start()
    await scripted?.start()
  }

  const close = async (): Promise<void> => {
    scripted?.stop()
    servers.detachAll()
    await drain()
    await followUp.stop()
    await scheduler.stop()
    await external?.stop()
    await hub.stop()
    meters.end()
    if (typeof options.store === 'string') await kernel.store.close()
  }

  return {
    fetch: app,
    accounts,
    users,
    devices: operatorDevices({ accounts, devices, registered }),
    boarding: openBoarding(kernel, tiers, followUp),
    charges: () => readCharges(kernel),
    metrics: async () => (await meters.read()) + refusals.text(),
    acceptTerminal: (link) => hub.accept(link),
    attachTerminals: servers.attach,
    start: () => kernel.traces?.tracing.detach(start) ?? start(),
    leave,
    drain,
    close() {
      closing ??= close()
      return closing
    },
  }
}
