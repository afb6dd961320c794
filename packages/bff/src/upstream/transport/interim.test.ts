// Interim answers (1xx) of an upstream on a real socket: a few are skipped, a flood ends the request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_INTERIM_ANSWERS } from './answer.ts'
import { answer, hostile } from './hostile.testing.ts'
import { SocketSender } from './one-shot.ts'
import { createTransport } from './transport.ts'

const LIMITS = { connectMs: 20_000, answerMs: 20_000, lateMs: 20_000 }

/** An answer after so many interim ones. */
const after = (interim: number): Buffer =>
  Buffer.concat([Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(interim)), answer('200 OK', '{}')])

const CASES = [
  ['accepts an answer', MAX_INTERIM_ANSWERS, 'answer'],
  ['ends a request', MAX_INTERIM_ANSWERS + 1, 'broken'],
] as const

for (const [title, interim, expected] of CASES) {
  test(`D-197 a send ${title} after ${interim} interim answers`, async (context) => {
    const server = await hostile(context)
    server.behave = after(interim)
    const sender = new SocketSender(server.url, LIMITS)
    context.after(() => sender.close())
    const report = await sender.send({ path: '/', headers: {}, body: '{}' }, () => true)
    assert.equal(report.exchange.kind, expected)
    assert.equal(report.late, null)
  })

  test(`D-197 a read ${title} after ${interim} interim answers`, async (context) => {
    const server = await hostile(context)
    server.behave = after(interim)
    const transport = createTransport(server.url)
    context.after(() => transport.close())
    const read = await transport.request({ method: 'GET', path: '/', headers: {}, timeoutMs: 20_000 })
    assert.equal('fault' in read ? read.fault : 'answer', expected)
  })
}
