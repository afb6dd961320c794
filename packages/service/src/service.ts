// Puts the service together: store, sessions, terminals, HTTP. One call gives a handler `Request → Response`, the
// terminals' channel for any node:http server, and what an operator does by hand.
import type { Server } from 'node:http'
import { attachTerminals } from '#runtime'
import { openAccounts, type Accounts } from './account/accounts.ts'
import { createApp } from './app.ts'
import { openBoarding, type Boarding } from './boarding/boarding.ts'
import { createFollowUp } from './boarding/follow-up.ts'
import { boardingHandlers } from './boarding/handlers.ts'
import { TierBook } from './boarding/tiers.ts'
import { DeviceLedger } from './cloud/device/ledger.ts'
import { deviceHandlers } from './cloud/device/routes.ts'
import { SessionClerk } from './cloud/session/clerk.ts'
import { SessionLedger } from './cloud/session/ledger.ts'
import { sessionHandlers } from './cloud/session/routes.ts'
import { SessionWatch } from './cloud/session/watch.ts'
import { openKernel, type ServiceOptions } from './kernel.ts'
import { readCharges, type Charge } from './reporting/charges.ts'
import { reportHandler } from './reporting/report.ts'
import type { Link } from './terminal/channel.ts'
import { TerminalHub } from './terminal/hub.ts'
import { ScriptedTerminals } from './terminal/scripted.ts'

/** A terminal's connection as the service wants to hear of it. */
export interface TerminalConnection {
  /** One text frame from the terminal. */
  receive(text: string): void
  /** The connection is gone. */
  gone(): void
}

/** A running service. */
export interface Service {
  /** Answers one request of the cloud terminal API or, under `/boarding`, of the boarding API. */
  fetch(request: Request): Promise<Response>
  /** Serves terminals on `path` of a server (default `/terminal`); the answer takes it away again. */
  attachTerminals(server: Server, path?: string): () => void
  /**
   * Takes one terminal that is connected in another way than a WebSocket of {@link attachTerminals}: a worker's socket, a port of
   * the same page. Tell the answer each text frame and the end; `null`: too many, or the service is stopping.
   */
  acceptTerminal(link: Link): TerminalConnection | null
  /** Accounts and API keys (D-19). */
  readonly accounts: Accounts
  /** What an operator may do with devices. */
  readonly devices: {
    /** A new one-time code to pair a terminal with (D-28); `null` if there is no such device. */
    pairingCode(deviceId: string): Promise<string | null>
  }
  /** Tiers, boarding settings and applications (§2.4, §5.3). */
  readonly boarding: Boarding
  /** The append-only charge log, oldest first. */
  charges(): AsyncIterable<Charge>
  /** Recovers live sessions and begins to follow deadlines and notices. */
  start(): Promise<void>
  /** Answers those who wait and lets nobody wait any more; not ready from now on. For a server that is about to stop. */
  drain(): Promise<void>
  /** Drains, lets terminals and leases go, closes a store that it opened. Again does nothing more. */
  close(): Promise<void>
}

/** Opens the store, brings it up to date and puts the service together; `start` sets it going. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const kernel = await openKernel(options)
  const devices = new DeviceLedger(kernel)
  const sessions = new SessionLedger(kernel)
  const watch = new SessionWatch(kernel, sessions)
  const clerk = new SessionClerk(kernel, sessions)
  const hub = new TerminalHub({ kernel, sessions, cardPresented: (row) => clerk.cardPresented(row) })
  const scripted = options.scriptedTerminals === true ? new ScriptedTerminals(kernel, hub, devices) : null
  const tiers = new TierBook(kernel)
  const followUp = createFollowUp(kernel, options)
  const { applications } = followUp
  const detach = new Set<() => void>()
  let draining: Promise<void> | undefined
  let closing: Promise<void> | undefined

  const liveSession = async (deviceId: string) => {
    const row = await sessions.liveOf(deviceId)
    return row === null ? null : { xSessionId: row.id, xExternalRequestID: row.external_id }
  }

  const app = createApp({
    kernel,
    taking: () => draining === undefined && !clerk.failing(),
    handlers: {
      ...deviceHandlers({
        devices,
        live: kernel.strict ? null : liveSession,
        registered: (row, code) => scripted?.begin(row.serial, code),
      }),
      ...sessionHandlers({ kernel, devices, sessions, hub, watch }),
      report: reportHandler(kernel),
    },
    boarding: boardingHandlers({ kernel, tiers, applications }),
  })

  const drain = (): Promise<void> => {
    draining ??= watch.stop()
    return draining
  }

  const close = async (): Promise<void> => {
    scripted?.stop()
    for (const one of detach) one()
    await drain()
    await followUp.stop()
    await clerk.stop()
    await hub.stop()
    if (typeof options.store === 'string') await kernel.store.close()
  }

  return {
    fetch: app,
    accounts: openAccounts(kernel),
    devices: { pairingCode: (deviceId) => devices.newPairingCode(deviceId) },
    boarding: openBoarding(kernel, tiers, followUp),
    charges: () => readCharges(kernel),
    acceptTerminal: (link) => hub.accept(link),
    attachTerminals(server, path = '/terminal') {
      const one = attachTerminals(hub, server, path)
      detach.add(one)
      return () => {
        if (detach.delete(one)) one()
      }
    },
    async start() {
      await watch.start()
      await hub.start()
      await clerk.start({ every: () => hub.dropSilent(), reread: () => hub.reread() })
      await followUp.start()
      await scripted?.start()
    },
    drain,
    close() {
      closing ??= close()
      return closing
    },
  }
}
