// The diagram has only transitions of the machine's table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saleChart } from '../docs/charts/sale.ts'
import { WAYS } from './states.ts'

test('draws only transitions of the machine', () => {
  const gone = new Set(saleChart().ways.map(({ from, to }) => `${from} → ${to}`))
  assert.ok(gone.size > WAYS.length)
  for (const [from, to] of WAYS) assert.ok(gone.has(`${from} → ${to}`), `${from} → ${to}`)
})
