// P10 and P54 while a sale is followed: with any answer to a session read, no sale ends wrongly, and unclear cases go to review.
// Each answer is sent to a sale of its own, over real sockets.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../kit/until.ts'
import { openHostileShop, type HostileShop } from './support/hostile-shop.ts'
import { REFERENCE } from './support/hostile-service.ts'
import { BROKEN_FORMS, liesOf, ODD_FORMS } from './support/lies.ts'
import { APPROVED_VARIANTS, ODD_WORDS } from './support/variants.ts'
import { scope } from '../kit/scope.ts'

const LIMIT_MS = 60_000

/** Forms that leave a JSON object without information; the upstream sends it three times over 30 s. */
const REVIEWED_FORMS: Readonly<Record<string, string>> = {
  'null everywhere': 'unknown_outcome',
  'lists for everything': 'contradiction',
  'an error body under 200': 'unknown_outcome',
  'no member at all': 'unknown_outcome',
}

void describe('invalid answers about a session', () => {
  const life = scope()
  const lies = liesOf({ ...APPROVED_VARIANTS, ...ODD_WORDS })
  let shop: HostileShop

  before(async () => {
    shop = await openHostileShop(life, lies)
    shop.service.lying = 'read'
    await shop.sell()
    shop.clock.hurry(30)
  })
  after(() => life.end())

  // P54 asserts: 0 wrong ends, at least 40 mutated answers.
  test('P54 there are at least 40 mutated answers, and at least 20 variants of an approval', () => {
    assert.ok(Object.keys({ ...BROKEN_FORMS, ...ODD_WORDS }).length >= 40)
    assert.ok(Object.keys(APPROVED_VARIANTS).length >= 20)
  })

  for (const [title, [, reason]] of Object.entries(APPROVED_VARIANTS))
    // P10 asserts: all of at least 20 variants are in review.
    test(`P10 an approval with ${title} goes to review`, async () => {
      const sale = await shop.reaches(title, ['review'], LIMIT_MS)
      assert.deepEqual([sale.reason, sale.order_hold], [reason, 1])
    })

  for (const [title, [, reason]] of Object.entries(ODD_WORDS))
    test(`P54 ${title} goes to review, not to an end`, async () => {
      const sale = await shop.reaches(title, ['review'], LIMIT_MS)
      assert.deepEqual([sale.reason, sale.order_hold], [reason, 1])
    })

  for (const title of Object.keys(ODD_FORMS))
    test(`P54 accepts the truth with ${title}`, async () => {
      assert.equal((await shop.reaches(title, ['approved'], LIMIT_MS)).reference, REFERENCE)
    })

  for (const title of Object.keys(BROKEN_FORMS))
    test(`P54 a result as ${title} never approves the sale`, async () => {
      const reason = REVIEWED_FORMS[title]
      const state = reason === undefined ? 'in_doubt' : 'review'
      const sale = await shop.reaches(title, [state, 'approved'], LIMIT_MS)
      assert.deepEqual([sale.state, sale.reason, sale.order_hold], [state, reason ?? 'overdue', 1])
    })

  test('P54 every sale in doubt recovers with valid answers, and a review remains', async () => {
    const doubtful = Object.keys(BROKEN_FORMS).filter((title) => REVIEWED_FORMS[title] === undefined)
    for (const title of doubtful) await shop.reaches(title, ['in_doubt'], LIMIT_MS)
    shop.service.lying = 'nowhere'
    for (const title of doubtful) {
      const sale = await shop.reaches(title, ['approved'], LIMIT_MS)
      assert.equal(sale.reference, REFERENCE)
    }
    for (const title of Object.keys({ ...APPROVED_VARIANTS, ...ODD_WORDS }))
      assert.equal((await shop.sale(title)).state, 'review')
    await until('every session was asked for once', () =>
      [...shop.service.initiates.values()].every((count) => count === 1),
    )
  })
})
