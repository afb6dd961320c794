/** The mapper between rows and columns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnMapper } from './column-mapper.ts'

interface Row {
  readonly id: string
  readonly createdAtMs: number | null
  readonly isOpen: boolean
}

const mapper = columnMapper<Row>({ isOpen: true })

void test('maps a row to snake_case columns and flags, and back', () => {
  const row: Row = { id: 'a', createdAtMs: 1, isOpen: true }
  const columns = mapper.toColumns(row)
  assert.deepEqual(columns, { id: 'a', created_at_ms: 1, is_open: 1 })
  assert.deepEqual(mapper.toRow(columns), row)
  assert.deepEqual(mapper.toRow({ ...columns, is_open: 0, created_at_ms: null }), {
    id: 'a',
    createdAtMs: null,
    isOpen: false,
  })
})

void test('maps only the members of a partial row', () => {
  assert.deepEqual(mapper.toColumns({ isOpen: false }), { is_open: 0 })
  assert.deepEqual(mapper.toColumns({}), {})
})
