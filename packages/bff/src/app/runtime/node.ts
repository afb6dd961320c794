// The runtime on Node (`#runtime` under the condition `node`): own sockets, pino, prom-client, and timers that do not keep
// the process alive.
import { isIP } from 'node:net'
import { versionIn } from '@tapboard/server/node'
import { createMeters } from '../../observe/meters.ts'
import { countOpenApplications } from '../metrics/open-applications.ts'
import { countOpenSales } from '../metrics/open-sales.ts'
import { countOutbox } from '../metrics/outbox-gauges.ts'
import { createMetricsReader } from '../metrics/read.ts'
import { createWebhookSender } from '../../durable/outbox/webhook-sender.ts'
import { SocketSender } from '../../upstream/transport/one-shot.ts'
import { createTransport } from '../../upstream/transport/transport.ts'
import type { OpenMetrics, Outbound } from './runtime.ts'

export { openHeadsFile } from './heads-file.ts'
export { createLog } from '../../observe/log.ts'

/** Returns true for an IP address. */
export const isAddress = (text: string): boolean => isIP(text) !== 0

/** Outbound requests over pooled sockets. */
export const OUTBOUND: Outbound = {
  transport: createTransport,
  oneShot: (baseUrl, limits, ports) => new SocketSender(baseUrl, limits, ports),
  webhooks: createWebhookSender,
}

/** Meters with a separate registry; a scrape and an export read the figures of the store. */
export const openMetrics: OpenMetrics = (clock, store, meter) => {
  const meters = createMeters(meter)
  const figures = {
    openSales: () => countOpenSales(store),
    outbox: () => countOutbox(store),
    openApplications: () => countOpenApplications(store),
    probe: () => store.probe(),
    connections: () => store.connections(),
  }
  const version = versionIn(new URL('../../../package.json', import.meta.url))
  const reader = createMetricsReader({ meters, clock, figures, version })
  return {
    meters,
    read: () => reader.read(),
    begin: () => {
      if (meter !== null) reader.export(meter)
    },
    end: () => reader.endExport(),
  }
}
