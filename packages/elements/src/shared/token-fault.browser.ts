// The real errors of this browser for an unreachable server of the page and for invalid answers: the texts differ by engine.
import { assert } from '@open-wc/testing'
import { tokenFault } from './token-fault.part.ts'
import { tokenFrom } from './token-from.ts'

/** A local port without a listener. */
const NOWHERE = 'http://127.0.0.1:61999/token'

const reasonOf = (failing: () => Promise<unknown>): Promise<unknown> =>
  failing().then(
    () => assert.fail('it did not fail'),
    (reason: unknown) => reason,
  )
const judge = (reason: unknown): string => tokenFault(reason, true).code

describe('the classification of a failed getToken in this browser', () => {
  it('D-105 recognizes an unreachable server', async () => {
    const reason = await reasonOf(() => fetch(NOWHERE))
    assert.equal(judge(reason), 'token-unreachable', String(reason))
    const byHelper = await reasonOf(() => tokenFrom(NOWHERE)({ kind: 'sale', jkt: 'x' }))
    assert.equal(judge(byHelper), 'token-unreachable', String(byHelper))
  })

  it('D-105 recognizes an aborted or timed-out request', async () => {
    const ended = await reasonOf(() => fetch('/', { signal: AbortSignal.abort() }))
    assert.equal(judge(ended), 'token-unreachable', String(ended))
    const late = await reasonOf(
      () =>
        new Promise((_, reject) => {
          const signal = AbortSignal.timeout(0)
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    )
    assert.equal(judge(late), 'token-unreachable', String(late))
  })

  it('D-105 recognizes a page in place of JSON', async () => {
    const reason = await reasonOf(() => new Response('<!doctype html>').json())
    assert.equal(judge(reason), 'token-unavailable', String(reason))
  })

  it('D-105 recognizes mistakes in the callback', async () => {
    const nothing = (): unknown => undefined
    for (const failing of [
      async () => (nothing() as { order: string }).order,
      async () => (nothing() as () => void)(),
      async () => fetch('http://['),
      async () => (null as unknown as { connect: () => void }).connect(),
    ]) {
      const reason = await reasonOf(failing)
      assert.equal(judge(reason), 'token-refused', String(reason))
    }
  })
})
