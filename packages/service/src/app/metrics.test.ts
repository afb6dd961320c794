// The metrics of a service: answers by operation, terminals, the store, the build and the process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from '../schema/schema.ts'
import { Stack } from '../testing/stack.ts'
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

test('a runtime without Node measures nothing', async () => {
  const meters = openMeters({} as Parameters<typeof openMeters>[0], null)
  meters.answered({ route: 'listDevices', status: 200, durationMs: 1 })
  assert.equal(await meters.read(), '')
  meters.end()
})
