// The log writes what is on its list and nothing else, whatever it is handed (P42, INV-14, INV-15).
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from './log.ts'
import type { LogFields } from './ports.ts'

void test('P42 fields that are not on the list, objects and long texts never reach the log', () => {
  const written: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString())
      done()
    },
  })
  const log = createLog(destination)
  const fields = {
    requestId: 'request-1',
    status: 500,
    merchant: { apiKey: 'canary' },
    code: 'x'.repeat(1_000),
    authorization: 'DPoP canary',
    body: 'canary',
    error: new Error('canary'),
    toJSON: () => 'canary',
  }
  log.error(fields as unknown as LogFields, 'request failed')
  log.warn({}, 'nothing')
  assert.doesNotMatch(written.join(''), /canary/)
  const line = JSON.parse(written[0] ?? '') as Record<string, unknown>
  assert.deepEqual(Object.keys(line).toSorted(), ['code', 'level', 'msg', 'requestId', 'status', 'time'])
  assert.equal(String(line['code']).length, 128)
})
