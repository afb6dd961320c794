import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManagers } from './managers.ts'

function shop() {
  const at = { ms: 0, names: 0 }
  return {
    at,
    managers: createManagers(
      '4821',
      () => at.ms,
      () => `session-${(at.names += 1)}`,
    ),
  }
}

test('the right PIN signs a manager in for ten minutes', () => {
  const { at, managers } = shop()
  const signed = managers.signIn('4821')
  assert.ok(signed.ok)
  assert.equal(managers.personOf(signed.session), 'manager')
  assert.equal(managers.personOf('session-9'), null)
  assert.equal(managers.personOf(undefined), null)
  at.ms = 600_000
  assert.equal(managers.personOf(signed.session), null)
})

test('signing out ends the session', () => {
  const { managers } = shop()
  const signed = managers.signIn('4821')
  assert.ok(signed.ok)
  managers.signOut(signed.session)
  assert.equal(managers.personOf(signed.session), null)
})

test('after five wrong PINs the right one is rejected for five minutes', () => {
  const { at, managers } = shop()
  for (const pin of ['0000', '', null, 4821])
    assert.deepEqual(managers.signIn(pin), { ok: false, waitSeconds: 0 })
  assert.deepEqual(managers.signIn('1111'), { ok: false, waitSeconds: 300 })
  assert.deepEqual(managers.signIn('4821'), { ok: false, waitSeconds: 300 })
  at.ms = 300_000
  assert.ok(managers.signIn('4821').ok)
})
