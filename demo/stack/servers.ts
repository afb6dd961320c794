// The three restartable servers of the stack: service, BFF and the shop's site.
import { serve } from '@hono/node-server'
import { createBff, serveBff, type BffOptions } from '@tapboard/bff'
import { createService, serveService, type Service, type ServiceOptions } from '@tapboard/service'
import { openStore } from '@tapboard/store'
import type { createHost } from '../host/app.ts'
import { createRestartableServer, type RestartableServer } from './restartable-server.ts'

export interface Address {
  readonly url: string
  /** Address that it listens on. */
  readonly host: string
  readonly port: number
}

/** The service, and its present instance. */
interface ServiceServer {
  readonly server: RestartableServer
  /** The running service; `null` while it is stopped. */
  readonly running: () => Service | null
}

/** Creates the server of the service. */
export function createServiceServer({ url, host, port }: Address, options: ServiceOptions): ServiceServer {
  let running: Service | null = null
  const server = createRestartableServer(url, async () => {
    const service = await createService(options)
    try {
      await service.start()
      const served = await serveService({ service, host, port })
      running = service
      return async () => {
        running = null
        await service.close()
        await served.close()
      }
    } catch (error) {
      await service.close()
      throw error
    }
  })
  return { server, running: () => running }
}

/** Creates the server of the BFF. A custom clock applies to the ledger too, because the store compares its times. */
export function createBffServer(
  { url, host, port }: Address,
  options: BffOptions & { readonly store: string },
): RestartableServer {
  return createRestartableServer(url, async () => {
    const { clock, store } = options
    const ledger = clock && (await openStore(store, { testClock: () => clock.now() }))
    const bff = await createBff({ ...options, store: ledger ?? store })
    try {
      await bff.start()
      const served = await serveBff({ bff, host, port })
      return async () => {
        await bff.close()
        await served.close()
        await ledger?.close()
      }
    } catch (error) {
      await bff.close()
      throw error
    }
  })
}

/** Creates the server of the site. */
export const createSiteServer = (
  { url, host: hostname, port }: Address,
  { fetch }: ReturnType<typeof createHost>,
): RestartableServer =>
  createRestartableServer(url, async () => {
    const server = serve({ fetch, hostname, port, overrideGlobalObjects: false })
    await new Promise<void>((listening, failed) => server.once('listening', listening).once('error', failed))
    return () =>
      new Promise((closed) => {
        server.close(() => closed())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
  })
