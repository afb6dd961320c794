// The metrics of a service: answers by operation, terminals, the store, the build and the process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from '../schema/schema.ts'
import { Stack } from '../testing/stack.ts'
import { openMeters as openNodeMeters } from './runtime/meters-node.ts'
import { readStoreFigures } from './runtime/store-figures.ts'
import { openMeters } from './runtime/web.ts'

eachEngine<Tables>(
  'a service shows what its BFFs show: answers, connections, versions, process',
  async ({ engine, store }) => {
    const stack = await Stack.start({ store, dataKey: Buffer.alloc(32).toString('base64') })
    try {
      await stack.device()
      await stack.call('GET', '/v1/Device')
      await stack.call('GET', '/v1/Session/none')
      await stack.call('GET', '/canary')
      const text = await stack.service.metrics()
      const has = (line: string): void => assert.ok(`\n${text}`.includes(`\n${line}`), line)
      const answered = 'tapboard_http_request_duration_seconds_count'
      has(`${answered}{route="listDevices",status="200"} 1\n`)
      has(`${answered}{route="unknown",status="404"} 1\n`)
      has('tapboard_terminals_connected 1\n')
      has('tapboard_terminal_connections_open 1\n')
      has('tapboard_terminal_connections_limit 10000\n')
      has('tapboard_store_up 1\n')
      has('tapboard_draining 0\n')
      has(`tapboard_build_info{version="0.0.0",node="${process.versions.node}"} 1\n`)
      has(`tapboard_store_connections_limit ${store.connections()?.limit ?? 'Nan'}\n`)
      has(`tapboard_notices_connected ${engine === 'postgres' ? 1 : 'Nan'}\n`)
      has('tapboard_http_refusals_total{code="INVALID_REQUEST"} 1\n')
      has('process_resident_memory_bytes ')
      has('nodejs_eventloop_lag_p99_seconds ')
      assert.doesNotMatch(text, /canary/)
      await stack.service.drain()
      assert.match(await stack.service.metrics(), /^tapboard_draining 1$/m)
    } finally {
      await stack.stop()
    }
  },
)

const NOW_MS = 1_780_000_000_000

const delivery = (id: string, ageMs: number, isOver = false) => ({
  id,
  attempts: 0,
  created_at_ms: NOW_MS - ageMs,
  next_at_ms: isOver ? null : NOW_MS + 60_000,
  done_at_ms: isOver ? NOW_MS : null,
  outcome: isOver ? ('delivered' as const) : null,
  lease_owner: null,
  lease_until_ms: null,
  fence: 0,
})

eachEngine<Tables>('counts open sessions and waiting deliveries of the whole store', async ({ open }) => {
  const store = await open({ testClock: () => NOW_MS })
  const stack = await Stack.start({ store, dataKey: Buffer.alloc(32).toString('base64') })
  await stack.stop()
  const empty = { count: 0, oldestMs: 0 }
  assert.deepEqual(await readStoreFigures(store), {
    sessions: { INITIATING: 0, IN_PROGRESS: 0 },
    outboxes: { webhook: empty, forward: empty },
  })
  const forward = { processor: 'sandbox', processor_reference: null, taken_at_ms: null } as const
  await store.db
    .insertInto('service_forward')
    .values([
      { ...delivery('young', 2_000), ...forward, step: 'send' },
      { ...delivery('old', 45_500), ...forward, step: 'send' },
      { ...delivery('accepted', 500_000), ...forward, step: 'ask' },
      { ...delivery('decided', 900_000, true), ...forward, step: 'ask' },
    ])
    .execute()
  const { outboxes } = await readStoreFigures(store)
  assert.deepEqual(outboxes, { webhook: empty, forward: { count: 2, oldestMs: 45_500 } })
})

eachEngine<Tables>('a scrape shows the open session of a terminal and the outboxes', async ({ store }) => {
  const stack = await Stack.start({ store, dataKey: Buffer.alloc(32).toString('base64') })
  try {
    const { deviceId } = await stack.device()
    await stack.initiate(deviceId, 'open')
    const has = async (...lines: readonly string[]): Promise<void> => {
      const text = `\n${await stack.service.metrics()}`
      for (const line of lines) assert.ok(text.includes(`\n${line}`), `${line}\n${text}`)
    }
    await has(
      'tapboard_service_sessions_open{status="INITIATING"} ',
      'tapboard_service_sessions_open{status="IN_PROGRESS"} ',
      'tapboard_service_outbox_waiting{outbox="webhook"} 0\n',
      'tapboard_service_outbox_waiting{outbox="forward"} 0\n',
      'tapboard_service_outbox_oldest_seconds{outbox="webhook"} 0\n',
    )
    const { sessions } = await readStoreFigures(store)
    assert.equal(sessions.INITIATING + sessions.IN_PROGRESS, 1)
  } finally {
    await stack.stop()
  }
})

test('gauges of a store that does not answer are omitted', async () => {
  const meters = openNodeMeters(
    {
      probe: async () => {},
      connections: () => null,
      terminals: () => ({ connected: 0, connections: 0, limit: 1 }),
      store: async () => null,
      isDraining: () => false,
    },
    null,
  )
  assert.doesNotMatch(await meters.read(), /^tapboard_service_/m)
  meters.end()
})

test('a runtime without Node measures nothing', async () => {
  const meters = openMeters({} as Parameters<typeof openMeters>[0], null)
  meters.answered({ route: 'listDevices', status: 200, durationMs: 1 })
  assert.equal(await meters.read(), '')
  meters.end()
})
