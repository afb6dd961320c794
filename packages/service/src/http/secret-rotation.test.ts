/** D-149: the secret of a processor changes under load, and no request is refused by a receiver that knows one secret. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIGNATURE_HEADER } from '@tapboard/contract'
import { judgeSignature, systemClock, type SecretRing } from '@tapboard/server'
import { createHttpProcessor, PROCESSOR } from '../boarding/processor/http-processor.ts'
import type { ForwardedApplication } from '../boarding/processor/processor.ts'
import { createHttpAuthorizer } from '../cloud/session/http-authorizer.ts'
import { llcValues } from '../testing/application.ts'
import { answerJson, receiver } from '../testing/receiver.ts'
import { createOutbound } from './outbound.ts'
import { isAddressFault, readSignedAddress, ringOf } from './signed-address.ts'

const OLD = 'old-secret-of-the-receiver-1'
const NEW = 'new-secret-of-the-receiver-2'
const never = new AbortController().signal

const application = (appId: string): ForwardedApplication => ({
  appId,
  reference: 'call_1',
  tierName: 'Standard',
  sandbox: false,
  coBrandId: 'harbor',
  corporateName: 'Harbor Cycle Repair LLC',
  agentId: null,
  agentName: null,
  agentEmail: null,
  submittedAtMs: Date.UTC(2026, 10, 21, 12),
  values: async () => llcValues(),
})

const charge = (sessionId: string) => ({
  sessionId,
  accountId: 'acc_1',
  deviceId: 'dev_1',
  externalId: sessionId,
  command: 'cc:sale' as const,
  amountMinor: 4_200,
  currency: 'USD' as const,
  card: { brand: 'Visa', lastFour: '4242', entry: 'tap' as const },
})

void test('D-149 a rotation of the secrets of both processors under load loses no request', async (context) => {
  let [accepted, refused, taken] = [OLD, 0, 0]
  const server = await receiver((response, { method, path, headers, body }) => {
    const [kind = '', id = ''] = path.split('/').slice(1)
    const signature = String(headers[SIGNATURE_HEADER.toLowerCase()])
    // A poll has no body; its application is signed.
    if (judgeSignature({ body: method === 'GET' ? id : body, signature, secret: accepted }) !== null) {
      refused += 1
      answerJson(response, {}, 401)
      return
    }
    taken += 1
    const { AppId = id, SessionId } = (body === '' ? {} : JSON.parse(body)) as Record<string, string>
    answerJson(
      response,
      kind === 'applications'
        ? { AppId, ApplicationStatus: 'received' }
        : { SessionId, Status: 'approved', ResponseCode: '00', ApprovalCode: 'A1', Message: 'Approved' },
    )
  })
  const outbound = createOutbound(systemClock, { publicOnly: false })
  context.after(() => {
    outbound.close()
    server.close()
  })
  let count = 0
  /** A process with these secrets that sends until it is stopped. */
  const process = (secret: SecretRing) => {
    const processor = createHttpProcessor(
      { url: `${server.url}/applications`, secret },
      outbound,
      systemClock,
    )
    const authorizer = createHttpAuthorizer({ url: `${server.url}/charges`, secret }, outbound, systemClock)
    const poll = { takenForMs: 0, corporateName: 'Harbor', processorReference: null }
    let running = true
    const loop = async (): Promise<void> => {
      while (running) {
        count += 1
        const results = await Promise.all([
          processor.submit(application(`app_${count}`), never),
          processor.read({ ...poll, status: 'received', appId: `app_${count}` }, never),
          authorizer.authorize(charge(`ses_${count}`), never),
        ])
        assert.deepEqual(
          results.map(({ type }) => type),
          ['taken', 'taken', 'decided'],
        )
      }
    }
    const done = loop()
    return async (): Promise<void> => {
      running = false
      await done
    }
  }
  const answers = async (requests: number): Promise<void> => {
    const until = taken + requests
    while (taken < until) await new Promise((resolve) => setImmediate(resolve))
  }
  const first = [process(OLD), process(OLD)]
  await answers(60)
  // Step 1: every process gets NEW,OLD, one after the other.
  const second: (() => Promise<void>)[] = []
  for (const stop of first) {
    second.push(process([NEW, OLD]))
    await stop()
    await answers(60)
  }
  // Step 2: the receiver gets NEW. Step 3: every process gets NEW.
  accepted = NEW
  await answers(60)
  const third = [process(NEW), process(NEW)]
  for (const stop of second) await stop()
  await answers(60)
  for (const stop of third) await stop()
  assert.equal(refused, 0)
  assert.ok(taken >= 300, String(taken))
})

void test('D-149 a ring has one secret or two different strong ones', () => {
  const read = (secret: SecretRing) => readSignedAddress({ url: 'https://cards.example', secret }, PROCESSOR)
  assert.deepEqual(read(ringOf(`${NEW},${OLD}`)), { url: 'https://cards.example', secret: [NEW, OLD] })
  assert.deepEqual(read(ringOf(NEW)), { url: 'https://cards.example', secret: NEW })
  for (const [ring, words] of [
    [`${NEW},`, /at least 24 characters/],
    [`${NEW},short`, /at least 24 characters/],
    ['', /at least 24 characters/],
    [`${NEW},${NEW}`, /two different ones/],
    [`${NEW},${OLD},a-third-secret-of-the-receiver`, /two different ones/],
    [`${NEW},${'a'.repeat(30)}`, /must be random/],
  ] as const) {
    const fault = read(ringOf(ring))
    assert.ok(isAddressFault(fault) && fault.wrong === 'secret')
    assert.match(fault.message, words, ring)
  }
  assert.ok(isAddressFault(read([])), 'an empty ring signs nothing')
})
