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
import { Registry } from 'prom-client'
import type { OpenMeters } from './meters.ts'

const PACKAGE = new URL('../../../package.json', import.meta.url)

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
