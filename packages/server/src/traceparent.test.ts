// The header `traceparent` is read strictly: anything else begins a new trace (W3C Trace Context §3.2.2.3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const ZERO = '0'.repeat(32)

test('D-187 reads version 00 and its sampled flag, and writes it again', () => {
  for (const [flags, traceFlags] of [
    ['00', 0],
    ['01', 1],
    ['03', 1],
    ['ff', 1],
    ['02', 0],
  ] as const) {
    const read = readTraceparent(`00-${TRACE}-${SPAN}-${flags}`)
    assert.deepEqual(read, { traceId: TRACE, spanId: SPAN, traceFlags, isRemote: true })
    assert.equal(writeTraceparent(read), `00-${TRACE}-${SPAN}-0${traceFlags}`)
  }
})

test('D-187 reads the known members of a later version', () => {
  for (const header of [`cc-${TRACE}-${SPAN}-01`, `cc-${TRACE}-${SPAN}-01-what-the-future-has`])
    assert.equal(readTraceparent(header)?.traceId, TRACE)
})

const BAD: readonly (string | null)[] = [
  null,
  '',
  'x',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01-`,
  `00-${TRACE}-${SPAN}-01 `,
  `00-${TRACE}-${SPAN}-01\n`,
  ` 00-${TRACE}-${SPAN}-01`,
  `ff-${TRACE}-${SPAN}-01`,
  `0-${TRACE}-${SPAN}-01`,
  `00-${ZERO}-${SPAN}-01`,
  `00-${TRACE}-${ZERO.slice(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${TRACE}0-${SPAN}-01`,
  `00-${TRACE}-${SPAN}0-01`,
  `00_${TRACE}_${SPAN}_01`,
  `00-${TRACE.replace('0', 'g')}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01.more`,
  `cc-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`,
  // Two headers, as `Headers` joins them.
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
]

test('D-187 rejects every other value', () => {
  for (const header of BAD) assert.equal(readTraceparent(header), null, String(header))
})
