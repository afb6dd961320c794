// D-220: a refund starts only with a key that reads the sale. After a change of the merchant's account, or of the upstream's address,
// the reference of the sale is unknown there, or another payment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { insertRows, PAID } from '../ledger/refunds.testing.ts'
import { memoryStore } from '../ledger/store.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { createSales } from '../sales.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import type { SessionReading, UpstreamClient } from '../../upstream/terminal/client.ts'
import { faultOf } from '../../upstream/transport/fault.ts'

const MISSING = { kind: 'missing' } as const
const sessionOf = (body: object): SessionReading => ({
  kind: 'found',
  body: { sessionId: PAID.sessionId, externalId: PAID.externalId, ...body },
  etag: null,
  retryAfterMs: null,
})
const CHARGED = sessionOf({
  ...APPROVED,
  transactionResult: { ...APPROVED.transactionResult, xRefNum: PAID.reference },
})

/** The present account: what it answers about the sale's session, terminal and reference. */
interface Account {
  readonly session: SessionReading
  readonly terminal?: 'missing' | 'fault'
  readonly reported?: readonly Readonly<Record<string, unknown>>[]
  readonly sale?: Partial<SaleRow>
  /** The terminal of the refund. */
  readonly at?: string
}

/** Starts a refund of the paid sale; returns the code and the number of rows of it. */
async function refund(
  context: Parameters<typeof memoryStore>[0],
  { session, terminal, reported, sale, at = 'd1' }: Account,
): Promise<readonly [string, number]> {
  const clock = new ManualClock(1_000_000)
  const store = await memoryStore(context, () => clock.now())
  const upstream = new ScriptedUpstream({ details: reported !== undefined })
  const { client } = upstream
  const changed: Partial<UpstreamClient> = {
    readSession: async () => session,
    report: async () => ({ kind: 'found', value: reported ?? [] }),
    readDevice: async (id, signal) => {
      if (id !== PAID.deviceId || terminal === undefined) return client.readDevice(id, signal)
      return terminal === 'missing' ? MISSING : faultOf('unreachable')
    },
  }
  const merchant = {
    id: upstream.id,
    features: upstream.features,
    sender: upstream.sender,
    client: { ...client, ...changed },
  }
  const sales = createSales({
    store,
    merchants: () => merchant,
    clock,
    random: seededRandom(1),
    log: keptLog().log,
  })
  await insertRows(store, { ...PAID, ...sale })
  const terms = { amountMinor: 4_200, currency: 'USD' } as const
  const access = accessTo('o1', { ...terms, refund: { of: PAID.id, reference: 'first', person: 'ann' } })
  const request = { order: 'o1', attempt: 1, deviceId: at, ...terms }
  const result = await sales.start(access, request, 'key-of-a-refund-1')
  const made = await sales.refunds({ merchant: 'm1', order: 'o1' })
  return [result.ok ? 'created' : result.code, made.length]
}

const ELSEWHERE = { upstream: 'https://earlier.test' }

for (const [name, account, code] of [
  ['reads the session', { session: CHARGED, terminal: 'missing' }, 'created'],
  ['reads the terminal', { session: MISSING }, 'created'],
  [
    'has the reference in its report',
    { session: MISSING, terminal: 'missing', reported: [{ xRefNum: PAID.reference }] },
    'created',
  ],
  ['reads nothing of the sale', { session: MISSING, terminal: 'missing' }, 'sale-not-refundable'],
  [
    'has another reference in its report',
    { session: MISSING, terminal: 'missing', reported: [{ xRefNum: 'R2' }] },
    'sale-not-refundable',
  ],
  [
    'gives no answer about the session',
    { session: faultOf('unreachable'), terminal: 'missing' },
    'upstream-unavailable',
  ],
  ['gives no answer about the terminal', { session: MISSING, terminal: 'fault' }, 'upstream-unavailable'],
  [
    'reads the terminal of the refund, which is that of the sale',
    { session: MISSING, at: PAID.deviceId },
    'created',
  ],
  ['of another address charged the sale', { session: CHARGED, sale: ELSEWHERE }, 'created'],
  ['of another address knows no session', { session: MISSING, sale: ELSEWHERE }, 'sale-not-refundable'],
  [
    'of another address has such a terminal',
    { session: MISSING, sale: ELSEWHERE, at: PAID.deviceId },
    'sale-not-refundable',
  ],
  [
    'of another address has another session of that name',
    { session: sessionOf(APPROVED), sale: ELSEWHERE },
    'sale-not-refundable',
  ],
] as const satisfies readonly (readonly [string, Account, string])[])
  test(`D-220 a refund with a key that ${name}: ${code}`, async (context) => {
    assert.deepEqual(await refund(context, account), [code, code === 'created' ? 1 : 0])
  })
