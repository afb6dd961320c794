// Page, BFF and service together, with every dialect of the boarding API (D-21, D-25). Each dialect gives the same application,
// and each refusal the same fields.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { llcValues } from '../../packages/service/src/testing.ts'
import { openSignUp } from './support/sign-up.ts'

const WAYS = (['pascal', 'camel'] as const).flatMap((boardingCase) =>
  (['top', 'signature'] as const).flatMap((tokenPlace) =>
    (['national', 'e164'] as const).map((boardingPhone) => ({ boardingCase, tokenPlace, boardingPhone })),
  ),
)

for (const features of WAYS) {
  const way = Object.values(features).join(', ')
  void test(`an application is received once in the dialect: ${way}`, async (context) => {
    const shop = await openSignUp(context, { features })
    const page = shop.page()
    const answer = await page.submit(await page.body())
    assert.ok(answer.ok && answer.value !== null, JSON.stringify(answer))
    assert.equal(answer.value.state, 'submitted')
    const [received, ...more] = await shop.received()
    assert.equal(more.length, 0)
    assert.equal(received?.appId, answer.value.appId)
  })

  void test(`a refusal names the same three fields in the dialect: ${way}`, async (context) => {
    const shop = await openSignUp(context, { features })
    const page = shop.page()
    const corporateName = 'Harbor Cycle Works (refused)'
    const answer = await page.submit(await page.body({ ...llcValues(), corporateName }))
    assert.ok(answer.ok && answer.value !== null, JSON.stringify(answer))
    assert.equal(answer.value.state, 'refused')
    assert.deepEqual(answer.value.issues.map(({ path }) => path).toSorted(), [
      'businessPhone',
      'dbaName',
      'signers[0].dateOfBirth',
    ])
    assert.deepEqual(await shop.received(), [])
  })
}
