// The shared metrics: connections of both kinds of store, the build, and the same values for OpenTelemetry.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import type { ConnectionCounts } from '@tapboard/store'
import type { InstrumentOptions, TelemetryMeter, TelemetryObservable } from './open-telemetry.ts'
import {
  addBuildInfo,
  addConnections,
  addStoreUp,
  createDurations,
  exportRegistry,
  versionIn,
} from './metrics.ts'

const COUNTS: ConnectionCounts = {
  inUse: 3,
  idle: 2,
  waiting: 4,
  limit: 30,
  noticesConnected: true,
  noticeReconnects: 5,
}

/** The samples of a registry, without descriptions. */
async function samplesOf(registry: Registry): Promise<readonly string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('shows the connections as counted at each scrape', async () => {
  const registry = new Registry()
  let counts = COUNTS
  addConnections(registry, () => counts)
  assert.deepEqual(await samplesOf(registry), [
    'tapboard_store_connections{state="in_use"} 3',
    'tapboard_store_connections{state="idle"} 2',
    'tapboard_store_connections_limit 30',
    'tapboard_store_connections_waiting 4',
    'tapboard_notices_connected 1',
    'tapboard_notices_reconnects_total 5',
  ])
  counts = { ...COUNTS, inUse: 0, noticesConnected: false, noticeReconnects: 6 }
  const later = await samplesOf(registry)
  assert.ok(later.includes('tapboard_store_connections{state="in_use"} 0'))
  assert.deepEqual(later.slice(-2), ['tapboard_notices_connected 0', 'tapboard_notices_reconnects_total 6'])
})

test('an embedded store has no connections, so that no alert about them fires', async () => {
  const registry = new Registry()
  addConnections(registry, () => null)
  assert.deepEqual(await samplesOf(registry), [
    'tapboard_store_connections_limit Nan',
    'tapboard_store_connections_waiting Nan',
    'tapboard_notices_connected Nan',
    'tapboard_notices_reconnects_total 0',
  ])
})

test('shows whether the store commits, and the versions', async () => {
  const registry = new Registry()
  let works = true
  addStoreUp(registry, () => (works ? Promise.resolve() : Promise.reject(new Error('full'))))
  addBuildInfo(registry, '1.2.3')
  const build = `tapboard_build_info{version="1.2.3",node="${process.versions.node}"} 1`
  assert.deepEqual(await samplesOf(registry), ['tapboard_store_up 1', build])
  works = false
  assert.deepEqual(await samplesOf(registry), ['tapboard_store_up 0', build])
})

test('reads the version of a package, and goes on without one', () => {
  assert.equal(versionIn(new URL('../package.json', import.meta.url)), '0.0.0')
  assert.equal(versionIn(new URL('../no-such-package.json', import.meta.url)), 'unknown')
  const file = join(tmpdir(), `tapboard-version-${process.pid}.json`)
  writeFileSync(file, '{}')
  assert.equal(versionIn(pathToFileURL(file)), 'unknown')
})

/** A meter that keeps its instruments and their values. */
function keptMeter() {
  const read = new Map<string, () => Promise<readonly (readonly [number, unknown])[]>>()
  const units = new Map<string, string | undefined>()
  const recorded: (readonly [string, number, unknown])[] = []
  const observable =
    (kind: string) =>
    (name: string, options: InstrumentOptions): TelemetryObservable => {
      units.set(`${kind} ${name}`, options.unit)
      return {
        addCallback(callback) {
          read.set(name, async () => {
            const values: (readonly [number, unknown])[] = []
            await callback({ observe: (value, labels) => void values.push([value, labels]) })
            return values
          })
        },
      }
    }
  const meter: TelemetryMeter = {
    createHistogram: (name) => ({
      record: (value, labels) => void recorded.push([name, value, labels]),
    }),
    createObservableCounter: observable('counter'),
    createObservableGauge: observable('gauge'),
  }
  return { meter, read, units, recorded }
}

test('offers counters and gauges to OpenTelemetry under their names without unit and suffix, until the end', async () => {
  const { meter, read, units, recorded } = keptMeter()
  const registry = new Registry()
  let isOver = false
  addConnections(registry, () => COUNTS)
  const durations = createDurations(registry, meter, {
    name: 'tapboard_work_duration_seconds',
    help: 'Time.',
    labelNames: ['route'],
  })
  exportRegistry(registry, meter, () => isOver)
  durations.observe({ route: 'a' }, 0.25)
  assert.deepEqual(recorded, [['tapboard_work_duration', 0.25, { route: 'a' }]])
  assert.deepEqual(
    [...units.keys()],
    [
      'gauge tapboard_store_connections',
      'gauge tapboard_store_connections_limit',
      'gauge tapboard_store_connections_waiting',
      'gauge tapboard_notices_connected',
      'counter tapboard_notices_reconnects',
    ],
  )
  assert.deepEqual(await read.get('tapboard_store_connections')?.(), [
    [3, { state: 'in_use' }],
    [2, { state: 'idle' }],
  ])
  assert.deepEqual(await read.get('tapboard_notices_reconnects')?.(), [[5, {}]])
  isOver = true
  assert.deepEqual(await read.get('tapboard_notices_reconnects')?.(), [])
})
