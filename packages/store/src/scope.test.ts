/** The transaction of the running code ends with its work, also for code of it that runs on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Scopes, type Scope } from './scope.ts'
import { deferred } from './testing.ts'

test('code that a transaction did not wait for is outside of it after its end', async () => {
  const scopes = new Scopes<string>()
  const gate = deferred()
  const seen: unknown[] = []
  let late: Promise<void> = Promise.resolve()
  const scope: Scope<string> = { open: true, trx: 'a transaction', notices: [] }
  await scopes.run(scope, async () => {
    seen.push(scopes.current()?.trx)
    assert.throws(() => scopes.refuseInside(), { code: 'nested-use' })
    late = gate.promise.then(() => {
      scopes.refuseInside()
      seen.push(scopes.current())
    })
  })
  gate.resolve()
  await late
  assert.deepEqual(seen, ['a transaction', undefined])
})
