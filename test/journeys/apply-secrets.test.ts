// A merchant's secrets exist afterwards only in sealed form at the service: not in a log line, a database file or its WAL, the
// browser's storage, the page, an event, the history or an address (P40, P42, P45).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationValues } from '@tapboard/contract'
import type { Page } from 'playwright-core'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { documentOf, filesOf, found, keptBy, type Canaries } from './support/canaries.ts'
import { business, useSignUps } from './support/sign-ups.ts'

/** Valid, and unlike anything else in the world of these tests. */
const SECRETS = {
  taxId: '64-1357902',
  firstSsn: '517-28-4693',
  secondSsn: '604-39-7158',
  accountNumber: '8370264915',
} as const satisfies Canaries
const REGULATED = {
  ...SECRETS,
  routingNumber: '324377516',
  firstBirth: '1963-10-27',
  secondBirth: '1971-12-19',
} as const satisfies Canaries

/** A business with a distinct value in every regulated field. */
const confided = (ending = ''): ApplicationValues => {
  const { taxId, routingNumber, accountNumber, firstSsn, firstBirth, secondSsn, secondBirth } = REGULATED
  return business(ending, {
    ...SAMPLES.llc,
    taxId,
    banking: { bankName: 'Cascade Community Bank', routingNumber, accountNumber },
    signers: SAMPLES.llc.signers.map((signer) => ({
      ...signer,
      ...(signer.isPrimary
        ? { ssn: firstSsn, dateOfBirth: firstBirth }
        : { ssn: secondSsn, dateOfBirth: secondBirth }),
    })),
  })
}

const said: string[] = []
const write = (...line: readonly unknown[]): void => void said.push(JSON.stringify(line))
const log = { info: write, warn: write, error: write }

const signUps = useSignUps(() => ({
  service: { log, timings: { sandboxStepMs: 300 } },
  bff: { log },
}))

interface Heard {
  readonly addresses: string[]
  readonly bodies: string[]
  readonly console: string[]
}

/** Records every request of the page and its console output. */
function overhear(page: Page): Heard {
  const heard: Heard = { addresses: [], bodies: [], console: [] }
  page.on('request', (request) => {
    heard.addresses.push(request.url(), JSON.stringify(request.headers()))
    heard.bodies.push(request.postData() ?? '')
  })
  page.on('console', (message) => heard.console.push(message.text()))
  return heard
}

/** Stores every event of the element as text, with only the detail that a page can read. */
const KEEP_EVENTS = `
  globalThis.events = []
  for (const name of ['ready', 'step', 'draft-saved', 'submit', 'submitted', 'error'])
    addEventListener('merchant-apply-' + name, (event) => events.push(JSON.stringify(event.detail)))
`

test('the search finds canaries in any encoding', () => {
  const ssn = { ssn: '517-28-4693' }
  for (const kept of [
    '{"ssn":"517284693"}',
    'x 517 28 4693 y',
    Buffer.from('{"ssn":"517284693"}').toString('base64'),
    Buffer.from('a 517-28-4693 b').toString('base64url'),
    Buffer.from('517284693').toString('hex'),
  ])
    assert.notDeepEqual(found(ssn, kept), [], kept)
  assert.deepEqual(found(ssn, '…4693 517284694'), [])
})

// P40 asserts: 0 canaries on disk.
// P42 asserts: 0 canaries in logs.
// P45 asserts: 0 canaries in document and storage.
test('P40 P42 P45 submitted, refused and lost sign-ups leave no secret behind', async () => {
  const { visit, shop } = signUps
  visit.expect(/status of 422/)
  await visit.context.addInitScript(KEEP_EVENTS)
  const page = await visit.tab()
  const heard = overhear(page)
  const left = async (where: string, regulated: Canaries = REGULATED): Promise<void> => {
    assert.deepEqual(found(regulated, await documentOf(page)), [], `${where}: the document`)
    assert.deepEqual(
      found(REGULATED, await keptBy(visit.context, page)),
      [],
      `${where}: the browser's storage`,
    )
  }

  for (const [ending, lose] of [
    ['', false],
    ['(declined)', true],
  ] as const) {
    const values = confided(ending)
    const person = await signUps.open('plans', page)
    await person.fill(values)
    const lost = lose ? shop.line.loseAnswer(/^POST \/boarding\/SubmitGoApp$/) : null
    await person.submit(values)
    await lost
    await person.sees(
      ending === '' ? 'Your application is approved' : 'Your application was declined',
      40_000,
    )
    await left(ending || 'approved')
    const events = await page.evaluate<readonly string[]>('events')
    assert.ok(events.length >= 10)
    assert.deepEqual(found(REGULATED, events.join('\n')), [], 'an event of the element')
    await page.reload()
    await person.sees(/approved|declined/)
    await left(`${ending || 'approved'}, loaded again`)
  }

  // Refused by the service and not corrected: the input is still on the page, and only there.
  const refused = await signUps.open('plans', page)
  const values = confided('(refused)')
  await refused.fill(values)
  await refused.submit(values)
  await refused.at('review')
  await refused.reads('3 things to fix')
  await page.goto(`${shop.siteUrl}/`)
  await page.goBack()
  await refused.sees(/./)
  await left('refused, left and come back to', SECRETS)

  assert.deepEqual(found(REGULATED, heard.addresses.join('\n')), [], 'an address or a header')
  assert.deepEqual(found(SECRETS, heard.bodies.join('\n')), [], 'a body that the page sent')
  assert.deepEqual(found(REGULATED, heard.console.join('\n')), [], 'the console')
  assert.ok(said.length > 50, 'the logs were heard')
  assert.deepEqual(found(REGULATED, said.join('\n')), [], 'a log line')
  const files = filesOf(shop.stack.dir)
  assert.ok([...files.keys()].some((path) => path.endsWith('.db-wal')))
  for (const [path, content] of files) assert.deepEqual(found(REGULATED, content), [], path)
  assert.ok([...files.values()].some((content) => content.includes(values.corporateName.slice(0, 10))))
})
