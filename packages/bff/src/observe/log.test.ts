// The log writes only the fields on its list (P42, INV-14, INV-15).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from './log.ts'
import type { LogFields } from '../ports.ts'

void test('P42 drops unlisted fields, objects and long texts', () => {
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

void test('one line holds one record with its time in UTC', () => {
  const written: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString())
      done()
    },
  })
  const forged = 'x\n{"level":50,"msg":"a forged record"}\r\n\u2028\u001b[31m'
  createLog(destination).info({ reason: forged }, 'request')
  const lines = written.join('').split('\n')
  assert.equal(lines.length, 2, 'the record and the end of its line')
  const record = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  assert.equal(record['reason'], forged)
  assert.equal(String(lines[0]).includes('\u001b'), false)
  assert.match(String(record['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

void test('INV-17 drops lines while the log reader is blocked, so memory stays bounded', async (t) => {
  const log = new URL('./log.ts', import.meta.url).href
  const lines = `
    import { createLog } from ${JSON.stringify(log)}
    const log = createLog()
    for (let at = 0; at < 300_000; at += 1) log.info({ requestId: 'x'.repeat(100) }, 'request')
    process.stderr.write('written')`
  const args = ['--conditions=tapboard-source', '--input-type=module', '--eval', lines]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  const closed = once(child, 'close')
  await once(child.stderr, 'data')
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length))
  const [code] = await closed
  assert.equal(code, 0)
  assert.ok(bytes > 1_000_000 && bytes < 20_000_000, String(bytes))
})

test('a level leaves out the lines below it', () => {
  const lines: string[] = []
  const log = createLog({ write: (line: string) => void lines.push(line) }, { level: 'error' })
  log.info({}, 'request')
  log.warn({}, 'slow')
  log.error({}, 'failed')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['failed'],
  )
})

void test('P42 a line for a person has the listed fields only, and none below the level', () => {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  const log = createLog({ write }, { level: 'warn', format: 'pretty' })
  log.info({}, 'request')
  log.warn({ code: 'rate-limited', authorization: 'canary' } as LogFields, 'slow')
  assert.match(lines.join(''), /^\d\d:\d\d:\d\d bff      WARN slow code=rate-limited\n$/)
})
