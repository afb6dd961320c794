/** The log of the process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from './service-log.ts'

void test('a level leaves out the lines below it', () => {
  const lines: string[] = []
  const log = openLog(
    { level: 'warn', format: 'json', colour: false },
    { write: (line) => void lines.push(line) },
  )
  log.info({}, 'answered')
  log.warn({}, 'slow')
  log.error({}, 'failed')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['slow', 'failed'],
  )
})

void test('a log for a person has one line for each event', () => {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  const log = openLog({ level: 'info', format: 'pretty', colour: false }, { write })
  log.warn({}, 'slow')
  assert.match(lines.join(''), /^\d\d:\d\d:\d\d service  WARN slow\n$/)
})
