/** Transactions of the dashboard: list, filters, pages, totals, story, CSV and live notices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { createService, type Service } from '../app/service.ts'
import { SESSION, type SessionRow, type Tables } from '../schema/schema.ts'
import { DashboardBrowser, FAST_PASSWORDS, ORIGIN } from '../testing/dashboard.ts'
import { withStack, type Stack } from '../testing.ts'
import { SESSION_STREAMS_MAX } from './change-streams.ts'
import { csvFile } from './csv.ts'

const DAY_MS = 86_400_000

/** An account, its terminal, and rows of sessions at chosen times. */
async function withRows(store: Store<Tables>) {
  const service = await createService({ store, passwords: FAST_PASSWORDS })
  const account = await service.accounts.createAccount('Shop')
  const accountId = account?.id ?? ''
  const owner = await DashboardBrowser.signedIn(service, accountId)
  const device = await owner.call('POST', '/terminals', { serial: 'SN-1', model: 'a920', name: '=Front' })
  const deviceId = String(device.body['id'])
  const add = async (changes: Partial<SessionRow>): Promise<void> => {
    const count = (await store.db.selectFrom('service_session').selectAll().execute()).length
    const id = `ses_${'abcdefghijklmnopqrstuvwxyz'.slice(0, 24)}${String.fromCharCode(97 + Math.floor(count / 26), 97 + (count % 26))}`
    const row: SessionRow = {
      id,
      accountId: accountId,
      deviceId: deviceId,
      externalId: `order-${count}`,
      command: 'cc:sale',
      creditOf: null,
      creditLastFour: null,
      amountMinor: 4_200,
      currency: 'USD',
      softwareName: 'Till',
      softwareVersion: '1',
      custom: '{}',
      status: 'COMPLETED',
      progress: null,
      version: 1,
      createdAtMs: DAY_MS,
      promptByMs: 0,
      cardByMs: null,
      authorizeAtMs: null,
      asks: 0,
      answerByMs: null,
      reversal: null,
      deadlineMs: 0,
      cardBrand: 'Visa',
      cardLastFour: '4242',
      cardEntry: 'tap',
      resultStatus: 'approved',
      refNum: `9${count}`,
      responseCode: '00',
      approvalCode: 'ABC123',
      message: 'Approved',
      completedAtMs: DAY_MS,
      nextAtMs: null,
      leaseUntilMs: null,
      leaseOwner: null,
      fence: 0,
      steps: '[]',
      ...changes,
    }
    await store.db.insertInto('service_session').values(SESSION.toColumns(row)).execute()
  }
  const list = async (query: string) => (await owner.call('GET', `/transactions?${query}`)).body
  return { service, owner, deviceId, add, list }
}

type Row = Readonly<Record<string, unknown>>
const rowsOf = (body: Record<string, unknown>): readonly Row[] => body['transactions'] as readonly Row[]
const DAY = `from=${DAY_MS}&to=${2 * DAY_MS}`

eachEngine<Tables>('lists a day with filters, search and totals that add up', async ({ store }) => {
  const { service, owner, deviceId, add, list } = await withRows(store)
  await add({})
  await add({ resultStatus: 'declined', approvalCode: null, cardLastFour: '0005' })
  await add({ command: 'cc:credit', amountMinor: 5_000 })
  await add({ status: 'TIMEOUT', resultStatus: 'timeout', refNum: null })
  await add({ status: 'USER_CANCELLED', resultStatus: null, refNum: null, cardBrand: null })
  await add({ status: 'ERROR', resultStatus: 'error', externalId: 'odd_100%' })
  await add({ createdAtMs: 2 * DAY_MS })
  await add({ createdAtMs: DAY_MS - 1 })
  const all = await list(DAY)
  assert.deepEqual(all['totals'], { transactions: 6, approved: 2, amount: '-8.00', currency: 'USD' })
  assert.equal(all['next'], null)
  const found = async (more: string) => rowsOf(await list(`${DAY}&${more}`)).map((row) => row['externalId'])
  assert.deepEqual(await found('state=approved'), ['order-2', 'order-0'])
  assert.deepEqual(await found('state=declined'), ['order-1'])
  assert.deepEqual(await found('state=timeout'), ['order-3'])
  assert.deepEqual(await found('state=cancelled'), ['order-4'])
  assert.deepEqual(await found('state=error'), ['odd_100%'])
  assert.deepEqual(await found('state=running'), [])
  assert.deepEqual(await found('search=0005'), ['order-1'])
  assert.deepEqual(await found('search=ORDER-3'), ['order-3'])
  assert.deepEqual(await found('search=90'), ['order-0'])
  assert.deepEqual(await found(`search=${encodeURIComponent('_100%')}`), ['odd_100%'])
  assert.deepEqual(await found(`search=${encodeURIComponent('%')}`), ['odd_100%'])
  assert.equal((await found(`terminal=${deviceId}`)).length, 6)
  assert.deepEqual(await found('terminal=dev_other'), [])
  for (const query of [
    '',
    'from=1',
    `from=5&to=5`,
    'from=0&to=99999999999',
    `${DAY}&state=paid`,
    `${DAY}&account=x`,
    `${DAY}&after=1`,
  ])
    assert.equal((await owner.call('GET', `/transactions?${query}`)).code, 'invalid', query)
  await service.close()
})

eachEngine<Tables>(
  'D-204 the list, the story and the file have the order number of a transaction, and the search finds it',
  async ({ store }) => {
    const { service, owner, add, list } = await withRows(store)
    await add({ custom: '{"xInvoice":"R-1042","xDescription":"like R-2000"}' })
    await add({ custom: JSON.stringify({ xInvoice: 'R_%"1043' }) })
    await add({ custom: JSON.stringify({ xInvoice: 'odd \u0000 \ud800 R-2000' }) })
    await add({ custom: '{"xInvoice":7}' })
    await add({})
    const found = async (search: string) =>
      rowsOf(await list(`${DAY}&search=${encodeURIComponent(search)}`)).map((row) => row['order'])
    assert.deepEqual(
      rowsOf(await list(DAY)).map((row) => row['order']),
      [null, '7', 'odd \u0000 \ud800 R-2000', 'R_%"1043', 'R-1042'],
    )
    assert.deepEqual(await found('r-104'), ['R-1042'])
    assert.deepEqual(await found('_%"'), ['R_%"1043'])
    assert.deepEqual(await found('like'), [])
    const story = (await owner.call('GET', '/transactions/ses_abcdefghijklmnopqrstuvwxaa')).body
    assert.equal(story['order'], 'R-1042')
    const { text } = await owner.call('GET', `/transactions.csv?${DAY}`)
    assert.match(text, /xRefNum,Order,External ID.*\r\n.*R-1042,order-0,/s)
    await service.close()
  },
)

eachEngine<Tables>(
  'pages of rows have no gap and no repeat, also within one millisecond',
  async ({ store }) => {
    const { service, add, list } = await withRows(store)
    for (let count = 0; count < 120; count += 1) await add({ createdAtMs: DAY_MS + Math.floor(count / 40) })
    const seen: unknown[] = []
    let after: string | null = ''
    while (after !== null) {
      const page = await list(`${DAY}${after === '' ? '' : `&after=${after}`}`)
      seen.push(...rowsOf(page).map((row) => row['id']))
      after = page['next'] as string | null
    }
    assert.deepEqual([seen.length, new Set(seen).size], [120, 120])
    await service.close()
  },
)

eachEngine<Tables>('a repeated member of the query is refused by name', async ({ store }) => {
  const { service, owner } = await withRows(store)
  const { body } = await owner.call('GET', `/transactions?${DAY}&state=approved&state=timeout`)
  assert.deepEqual(body['error'], { code: 'invalid', message: 'The value of "state" is not valid.' })
  await service.close()
})

eachEngine<Tables>('CSV has every filtered row, with formulas as text', async ({ store }) => {
  const { service, owner, add } = await withRows(store)
  await add({ externalId: 'order-a', message: 'Approved, "thanks"' })
  await add({ status: 'TIMEOUT', resultStatus: 'timeout' })
  const { text, headers } = await owner.call('GET', `/transactions.csv?${DAY}&state=approved`)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="transactions-1970-01-02.csv"')
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines.length, 2)
  assert.match(
    lines[1] ?? '',
    /^1970-01-02T00:00:00\.000Z,ses_\w+,90,,order-a,cc:sale,42\.00,USD,approved,00,/,
  )
  assert.match(lines[1] ?? '', /,"Approved, ""thanks""",Visa,4242,tap,'=Front,SN-1$/)
  await service.close()
})

void test('a cell never begins a formula, and numbers stay numbers', () => {
  assert.equal(
    csvFile(
      ['a'],
      [['=1+1'], ['+1'], ['-1'], ['@x'], ['\tx'], [' =1'], ['\t=1'], ['＝1'], [-1], [null], ['plain']],
    ),
    "a\r\n'=1+1\r\n'+1\r\n'-1\r\n'@x\r\n\tx\r\n '=1\r\n\t'=1\r\n'＝1\r\n-1\r\n\r\nplain\r\n",
  )
  // Spreadsheets of many countries divide cells at semicolons.
  assert.equal(
    csvFile(['a'], [['R-1;=1+1;2'], ['R-1; ＠x'], ['R-1\t-1']]),
    "a\r\nR-1;'=1+1;2\r\nR-1; '＠x\r\nR-1\t'-1\r\n",
  )
})

/** Signs an owner in at the account of a stack. */
async function ownerOf(stack: Stack): Promise<DashboardBrowser> {
  const [account] = await stack.service.accounts.listAccounts()
  return DashboardBrowser.signedIn(stack.service, account?.id ?? '')
}

void test(
  'the story of a sale has its steps, times, card and result, by session and by xRefNum',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const { sessionId } = await terminal.receive('prompt')
    terminal.send({ type: 'prompt_shown', sessionId })
    terminal.present(sessionId)
    await terminal.receive('authorization')
    terminal.send({ type: 'result_shown', sessionId })
    await stack.until(sessionId, 'COMPLETED')
    const owner = await ownerOf(stack)
    const { body, status } = await owner.call('GET', `/transactions/${sessionId}`)
    assert.equal(status, 200)
    const steps = body['steps'] as readonly { event: string; status: string; atMs: number }[]
    assert.deepEqual(
      steps.map((step) => [step.event, step.status]),
      [
        ['started', 'INITIATING'],
        ['prompt_shown', 'IN_PROGRESS'],
        ['card_presented', 'IN_PROGRESS'],
        ['authorized', 'IN_PROGRESS'],
        ['ended', 'COMPLETED'],
      ],
    )
    assert.deepEqual(
      steps.map(({ atMs }) => atMs),
      steps.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
    )
    assert.deepEqual(
      [body['state'], body['amount'], body['terminalName']],
      ['approved', '42.00', 'Front counter'],
    )
    const [charge] = await stack.charges()
    const byReference = await owner.call('GET', `/transactions/${charge?.reference ?? ''}`)
    assert.deepEqual(byReference.body, body)
    assert.equal((await owner.call('GET', '/transactions/1')).code, 'not-found')
    assert.equal((await owner.call('GET', '/transactions/x')).code, 'not-found')
    const terminals = await owner.call('GET', '/terminals')
    const [row] = terminals.body['terminals'] as readonly Row[]
    assert.deepEqual(
      [row?.['status'], row?.['paired'], (row?.['lastSession'] as Row | undefined)?.['id']],
      ['CONNECTED', true, sessionId],
    )
  }),
)

/** Opens the stream of a browser; returns its text so far. */
async function watch(service: Service, browser: DashboardBrowser) {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: browser.cookie }
  const response = await service.fetch(new Request(`${ORIGIN}/dashboard/api/events`, { headers }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    status: response.status,
    cancel: () => reader?.cancel(),
    /** Reads until the text contains `wanted`, or the stream ends. */
    async until(wanted: string): Promise<string> {
      let text = ''
      while (!text.includes(wanted)) {
        const piece = await reader?.read()
        if (piece === undefined || piece.done) return `${text}(ended)`
        text += piece.value
      }
      return text
    },
  }
}

void test(
  'an open page hears of a sale at once; a page of another account does not',
  withStack(async (stack) => {
    const owner = await ownerOf(stack)
    const other = await stack.service.accounts.createAccount('Other')
    const stranger = await DashboardBrowser.signedIn(stack.service, other?.id ?? '')
    const { deviceId } = await stack.device()
    const [mine, theirs] = [await watch(stack.service, owner), await watch(stack.service, stranger)]
    await stack.initiate(deviceId, 'order-1')
    assert.match(await mine.until('event: transaction'), /^: open/)
    await stack.service.drain()
    assert.equal(await theirs.until('event:'), ': open\n\n(ended)')
    assert.match(await mine.until('never'), /\(ended\)$/)
    assert.equal((await watch(stack.service, owner)).status, 429, 'no stream while it drains')
  }),
)

void test(
  'a session has a limited number of streams; a closed page frees its own',
  withStack(async (stack) => {
    const owner = await ownerOf(stack)
    const open = []
    for (let count = 0; count < SESSION_STREAMS_MAX; count += 1) open.push(await watch(stack.service, owner))
    assert.equal((await watch(stack.service, owner)).status, 429)
    await open[0]?.cancel()
    assert.equal((await watch(stack.service, owner)).status, 200)
  }),
)
