// Metrics of a service on Node, in a registry of its own: two services in one process do not mix.
import {
  addBuildInfo,
  addConnections,
  addGauge,
  addProcess,
  addStoreUp,
  createDurations,
  exportRegistry,
  versionIn,
} from '@tapboard/server/node'
import { Gauge, Registry } from 'prom-client'
import type { MeterFigures, OpenMeters } from './meters.ts'
import { LIVE_STATUSES, OUTBOXES } from './store-figures.ts'

const PACKAGE = new URL('../../../package.json', import.meta.url)

/** Adds the gauges of the whole store; they are omitted while it does not answer. */
function addStoreFigures(registry: Registry, read: MeterFigures['store']): void {
  const registers = [registry]
  new Gauge({
    name: 'tapboard_service_sessions_open',
    help: 'Sessions that are not over, by status, in the whole store.',
    labelNames: ['status'],
    registers,
    async collect() {
      const figures = await read()
      this.reset()
      if (figures === null) return
      for (const status of LIVE_STATUSES) this.set({ status }, figures.sessions[status])
    },
  })
  const ofOutbox = (
    name: string,
    help: string,
    value: (waiting: { readonly count: number; readonly oldestMs: number }) => number,
  ): void => {
    new Gauge({
      name: `tapboard_service_outbox_${name}`,
      help,
      labelNames: ['outbox'],
      registers,
      async collect() {
        const figures = await read()
        this.reset()
        if (figures === null) return
        for (const outbox of OUTBOXES) this.set({ outbox }, value(figures.outboxes[outbox]))
      },
    })
  }
  ofOutbox('waiting', 'Deliveries that wait, in the whole store.', ({ count }) => count)
  ofOutbox(
    'oldest_seconds',
    'Age of the oldest delivery that waits, 0 without one.',
    ({ oldestMs }) => oldestMs / 1000,
  )
}

/** Meters with a registry of prom-client; a scrape and an export read the values. */
export const openMeters: OpenMeters = (figures, meter) => {
  const registry = new Registry()
  const requests = createDurations(registry, meter, {
    name: 'tapboard_http_request_duration_seconds',
    help: 'Time from a request to the head of its answer, by operation and status.',
    labelNames: ['route', 'status'],
  })
  addStoreUp(registry, () => figures.probe())
  addConnections(registry, () => figures.connections())
  addBuildInfo(registry, versionIn(PACKAGE))
  const gauge = (name: string, help: string, read: () => number): void =>
    addGauge(registry, `tapboard_${name}`, help, read)
  gauge('terminals_connected', 'Terminals connected to this process.', () => figures.terminals().connected)
  gauge(
    'terminal_connections_open',
    'Connections of terminals that this process holds, those without a hello included.',
    () => figures.terminals().connections,
  )
  gauge(
    'terminal_connections_limit',
    'Connections of terminals that this process may hold.',
    () => figures.terminals().limit,
  )
  addStoreFigures(registry, () => figures.store())
  gauge('draining', '1 once this process accepts no new work.', () => Number(figures.isDraining()))
  let isOver = false
  if (meter !== null) exportRegistry(registry, meter, () => isOver)
  let hasProcess = false
  return {
    answered: ({ route, status, durationMs }) => requests.observe({ route, status }, durationMs / 1000),
    read() {
      if (!hasProcess) addProcess(registry)
      hasProcess = true
      return registry.metrics()
    },
    end() {
      isOver = true
    },
  }
}
