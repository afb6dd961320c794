// Every fault switch of the service, through the BFF: the final state of the sale, and the text that the clerk reads there.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SaleReason, SaleState } from '@tapboard/contract'
import { createService } from '@tapboard/service'
import { PAY_ENGLISH as ENGLISH } from '../../packages/elements/src/terminal-pay/english.ts'
import { FAULTS, withSwitches, type Switch } from '../../packages/service/src/testing.ts'
import { until } from '../kit/until.ts'
import { openFaultShop, type ShopOptions } from './support/shop.ts'

/** The text of a sale's state for the clerk: the title, and the sentence below it where there is a reason. */
function readAs(state: SaleState, reason: SaleReason | null): string {
  const { approved, doubt, ended, problems, review } = ENGLISH
  const titles: Partial<Record<string, (amount: string) => string>> = {
    in_doubt: doubt,
    review,
    approved,
    ...ended,
  }
  const title = (titles[reason ?? ''] ?? titles[state])?.('$42.00')
  assert.ok(title, `there is no title for ${state}`)
  if (reason === null) return title
  const sentence = problems[reason]
  assert.ok(sentence, `there is no sentence for ${reason}`)
  return `${title}: ${sentence}`
}

interface Row {
  readonly set: Switch
  readonly state: SaleState
  readonly reason: SaleReason | null
  /** The service with capabilities beyond the specification (D-14, D-16). */
  readonly options?: ShopOptions
}

const unknownSend = (set: Omit<Switch, 'at'>): Row => ({
  set: { at: 'initiate', ...set },
  state: 'in_doubt',
  reason: 'no_session',
})
const unread = (set: Omit<Switch, 'at'>): Row => ({
  set: { at: 'read', ...set },
  state: 'in_doubt',
  reason: 'overdue',
})
const approved = (set: Switch, options?: ShopOptions): Row => ({
  set,
  state: 'approved',
  reason: null,
  ...(options === undefined ? {} : { options }),
})
const review = (set: Omit<Switch, 'at'>, reason: SaleReason): Row => ({
  set: { at: 'read', ofResults: true, ...set },
  state: 'review',
  reason,
})
const DUPLICATES: ShopOptions = { features: { repeat: 'refuses' } }
const REPLAYS: ShopOptions = { features: { repeat: 'replays' }, service: { repeat: 'replay' } }
const STRICT: ShopOptions = { service: { strict: true } }
const LOOK_UP: ShopOptions = { features: { lookup: 'authoritative' } }

const rows: readonly Row[] = [
  unknownSend({ fault: 'drop' }),
  unknownSend({ fault: 'drop_request' }),
  unknownSend({ fault: 'truncate' }),
  unknownSend({ fault: 'status' }),
  unknownSend({ fault: 'status', status: 408 }),
  unknownSend({ fault: 'html' }),
  unknownSend({ fault: 'huge_body' }),
  unknownSend({ fault: 'redirect' }),
  unknownSend({ fault: 'duplicate_keys' }),
  unknownSend({ fault: 'forget_session' }),
  // A late answer still arrives on the connection that is kept (rule 16).
  approved({ fault: 'delay', at: 'initiate' }),
  approved({ fault: 'drop', at: 'initiate', times: 1 }, DUPLICATES),
  approved({ fault: 'drop_request', at: 'initiate', times: 1 }, DUPLICATES),
  approved({ fault: 'truncate', at: 'initiate', times: 1 }, REPLAYS),
  approved({ fault: 'html', at: 'initiate', times: 1 }, LOOK_UP),
  // A strict copy of the specification has no way to look the session up.
  { ...unknownSend({ fault: 'drop', times: 1 }), options: STRICT },
  approved({ fault: 'status', at: 'read', times: 2 }, STRICT),
  // The named session is not ours, as its reads show.
  {
    ...unknownSend({ fault: 'wrong_id' }),
    reason: 'session_lost',
  },
  unread({ fault: 'drop' }),
  unread({ fault: 'truncate' }),
  unread({ fault: 'status' }),
  unread({ fault: 'html' }),
  unread({ fault: 'huge_body' }),
  unread({ fault: 'redirect' }),
  unread({ fault: 'duplicate_keys' }),
  {
    ...unread({ fault: 'forget_session' }),
    reason: 'session_lost',
  },
  approved({ fault: 'delay', at: 'read', times: 2, delayMs: 3_000 }),
  approved({ fault: 'status', at: 'read', times: 3, status: 503 }),
  approved({ fault: 'forget_session', at: 'read', times: 2 }),
  review({ fault: 'wrong_id' }, 'identity_mismatch'),
  review({ fault: 'blank_reference' }, 'contradiction'),
  review({ fault: 'amount_off' }, 'amount_mismatch'),
  review({ fault: 'unknown_status' }, 'unknown_outcome'),
  // One "timed out" is not trusted: the second read gets the truth (rule 10).
  approved({ fault: 'timeout_then_approved', at: 'read', ofResults: true, times: 1 }),
  {
    set: { fault: 'timeout_then_approved', at: 'read', ofResults: true },
    state: 'timed_out',
    reason: null,
  },
]

const named = ({ fault, at, times, status }: Switch): string =>
  `${fault.replaceAll('_', ' ')}${status === undefined ? '' : ` ${status}`} at ${at}${times === undefined ? '' : ` (${times} times)`}`

const modes = ({ features = {}, service = {} }: ShopOptions): string => {
  const words = [...Object.values(features), ...(service.strict === true ? ['strict'] : [])]
  return words.length === 0 ? '' : `, ${words.join(', ')}`
}

void describe('a service with a fault switch', { concurrency: 12 }, () => {
  for (const { set, state, reason, options = {} } of rows)
    test(`P54 ${named(set)}${modes(options)}: ${readAs(state, reason)}`, async (context) => {
      const shop = await openFaultShop(context, options)
      const deviceId = await shop.terminal()
      shop.service.turnOn(set)
      assert.ok((await (await shop.page()).begin(deviceId)).ok)
      await until('the switch is met', () => shop.service.met > 0)
      if (set.at === 'initiate') await shop.answered()
      if (set.at === 'read') shop.clock.hurry(reason === 'overdue' ? 40 : 8)
      else if (reason === 'session_lost') shop.clock.hurry(8)
      const sale = await until(
        `the sale is ${state}`,
        async () => {
          const row = (await shop.sales()).at(-1)
          return row?.state === state && row.reason === reason ? row : null
        },
        40_000,
      )
      assert.equal(sale.order_hold, state === 'timed_out' ? 0 : 1)
      const charges = await shop.charges()
      assert.ok(charges.length <= 1)
      if (state === 'approved') assert.equal(charges[0]?.reference, sale.reference)
    })
})

test('every switch has a sale that covers it', () => {
  assert.deepEqual([...new Set(rows.map(({ set }) => set.fault))].toSorted(), [...FAULTS].toSorted())
})

test('refuses a start if the terminal cannot be read', async (context) => {
  for (const fault of ['html', 'status', 'duplicate_keys', 'truncate', 'redirect'] as const) {
    const shop = await openFaultShop(context)
    const deviceId = await shop.terminal()
    shop.service.turnOn({ fault, at: 'device' })
    const started = await (await shop.page()).start(deviceId)
    assert.ok(!started.ok && started.code === 'upstream-unavailable', JSON.stringify(started))
    assert.deepEqual([(await shop.sales()).length, (await shop.sessions()).length], [0, 0])
  }
})

test('switches are rejected in production, and no option of the service sets them', async (context) => {
  const service = await createService({ store: 'file::memory:' })
  context.after(() => service.close())
  for (const environment of ['production', 'Prod', undefined])
    assert.throws(() => withSwitches(service, { environment }), /not production/)
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    assert.throws(() => withSwitches(service, { environment: 'test' }), /not production/)
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
  const surface = Object.keys(await import('@tapboard/service'))
  assert.deepEqual(
    surface.filter((name) => /switch|fault/i.test(name)),
    [],
  )
})
