// Sign-up of a merchant that is removed while the BFF runs: nothing is submitted any more, and no answer of the applicant is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  secretsOf,
  withoutSecrets,
  type ApplicationPage,
  type SubmitApplication,
  type Terms,
} from '@tapboard/contract'
import { goodValues } from '@tapboard/contract/testing'
import { CompactEncrypt, importJWK } from 'jose'
import { createBffWith } from '../assembly.ts'
import { signUpOptions, type Bench } from '../../testing/bench.ts'
import { createScriptedBoarding } from '../../testing/boarding.ts'
import { expectAnswer, expectProblem } from '../../testing/expect.ts'
import { applyGrant, openPage, type Page } from '../../testing/page.ts'

const VALUES = goodValues({ tierName: 'Retail' })

const pageOf = async (page: Page): Promise<ApplicationPage> =>
  (await expectAnswer('getApplication', await page.send('GET', '/v1/application'))) as ApplicationPage

async function bodyOf(page: Page): Promise<SubmitApplication> {
  const { application, sealKey } = await pageOf(page)
  const { kid, ...jwk } = sealKey
  const terms = (await expectAnswer(
    'getTerms',
    await page.send('GET', '/v1/application/terms?tier=Retail&locale=en'),
  )) as Terms
  return {
    values: withoutSecrets(VALUES),
    secrets: await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secretsOf(VALUES))))
      .setKeyManagementParameters({ apv: Buffer.from(application.id) })
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
      .encrypt(await importJWK(jwk, 'ECDH-ES')),
    consent: {
      documents: terms.documents.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
      accepted: terms.consents.map(({ id }) => id),
      signerName: 'Ana Lindqvist',
      locale: 'en',
    },
  }
}

const submit = (page: Page, body: SubmitApplication): Promise<Response> =>
  page.send('POST', '/v1/application/submit', {
    body,
    headers: { 'idempotency-key': 'key-0123456789abcdef' },
  })

void test('D-213 an applicant of a removed merchant is refused, keeps the draft, and submits once the merchant is back', async (context) => {
  const boarding = createScriptedBoarding()
  const say = (): void => {}
  const options = { ...signUpOptions(), log: { info: say, warn: say, error: say } }
  const bff = await createBffWith(options, { boarding: { transport: boarding, sender: boarding.sender } })
  context.after(() => bff.close())
  const bench = {
    core: { fetch: bff.fetch, mintToken: bff.mintToken },
    clock: { now: () => Date.now() },
  } as unknown as Bench
  const page = await openPage(bench, applyGrant())
  const others = options.merchants.filter(({ id }) => id !== 'shop')
  const body = await bodyOf(page)
  const save = { step: 'business', values: body.values, follows: 0 }
  assert.equal((await page.send('PUT', '/v1/application/draft', { body: save })).status, 200)
  const { draft } = await pageOf(page)
  assert.ok(draft !== null)

  bff.setMerchants(others)
  const asked = boarding.asked.length
  const { detail } = await expectProblem(await submit(page, body), 'forbidden')
  assert.match(detail, /^Nothing was sent: .* The saved answers are kept\.$/)
  assert.deepEqual([(await pageOf(page)).draft, boarding.asked.length], [draft, asked])

  bff.setMerchants(options.merchants)
  const submitted = await submit(page, body)
  assert.equal(submitted.status, 200)

  // The repeat of a submission that is committed gets its application, as that of a start gets its sale.
  bff.setMerchants(others)
  const repeated = await submit(page, body)
  assert.deepEqual([repeated.status, repeated.headers.get('idempotency-replayed')], [200, 'true'])
})
