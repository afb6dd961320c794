import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApplicationSnapshot, ApplicationStatus } from '@tapboard/contract'
import type { AnyCall, Client } from '../shared/client.ts'
import { refuse, type Answer } from '../shared/fault.ts'
import { waitMs, watchStatus } from './status.ts'

const at = (state: ApplicationStatus, version: number): ApplicationSnapshot => ({
  id: 'app_1',
  state,
  version,
  appId: null,
  reference: null,
  tierName: null,
  submittedAtMs: null,
  checkedAtMs: null,
  issues: [],
  agreed: null,
})
const yes = (value: ApplicationSnapshot | null): Answer<ApplicationSnapshot | null> => ({
  ok: true,
  status: value ? 200 : 304,
  value,
})

describe('polling the status of an application', () => {
  it('polls often while it is being submitted, ever more rarely later, and stops at the end', () => {
    assert.equal(waitMs('submitting', 0), 2_000)
    assert.equal(waitMs('in_review', 0), 5_000)
    assert.equal(waitMs('in_review', 40), 60_000)
    for (const state of ['draft', 'refused', 'approved', 'declined', 'withdrawn'] as const)
      assert.equal(waitMs(state, 0), null)
    for (const state of ['submitted', 'in_doubt', 'action_required'] as const)
      assert.equal(typeof waitMs(state, 0), 'number')
  })

  it('reports each change once, sends the known version, and continues after a refusal', async () => {
    const answers = [
      yes(at('submitted', 3)),
      yes(null),
      refuse('network', ''),
      yes(at('submitted', 3)),
      yes(at('in_review', 4)),
      yes(at('approved', 5)),
    ]
    const asked: (string | undefined)[] = []
    const waits: number[] = []
    const heard: string[] = []
    await watchStatus(
      at('submitting', 2),
      {
        client: () => ({
          call: (async (_: unknown, { headers }: AnyCall) => {
            asked.push(headers?.['If-None-Match'])
            return answers.shift()
          }) as Client['call'],
        }),
        pause: async (ms) => void waits.push(ms),
        isHidden: () => false,
      },
      ({ state }) => heard.push(state),
      new AbortController().signal,
    )
    assert.deepEqual(heard, ['submitted', 'in_review', 'approved'])
    assert.deepEqual(asked, ['"2"', '"3"', '"3"', '"3"', '"3"', '"4"'])
    assert.deepEqual(waits, [2_000, 5_000, 7_500, 11_250, 16_875, 5_000])
  })

  it('does not poll while the page is hidden or after a removal', async () => {
    const gone = new AbortController()
    let pauses = 0
    let asks = 0
    await watchStatus(
      at('in_review', 2),
      {
        client: () => ({
          call: (async () => {
            asks += 1
          }) as unknown as Client['call'],
        }),
        pause: async () => {
          pauses += 1
          if (pauses === 20) gone.abort()
        },
        isHidden: () => true,
      },
      () => assert.fail('there is no news'),
      gone.signal,
    )
    assert.equal(asks, 0)
    assert.equal(pauses, 20)
  })
})
