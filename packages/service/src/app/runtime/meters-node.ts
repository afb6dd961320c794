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
import { LIVE_STATUSES, OUTBOXES, type StoreFigures } from './store-figures.ts'

const PACKAGE = new URL('../../../package.json', import.meta.url)

/** Adds the gauges of the whole store; they are omitted while it does not answer. */
function addStoreFigures(registry: Registry, read: MeterFigures['store']): void {
  const add = <Label extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Label[],
    valueOf: (figures: StoreFigures, value: Label) => number,
  ): void => {
    new Gauge({
      name: `tapboard_service_${name}`,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const figures = await read()
        this.reset()
        if (figures === null) return
        for (const value of values) this.set({ [label]: value }, valueOf(figures, value))
      },
    })
  }
  add(
    'sessions_open',
    'Sessions that are not over, by status, in the whole store.',
    'status',
    LIVE_STATUSES,
    ({ sessions }, status) => sessions[status],
  )
  add(
    'outbox_waiting',
    'Deliveries that wait, in the whole store.',
    'outbox',
    OUTBOXES,
    ({ outboxes }, outbox) => outboxes[outbox].count,
  )
  add(
    'outbox_oldest_seconds',
    'Age of the oldest delivery that waits, 0 without one.',
    'outbox',
    OUTBOXES,
    ({ outboxes }, outbox) => outboxes[outbox].oldestMs / 1000,
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
