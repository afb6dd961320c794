/** The reads of a channel: its own changes need none, and a notice only if the channel has not seen that version. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock, turn } from '@tapboard/store/testing'
import { silentLog } from '@tapboard/server'
import type { SessionEvent } from '../cloud/session/machine.ts'
import type { SessionRow } from '../schema/schema.ts'
import { TIMINGS } from '../ports.ts'
import { Channel, type ChannelDeps } from './channel.ts'

const CARD = { kind: 'credit', brand: 'Visa', lastFour: '4242', entry: 'tap' } as const

/** A channel of terminal `dev_1` with the prompt of session `ses_1`; `reads` are the reads of the live session since the last call. */
async function prompted() {
  const clock = new ManualClock()
  const sent: string[] = []
  let row = {
    id: 'ses_1',
    deviceId: 'dev_1',
    version: 1,
    status: 'IN_PROGRESS',
    amountMinor: 100,
    currency: 'USD',
    cardBrand: null,
    resultStatus: null,
    creditLastFour: null,
    cardByMs: null,
    deadlineMs: clock.now() + 60_000,
    command: 'cc:sale',
  } as SessionRow
  let reads = 0
  const sessions = {
    liveOf: async () => {
      reads += 1
      return row.status === 'IN_PROGRESS' ? row : null
    },
    read: async () => assert.fail('no session is read by its ID'),
    apply: async (_id: string, event: SessionEvent, deviceId: string) => {
      if (deviceId !== row.deviceId) return null
      const changes =
        event.type === 'card_presented'
          ? { cardBrand: 'Visa' }
          : event.type === 'terminal_cancelled'
            ? { status: 'USER_CANCELLED' as const }
            : {}
      row = { ...row, ...changes, version: row.version + 1 }
      return { row, moved: true }
    },
  }
  const pairing = {
    authenticate: async () => ({
      type: 'known',
      device: { id: 'dev_1', name: 'Counter', make: 'PAX' },
      merchant: 'Shop',
      terminalKey: null,
      keyHash: 'hash',
    }),
    claim: async () => true,
  }
  const kernel = {
    clock,
    log: silentLog,
    timings: TIMINGS,
    traces: null,
    store: { now: async () => clock.now() },
  }
  const channel = new Channel(
    'ch_1',
    { send: (text) => sent.push((JSON.parse(text) as { type: string }).type) > 0, close() {} },
    {
      kernel,
      pairing,
      sessions,
      opened() {},
      ended() {},
      cardPresented: async () => {},
    } as unknown as ChannelDeps,
  )
  const receive = async (message: object): Promise<void> => {
    channel.receive(JSON.stringify(message))
    await channel.settled()
    await turn()
  }
  await receive({ type: 'hello', serial: 'SN-1', terminalKey: 'tk_1' })
  return {
    channel,
    receive,
    /** Messages to the terminal since the last call. */
    shown: () => sent.splice(0).join(' '),
    reads: () => [reads, (reads = 0)][0],
    changeElsewhere: (changes: Partial<SessionRow>) => {
      row = { ...row, ...changes, version: row.version + 1 }
    },
  }
}

test('a notice of a version that the channel has seen reads nothing', async () => {
  const { channel, shown, reads, changeElsewhere } = await prompted()
  assert.deepEqual([shown(), reads()], ['welcome prompt', 1])
  const notice = async (sessionId: string, version: number): Promise<number | undefined> => {
    channel.noticed(sessionId, version)
    await turn()
    return reads()
  }
  assert.equal(await notice('ses_1', 1), 0)
  assert.equal(await notice('ses_0', 1), 1)
  assert.equal(await notice('ses_1', 0), 1, 'a notice of an earlier release has no version')
  changeElsewhere({ cardBrand: 'Visa' })
  assert.equal(await notice('ses_1', 2), 1)
  assert.equal(await notice('ses_1', 2), 0)
  assert.equal(shown(), 'authorizing')
})

test('a change of the terminal itself is shown without a read', async () => {
  const { channel, receive, shown, reads } = await prompted()
  assert.deepEqual([shown(), reads()], ['welcome prompt', 1])
  await receive({ type: 'prompt_shown', sessionId: 'ses_1' })
  assert.deepEqual([shown(), reads()], ['', 0])
  await receive({ type: 'card_presented', sessionId: 'ses_1', card: CARD })
  // The processor may have answered at once.
  assert.deepEqual([shown(), reads()], ['authorizing', 1])
  channel.noticed('ses_1', 3)
  await turn()
  assert.equal(reads(), 0)
})

test('a cancel at the terminal ends the prompt without a read', async () => {
  const { receive, shown, reads } = await prompted()
  assert.deepEqual([shown(), reads()], ['welcome prompt', 1])
  await receive({ type: 'cancelled', sessionId: 'ses_1' })
  assert.deepEqual([shown(), reads()], ['end', 0])
})
