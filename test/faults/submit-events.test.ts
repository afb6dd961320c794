// Events of an application over real sockets: from the service's webhook to the BFF, and from the BFF to the host's server.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { verifyWebhook, type VerifiedWebhook } from '@tapboard/bff'
import { llcValues } from '../../packages/service/src/testing.ts'
import { until } from '../kit/until.ts'
import { listening } from './support/shop.ts'
import { openSignUp, type FaultSignUp } from './support/sign-up.ts'

const SECRET = 'faults-only-secret-of-webhooks-0123'

/** A host's server that stores the events it receives. */
async function host(context: TestContext) {
  const received: { readonly verified: VerifiedWebhook; readonly text: string }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const verified = verifyWebhook({ body, headers: request.headers, secret: SECRET })
      received.push({ verified, text: body.toString() })
      response.writeHead(204).end()
    })
  })
  return { received, webhook: { url: await listening(context, server), secret: SECRET } }
}

const statesOf = (received: readonly { readonly verified: VerifiedWebhook }[]): readonly string[] =>
  received.map(({ verified }) =>
    verified.ok && 'application' in verified.event
      ? `${verified.event.type} ${verified.event.application.state}`
      : JSON.stringify(verified),
  )

async function submit(signUp: FaultSignUp): Promise<void> {
  const page = signUp.page('A-7')
  const answered = await page.submit(await page.body())
  assert.ok(answered.ok, JSON.stringify(answered))
}

test('D-26 the service’s webhook updates the application at once, and the host gets each change', async (context) => {
  const { received, webhook } = await host(context)
  const signUp = await openSignUp(context, { webhook, serviceSecret: SECRET })
  // Without a look-up, every status comes by webhook.
  signUp.line.plan({ request: /GetApplication$/, meets: 'close', times: 1_000 })
  await submit(signUp)
  await until('the host gets the submission', () => received.length > 0)
  await signUp.move('in_review')
  await signUp.reaches(['in_review', 'approved'])
  await signUp.move('approved')
  await signUp.reaches(['approved'])
  await until('the host gets the end', () => statesOf(received).includes('application.status approved'))
  assert.equal(statesOf(received)[0], 'application.submitted submitted')
  const ids = received.map(({ verified }) => (verified.ok ? verified.event.id : ''))
  assert.equal(new Set(ids).size, ids.length)
  const values = llcValues()
  for (const { text, verified } of received) {
    assert.ok(verified.ok && 'applicant' in verified.event && verified.event.applicant === 'A-7')
    for (const typed of [
      values.corporateName,
      values.signers[0]!.lastName,
      values.businessPhone,
      values.taxId,
    ])
      assert.ok(!text.includes(typed), 'no entered value is in a webhook')
  }
})

test('without a webhook the BFF polls and reaches the same result', async (context) => {
  const { received, webhook } = await host(context)
  const signUp = await openSignUp(context, { webhook })
  await submit(signUp)
  await signUp.move('in_review')
  await signUp.move('declined')
  await signUp.reaches(['declined'], 10)
  await until('the host gets the end', () => statesOf(received).includes('application.status declined'))
})
