/** The claims of a loop: a release follows a claim without an answer, and no other one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClaimGuard } from './claim-guard.ts'

void test('releases once after a claim that rejected, again after a release that rejected, and after no other', async () => {
  const calls: string[] = []
  let isAway = false
  const guard = createClaimGuard(async () => {
    calls.push('release')
    if (isAway) throw new Error('away')
  })
  const claim = async (): Promise<void> => void calls.push('claim')
  await guard.settle()
  await guard.run(claim)
  await guard.settle()
  assert.deepEqual(calls.splice(0), ['claim'])
  await assert.rejects(guard.run(() => Promise.reject(new Error('the answer was lost'))))
  isAway = true
  await assert.rejects(guard.settle(), /away/)
  isAway = false
  await guard.settle()
  await guard.settle()
  assert.deepEqual(calls, ['release', 'release'])
})
