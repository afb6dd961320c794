import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPrettyLog } from './pretty-log.ts'

const atMs = new Date(2026, 10, 26, 9, 5, 7).getTime()

function written(options: Partial<Parameters<typeof createPrettyLog>[0]>): string[] {
  const lines: string[] = []
  const log = createPrettyLog({
    source: 'bff',
    colour: false,
    now: () => atMs,
    print: (line) => void lines.push(line),
    ...options,
  })
  log.info({ status: 200 }, 'request')
  log.warn({}, 'slow')
  log.error({}, 'failed')
  return lines
}

test('a level leaves out the lines below it, and silent all of them', () => {
  assert.equal(written({}).length, 3)
  assert.deepEqual(written({ level: 'warn' }), [
    '09:05:07 bff      WARN slow',
    '09:05:07 bff      ERROR failed',
  ])
  assert.deepEqual(written({ level: 'silent' }), [])
})

test('a filter leaves out the lines of answered requests', () => {
  const keeps = ({ fields }: { readonly fields: Readonly<Record<string, unknown>> }) =>
    fields['status'] !== 200
  assert.equal(written({ keeps }).length, 2)
})
