// P48 with real processes: the BFF is killed at each moment of a submission, another one takes over, and the page repeats the
// same request. The service never has more than one application, and nothing is stuck (INV-19).
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe } from 'node:test'
import type { ApplicationStatus } from '@tapboard/contract'
import { createService, serveService } from '@tapboard/service'
import { openStore } from '@tapboard/store'
import { eachEngine, type EngineContext } from '@tapboard/store/testing'
import type { ApplicationTables } from '../../packages/bff/src/application/tables.ts'
import type { Tables } from '../../packages/service/src/schema/schema.ts'
import { Partner, TEST_DATA_KEY } from '../../packages/service/src/testing.ts'
import { programOf, ROOT } from '../kit/process.ts'
import { until } from '../kit/until.ts'
import { LONG } from '../kit/limits.ts'
import type { Orders } from './support/sign-up-process.ts'
import { openPageOf } from './support/sign-up.ts'

const FILE = path.resolve(ROOT, programOf('test/faults/support/sign-up-process.ts'))

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

async function run(orders: Orders): Promise<Running> {
  const child = spawn(process.execPath, ['--conditions=tapboard-source', FILE, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, url: printed.toString().trim() }
}

async function stop({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const SENT: readonly ApplicationStatus[] = ['submitted', 'in_review', 'approved']

/** Moment of death; the end that the heir reaches by itself without a look-up, and with one; applications at the service then. */
const MOMENTS: readonly (readonly [
  diesAt: string,
  alone: readonly ApplicationStatus[],
  asked: readonly ApplicationStatus[],
  received: number,
])[] = [
  ['judged', ['draft'], ['draft'], 0],
  ['written', ['draft'], ['draft'], 0],
  ['agreed', ['draft'], ['draft'], 0],
  ['leaving', ['in_doubt'], ['refused'], 0],
  ['answered', ['in_doubt'], SENT, 1],
  ['recorded', SENT, SENT, 1],
]

async function killedAt(
  { url: store, open }: EngineContext<ApplicationTables>,
  diesAt: string,
  lookup: boolean,
  states: readonly ApplicationStatus[],
  received: number,
): Promise<void> {
  const serviceStore = await openStore<Tables>('file::memory:')
  const service = await createService({ store: serviceStore, dataKey: TEST_DATA_KEY })
  await service.start()
  const served = await serveService({ service, port: 0 })
  const { testKey: apiKey } = await Partner.join(service)
  const orders = { store, serviceUrl: served.url, apiKey, lookup, diesAt: null, speed: 1 }
  const first = await run({ ...orders, diesAt })
  const heirs: Running[] = []
  try {
    const page = openPageOf(first.url)
    const body = await page.body()
    const lost = await page.submit(body)
    assert.ok(!lost.ok && lost.code === 'network', JSON.stringify(lost))
    await until('the process is gone', () => first.child.signalCode === 'SIGKILL')
    // Its clock runs fast: the lease of the dead process and the fence of the look-up expire soon.
    heirs.push(await run({ ...orders, speed: 60 }))
    const books = await open()
    const stateOf = async (): Promise<ApplicationStatus> =>
      (await books.db.selectFrom('application').select('state').executeTakeFirstOrThrow()).state
    const ended = await until(`it is ${states.join(' or ')}`, async () => {
      const state = await stateOf()
      return states.includes(state) ? state : null
    })
    const applications = (): Promise<readonly unknown[]> => service.boarding.applications.list()
    assert.equal((await applications()).length, received)
    const [{ child }] = heirs as [Running]
    child.kill('SIGUSR2')
    await once(child.stdout!, 'data')
    const heir = openPageOf(heirs[0]!.url)
    const again = await heir.submit(body)
    assert.ok(again.ok && again.value !== null, JSON.stringify(again))
    assert.ok((await applications()).length <= 1)
    if (ended === 'draft') assert.ok(SENT.includes(again.value.state))
    if (ended === 'in_doubt') assert.equal(again.value.state, 'in_doubt')
    if (ended === 'refused') {
      // The same request names the submission that was not received: a new one is sent.
      const corrected = await heir.submit(await heir.body(), 'next-key-0123456789abcdef')
      assert.ok(corrected.ok && corrected.value !== null && SENT.includes(corrected.value.state))
    }
    if (ended !== 'in_doubt') assert.equal((await applications()).length, 1)
  } finally {
    for (const one of [first, ...heirs]) await stop(one)
    await service.close()
    await served.close()
    await serviceStore.close()
  }
}

/** Only the long version runs each moment on PostgreSQL, too: the store's own tests cover a kill. */
const ENGINES = LONG ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

void describe('P48 a killed process', { concurrency: 2 }, () => {
  for (const [diesAt, alone, asked, received] of MOMENTS) {
    eachEngine<ApplicationTables>(
      `P48 killed at "${diesAt}": it is ${alone[0]}, and at most one application is made`,
      (context) => killedAt(context, diesAt, false, alone, received),
      {},
      ENGINES,
    )
    eachEngine<ApplicationTables>(
      `P48 killed at "${diesAt}", with a look-up: it is ${asked[0]}, and one application is made`,
      (context) => killedAt(context, diesAt, true, asked, received),
      {},
      ENGINES,
    )
  }
})
