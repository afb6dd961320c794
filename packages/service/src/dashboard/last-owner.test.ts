/** Whether an account needs an owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLastOwner, type Member } from './last-owner.ts'

const owner = (id: string, way: 'password' | 'passkey' | 'none'): Member => ({
  id,
  role: 'owner',
  hasPassword: way === 'password',
  passkeys: way === 'passkey' ? 1 : 0,
})
const viewer: Member = { ...owner('viewer', 'password'), role: 'viewer' }

const CASES: readonly [what: string, person: Member, others: readonly Member[], isLast: boolean][] = [
  ['the only owner', owner('a', 'password'), [viewer], true],
  ['the only owner, who has not signed in yet', owner('a', 'none'), [viewer], true],
  ['an owner beside one with a password', owner('a', 'password'), [owner('b', 'password')], false],
  ['an owner beside one with a passkey', owner('a', 'passkey'), [owner('b', 'passkey')], false],
  ['an owner beside one who cannot sign in yet', owner('a', 'passkey'), [owner('b', 'none')], true],
  ['an owner who cannot sign in yet', owner('a', 'none'), [owner('b', 'password')], false],
  ['one of two owners who cannot sign in yet', owner('a', 'none'), [owner('b', 'none')], false],
  ['a viewer', viewer, [], false],
]
for (const [what, person, others, isLast] of CASES)
  void test(`D-128 ${what} is ${isLast ? '' : 'not '}the last owner`, () =>
    assert.equal(isLastOwner(person, [person, ...others]), isLast))
