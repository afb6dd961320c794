// P40 and P42 through the whole BFF: canary values in every regulated field, against an upstream that echoes every request and a
// process that throws at every step. The test searches the database, the write-ahead log, log lines, metrics and answers.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { createLog } from '../../packages/bff/src/observe/log.ts'
import type { SubmitFailpointName } from '../../packages/bff/src/application/submission/failpoint.ts'
import { llcValues } from '../../packages/service/src/testing.ts'
import { listening } from './support/shop.ts'
import { KEY, type SignUpPage } from '../kit/sign-up-page.ts'
import { openSignUp, type FaultSignUp } from './support/sign-up.ts'

const [first] = llcValues().signers
const VALUES = llcValues({
  taxId: '471829365',
  banking: { bankName: 'First Bank', routingNumber: '021000021', accountNumber: '73920184659301' },
  signers: [
    { ...first!, ownershipPercentage: '60', ssn: '531846207', dateOfBirth: '1974-08-23' },
    {
      ...first!,
      firstName: 'Bea',
      isPrimary: false,
      ownershipPercentage: '40',
      ssn: '648203917',
      dateOfBirth: '1969-03-17',
    },
  ],
})

/** Each value as sent, as it may be typed, and in the encoding of a request body. */
const CANARIES: readonly string[] = [
  '471829365',
  '47-1829365',
  '73920184659301',
  '531846207',
  '531-84-6207',
  '648203917',
  '648-20-3917',
].flatMap((text) => [
  text,
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
  Buffer.from(text).toString('hex'),
])
/** Regulated at rest, and in no line or answer; an address or a name is neither. */
const REGULATED = ['1974-08-23', '1969-03-17', '021000021']

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** An echo: the way in which the upstream repeats the request. */
type Echo = (body: string, response: ServerResponse) => void
const json = (status: number, body: unknown, response: ServerResponse): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
const error = (sent: string, code = 'ValidationError') => {
  const body = JSON.parse(sent) as { TaxId?: string }
  return {
    Status: 'Error',
    Refnum: body.TaxId ?? 'r',
    Error: {
      ErrorCode: code,
      ErrorMessages: [
        sent,
        `TaxId: ${body.TaxId} is taken`,
        'SignerInformationList[0].Ssn: 531-84-6207 is known',
        'SignerInformationList[1].DateOfBirth: 1969-03-17 is too late',
        'BankingInformation.AccountNumber: 7392 0184 6593 01',
        'BankingInformation.RoutingNumber: 021000021',
      ],
    },
  }
}

const ECHOES: Readonly<Record<string, Echo>> = {
  'refuses with every value': (sent, response) => json(400, error(sent), response),
  'refuses as InternalError': (sent, response) => json(500, error(sent, 'InternalError'), response),
  'makes an AppId of a number': (sent, response) =>
    json(200, { Status: 'Success', Refnum: '531846207', AppId: '471829365', Echo: sent }, response),
  'makes a Refnum of a number': (sent, response) =>
    json(200, { Status: 'Success', Refnum: '648203917', AppId: 'app-1', Echo: sent }, response),
  'answers with the request itself': (sent, response) => response.end(sent),
  'answers with the request as HTML': (sent, response) => {
    response.writeHead(502, { 'content-type': 'text/html', 'x-echo': '471829365' })
    response.end(`<pre>${sent}</pre>`)
  },
  'leads elsewhere with it': (sent, response) => {
    response.writeHead(302, { location: `/?body=${encodeURIComponent(sent)}` })
    response.end()
  },
  'breaks off in the middle of it': (sent, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(sent.length * 2) })
    response.write(sent, () => response.destroy())
  },
}

interface Searched {
  readonly signUp: FaultSignUp
  readonly page: SignUpPage
  readonly answers: unknown[]
  /** Every stored or emitted text, under a name. */
  found(): Promise<readonly (readonly [name: string, bytes: Buffer])[]>
}

async function open(
  context: TestContext,
  echo: Echo | null,
  thrown: SubmitFailpointName | null,
): Promise<Searched> {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-canary-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const lines: string[] = []
  const log = createLog({ write: (line: string) => void lines.push(line) })
  const signUp = await openSignUp(context, {
    store: `file:${join(folder, 'bff.db')}`,
    log,
    ports: {
      boarding: {
        failpoint: (name) => {
          if (name === thrown) throw new Error(JSON.stringify(VALUES), { cause: VALUES })
        },
      },
    },
  })
  if (echo !== null) {
    const server = createServer((request, response) => {
      void readBody(request).then(async (body) => {
        if (request.url?.endsWith('/SubmitGoApp')) return echo(body, response)
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(signUp.serviceUrl + request.url, { method: 'POST', headers, body })
        response.writeHead(answer.status, headers)
        response.end(await answer.text())
      })
    })
    signUp.line.lead(await listening(context, server))
  }
  const answers: unknown[] = []
  return {
    signUp,
    page: signUp.page(),
    answers,
    async found() {
      const metrics = await signUp.bff.metrics()
      const files = await readdir(folder)
      const kept = await Promise.all(
        files.map(async (file) => [file, await readFile(join(folder, file))] as const),
      )
      const said = [answers, lines, metrics].map((one) => Buffer.from(JSON.stringify(one)))
      return [...kept, ['answers', said[0]!], ['log', said[1]!], ['metrics', said[2]!]]
    },
  }
}

async function submitAndSearch({ page, answers, found, signUp }: Searched): Promise<void> {
  answers.push(await page.save(VALUES))
  const body = await page.body(VALUES)
  answers.push(await page.submit(body), await page.submit(body))
  answers.push(await page.submit(await page.body(VALUES), `other-${KEY}`))
  // A body that matches no schema, with the secrets in the wrong places: the error must not repeat it.
  answers.push(
    await page.submit({ ...body, values: VALUES, consent: { ...body.consent, signerName: '531846207' } }),
  )
  answers.push(await page.submit({ ...body, secrets: JSON.stringify(VALUES) }, `third-${KEY}`))
  answers.push(await page.status())
  const all = await found()
  assert.ok(
    all.some(([name, bytes]) => name === 'bff.db-wal' && bytes.length > 0),
    'no write-ahead log',
  )
  assert.ok(all.find(([name]) => name === 'log')![1].length > 100, 'nothing was logged')
  for (const [name, bytes] of all)
    for (const text of [...CANARIES, ...REGULATED]) assert.ok(!bytes.includes(text), `${text} is in ${name}`)
  void signUp
}

void describe('P40 P42 an applicant’s secrets exist for one request only', { concurrency: 4 }, () => {
  // P40 asserts: 0 canaries in database, write-ahead log, answers, log and metrics.
  test('P40 a received application leaves no secret anywhere', async (context) => {
    const searched = await open(context, null, null)
    await submitAndSearch(searched)
    assert.equal((await searched.signUp.received()).length, 1)
  })
  for (const [what, echo] of Object.entries(ECHOES))
    // P42 asserts: 0 canaries with an upstream that echoes, ${#ECHOES} ways.
    test(`P42 nothing is stored or logged of an upstream that ${what}`, async (context) => {
      await submitAndSearch(await open(context, echo, null))
    })
  for (const name of ['judged', 'written', 'agreed', 'leaving', 'answered', 'recorded'] as const)
    // P42 asserts: 0 canaries with an exception at each of six places.
    test(`P42 an exception with all values, at "${name}", exposes none`, async (context) => {
      await submitAndSearch(await open(context, null, name))
    })
})
