/**
 * Hostile input: the boarding API answers at once with a success or an error of D-23, never with an internal
 * error (P50, P53).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { boarding } from '@tapboard/contract'
import * as fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { ANY_TOKEN, llcValues, withPartner, withStack } from '../testing.ts'

const NAUGHTY = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  '👩‍👩‍👧',
  "'; drop table service_application; --",
  '<img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '00000',
  '-1',
  '1e309',
  'NaN',
  '１２３４５６７８９',
  'x'.repeat(10_000),
  '9'.repeat(10_000),
  '('.repeat(10_000),
  'P O '.repeat(2_500),
  `a@${'a.'.repeat(5_000)}`,
  `http://${'a-'.repeat(5_000)}`,
]

const PATHS = [
  'TierName CorporateName DBAName AnnualCreditCardSales OwnershipType BusinessStartDate AgentName AgentEmail Website TaxId BusinessEmail BusinessPhone ProductSold Token BusinessAddress MailingAddress BankingInformation SignerInformationList',
]
  .join(' ')
  .split(' ')

void test(
  'P50 hostile texts in every field of every operation are rejected or accepted, at once',
  withPartner(async (partner) => {
    const ApiKey = partner.testKey
    const good = partner.submission(llcValues(), ANY_TOKEN, { key: ApiKey })
    const [signer] = good['SignerInformationList'] as Record<string, unknown>[]
    const inner = (name: string, text: string) => ({
      ...good,
      SignerInformationList: [{ ...signer, [name]: text }],
    })
    for (const text of NAUGHTY) {
      const bodies = [
        ...PATHS.map((name) => ({ ...good, [name]: text })),
        ...Object.keys(signer ?? {}).map((name) => inner(name, text)),
        {
          ...good,
          BusinessAddress: Object.fromEntries(
            Object.keys(good['BusinessAddress'] as object).map((name) => [name, text]),
          ),
        },
        { ...good, BankingInformation: { bankName: text, routingNumber: text, accountNumber: text } },
        { ...good, signature: { token: text } },
      ]
      for (const body of bodies) {
        const startedMs = performance.now()
        const { status } = await partner.post('SubmitGoApp', body)
        assert.ok(status === 200 || status === 400, `${status}`)
        assert.ok(performance.now() - startedMs < 5_000, 'no pattern runs away')
      }
      for (const body of [
        { ApiKey, TierName: text, Locale: text },
        { ApiKey, TierName: 'Standard', Acceptance: text },
        {
          ApiKey,
          TierName: 'Standard',
          Acceptance: {
            CorporateName: text,
            SignerName: text,
            Documents: [{ Id: text, Version: text, Sha256: text }],
            Consents: [text],
            Evidence: { [text]: text },
          },
        },
      ])
        assert.ok([200, 400].includes((await partner.post('Agreement', body)).status))
      for (const body of [
        { ApiKey, AppId: text },
        { ApiKey, Token: text },
      ])
        assert.ok([200, 400, 404].includes((await partner.post('GetApplication', body)).status))
    }
  }),
)

void test(
  'P50 any JSON to any operation gets a success or an error of D-23, never a 5xx',
  withPartner(async (partner) => {
    const good = partner.submission(llcValues(), 'x', { key: partner.testKey })
    const operation = fc.constantFrom('GetTiers', 'SubmitGoApp', 'Agreement', 'GetApplication')
    const member = fc.constantFrom(
      ...PATHS,
      'Acceptance',
      'Locale',
      'AppId',
      'signature',
      'constructor',
      'toString',
    )
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
    )
    await fc.assert(
      fc.asyncProperty(operation, fc.dictionary(member, value), async (name, changes) => {
        const answer = await partner.post(name, { ...good, ...changes })
        assert.ok([200, 400, 404].includes(answer.status), String(answer.status))
        if (answer.status !== 200) boarding.BoardingErrorBody.parse(answer.body)
      }),
      propertyRuns(20261121, 400),
    )
  }),
)

void test(
  'P50 rejects bodies that are not a JSON object, too deep, ambiguous or too large in the form of D-23',
  withPartner(async (partner) => {
    const ApiKey = partner.testKey
    const large = JSON.stringify({ ApiKey, CorporateName: 'x'.repeat(262_144) })
    const fits = JSON.stringify({ ApiKey, CorporateName: 'x'.repeat(260_000) })
    for (const [body, status] of [
      ['', 400],
      ['{', 400],
      ['[]', 400],
      ['null', 400],
      ['"x"', 400],
      [`${'['.repeat(100_000)}`, 400],
      [`{"ApiKey":"${ApiKey}","BusinessAddress":${'{"a":'.repeat(13)}1${'}'.repeat(13)}}`, 400],
      [`{"ApiKey":"${ApiKey}","__proto__":{"TierName":"Standard"}}`, 400],
      [`{"ApiKey":"${ApiKey}","ApiKey":"${ApiKey}"}`, 400],
      [large, 413],
      [fits, 400],
    ] as const) {
      const answer = await partner.post('SubmitGoApp', body)
      assert.equal(answer.status, status)
      assert.equal(boarding.BoardingErrorBody.parse(answer.body).Error.ErrorCode, 'ValidationError')
    }
    const read = async (method: string, path: string) => {
      const response = await partner.service.fetch(new Request(`http://service${path}`, { method }))
      return [response.status, boarding.BoardingErrorBody.parse(await response.json()).Error.ErrorCode]
    }
    assert.deepEqual(await read('GET', '/boarding/GetTiers'), [405, 'ValidationError'])
    assert.deepEqual(await read('POST', '/Boarding/Elsewhere'), [404, 'NotFound'])
  }),
)

void test(
  'P50 validates maximal texts and thousands of members without catastrophic backtracking',
  withPartner(async (partner) => {
    const ApiKey = partner.testKey
    const good = partner.submission(llcValues(), ANY_TOKEN, { key: ApiKey })
    const [signer] = good['SignerInformationList'] as Record<string, unknown>[]
    const members = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`m${index}`, 1]))
    const within = async (body: unknown): Promise<void> => {
      const startedMs = performance.now()
      assert.equal((await partner.post('SubmitGoApp', body)).status, 400)
      assert.ok(performance.now() - startedMs < 5_000)
    }
    for (const seed of ['9', '(', 'p ', 'P O ', '.', 'a.', 'a-', ' ,000', '\u0301', 'case postal '])
      for (const name of ['CorporateName', 'Website', 'BusinessEmail', 'TaxId', 'ProductSold', 'AgentEmail'])
        await within({
          ...good,
          OwnershipType: '',
          [name]: `x@${seed.repeat(200_000 / Buffer.byteLength(seed))}`,
        })
    const street = 'P.O. '.repeat(40_000)
    await within({
      ...good,
      BusinessAddress: { ...(good['BusinessAddress'] as object), streetAddress: street },
    })
    await within({ ...good, ...members, TaxId: '' })
    await within({ ...good, SignerInformationList: Array.from({ length: 400 }, () => signer) })
  }),
)

void test(
  'P53 rejects an endless body at 256 KiB and closes the connection',
  withStack(async (stack) => {
    const { hostname, port } = new URL(stack.url)
    const socket = connect(Number(port), hostname)
    // The server may reset a connection whose body does not end, after its answer.
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write('POST /boarding/SubmitGoApp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    for (let count = 0; count < 18; count += 1) socket.write(chunk)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1.1 413 [\s\S]*connection: close/i)
    assert.match(answer.toString(), /"ErrorCode":"ValidationError"/)
    await closed
  }),
)
