// The memory of a page: no regulated value after the submission, and no token or proof once the element is removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { until } from '../kit/until.ts'
import { found, type Canaries } from './support/canaries.ts'
import { CARD, Clerk } from './support/clerk.ts'
import { heapOf } from './support/page-heap.ts'
import { business, useSignUps } from './support/sign-ups.ts'

/** Valid, and unlike anything else in the world of these tests. */
const SECRETS = {
  taxId: '64-1357902',
  accountNumber: '8370264915',
  firstSsn: '517-28-4693',
  secondSsn: '604-39-7158',
} as const satisfies Canaries

const signUps = useSignUps()

/** Beginnings of the claims of all tokens and proofs that a page sends from now on. */
function claimsOf(page: Page): ReadonlySet<string> {
  const claims = new Set<string>()
  page.on('request', (request) => {
    const { authorization, dpop } = request.headers()
    for (const text of [authorization, dpop]) {
      const [, payload] = text?.split('.') ?? []
      if (payload !== undefined) claims.add(payload.slice(0, 100))
    }
  })
  return claims
}

/** Waits until a page that has sent tokens and proofs holds none of them. */
async function untilForgotten(page: Page, claims: ReadonlySet<string>): Promise<void> {
  assert.ok(claims.size > 3, `${claims.size} were sent`)
  const isForgotten = async (): Promise<boolean> => (await heapOf(page)).find([...claims]).length === 0
  await until('the page holds no token and no proof', isForgotten)
}

test('the page of a sale holds no token and no proof after its element is removed', async () => {
  const { shop, visit } = signUps
  const terminal = await shop.terminal('Back counter')
  const order = await shop.newOrder()
  const page = await visit.tab()
  const claims = claimsOf(page)
  const clerk = await new Clerk(page).open(shop.siteUrl, order)
  await clerk.charge('$42.00', 'Back counter')
  await clerk.sees(CARD)
  assert.ok((await heapOf(page)).find([...claims]).length > 0, 'the search finds what is there')
  await terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  await clerk.pay.evaluate((element) => element.remove())
  await untilForgotten(page, claims)
})

test('the page of a sign-up holds no secret after the submission, and no token after its element is removed', async () => {
  const { taxId, accountNumber, firstSsn, secondSsn } = SECRETS
  const values = business('', {
    ...SAMPLES.llc,
    taxId,
    banking: { bankName: 'Cascade Community Bank', routingNumber: '324377516', accountNumber },
    signers: SAMPLES.llc.signers.map((signer) => ({
      ...signer,
      ssn: signer.isPrimary ? firstSsn : secondSsn,
    })),
  })
  const page = await signUps.visit.tab()
  const claims = claimsOf(page)
  const person = await signUps.open('plans', page)
  await person.fill(values)
  const secretsOnHeap = async () => found(SECRETS, (await heapOf(page)).texts.join('\n'))
  assert.notDeepEqual(await secretsOnHeap(), [], 'the search finds what is there')
  await person.submit(values)
  await person.sees('Your application is approved', 40_000)
  assert.deepEqual(await secretsOnHeap(), [])
  await person.form.evaluate((element) => element.remove())
  await untilForgotten(page, claims)
})
