import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prettyLine } from './pretty-line.ts'

const atMs = new Date(2026, 10, 26, 9, 5, 7).getTime()

test('a line names time, source, request and fields in this order', () => {
  const fields = { requestId: 'req_1', method: 'POST', route: 'startSale', status: 201, durationMs: 12 }
  assert.equal(
    prettyLine({ level: 'info', source: 'bff', message: 'request', fields, atMs }, false),
    '09:05:07 bff      request POST startSale 201 12 ms requestId=req_1',
  )
  const warning = prettyLine({ level: 'warn', source: 'bff', message: 'slow', fields: {}, atMs }, false)
  assert.equal(warning, '09:05:07 bff      WARN slow')
})

test('a value cannot break out of its line or paint the console', () => {
  const fields = { order: 'A\n09:05:08 bff forged', person: '\u001B[31mred' }
  const line = prettyLine({ level: 'info', source: 'bff', message: 'audit', fields, atMs }, false)
  assert.equal(
    Array.from(line, (character) => character.charCodeAt(0)).some((code) => code < 32),
    false,
  )
  assert.match(line, /order="A\\n09/)
  assert.ok(
    prettyLine({ level: 'error', source: 'bff', message: 'm', fields, atMs }, true).startsWith('\u001B[2m09'),
  )
})
