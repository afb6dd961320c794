import assert from 'node:assert/strict'

assert.ok(true)
