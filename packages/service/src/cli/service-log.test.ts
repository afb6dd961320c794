/** The log of the process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from './service-log.ts'

void test('a level leaves out the lines below it', () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  log.info({}, 'answered')
  log.warn({}, 'slow')
  log.error({}, 'failed')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['slow', 'failed'],
  )
})
