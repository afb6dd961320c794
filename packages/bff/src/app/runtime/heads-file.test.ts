// The file of heads: `audit verify --heads` names the events that the ledger lost since, and a file that cannot be written stops no sale.
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStore } from '@tapboard/store'
import { deferred, turn } from '@tapboard/store/testing'
import { runCli } from '../../cli.ts'
import { withCommitted } from '../../sale/ledger/committed-events.ts'
import { Ledger } from '../../sale/ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../../sale/ledger/schema.ts'
import { sqlLedgerStore } from '../../sale/ledger/ledger-store.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import { approved, read, rows } from '../../sale/machine/machine.testing.ts'
import { keptLog } from '../../sale/testing.ts'
import { createHeadsWriter, openHeadsFile } from './heads-file.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none', fence: 0 } as const

async function folderOf(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-heads-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const head = (number: number) => ({ saleId: 'sale_a', number, hash: 'a'.repeat(64) })
const lineOf = (number: number): string => `sale_a ${number} ${'a'.repeat(64)}`

test('D-195 names the sale and the events that a ledger lost after their commit', async (context) => {
  const folder = await folderOf(context)
  const file = join(folder, 'heads')
  const url = `file:${join(folder, 'ledger.db')}`
  const store = await openStore<LedgerTables>(url)
  try {
    await store.migrate(LEDGER_MIGRATIONS)
    const heads = await openHeadsFile(file, keptLog().log)
    const ledger = new Ledger(withCommitted(sqlLedgerStore(store), (event) => heads.write(event)))
    for (const id of ['a', 'b']) {
      const other = { id, orderRef: id, idempotencyKey: id, externalId: id, deviceId: id }
      await ledger.insert({ ...rows.intent, ...other, fence: 0, leaseOwner: null, leaseUntilMs: null })
      await ledger.apply(id, { type: 'send_claimed' }, OPTIONS)
      await ledger.apply(id, { type: 'accepted', sessionId: `s${id}`, taken: false }, OPTIONS)
    }
    await assert.rejects(
      ledger.insert({ ...rows.intent, id: 'c', orderRef: 'a', idempotencyKey: 'c', attempt: 2 }),
    )
    const ofA = store.db.selectFrom('sale').selectAll().where('id', '=', 'a')
    const row = await ofA.executeTakeFirstOrThrow()
    await ledger.apply('a', read(approved), OPTIONS)
    await heads.close()
    assert.equal((await readFile(file, 'utf8')).trim().split('\n').length, 7)
    // A fail-over to a standby that lacks the approval of one sale and all of the other.
    await store.db.deleteFrom('sale_event').where('sale_id', '=', 'a').where('number', '=', 4).execute()
    await store.db.updateTable('sale').set(row).where('id', '=', 'a').execute()
    await store.db.deleteFrom('sale_event').where('sale_id', '=', 'b').execute()
    await store.db.deleteFrom('sale').where('id', '=', 'b').execute()
  } finally {
    await store.close()
  }
  const audit = async (...more: readonly string[]): Promise<readonly [number, readonly string[]]> => {
    const out: string[] = []
    const code = await runCli({
      args: ['audit', 'verify', ...more],
      environment: { TAPBOARD_STORE_URL: url },
      fetch: () => assert.fail('no request'),
      print: (line) => void out.push(line),
      printError: (line) => void out.push(line),
      stopped: new Promise(() => {}),
    })
    return [code, out]
  }
  assert.deepEqual(await audit(), [0, ['ok: 1 sales, 3 events']])
  const [code, lines] = await audit('--heads', file)
  assert.equal(code, 1)
  assert.deepEqual(
    lines
      .filter((line) => line.includes('written down'))
      .map((line) => line.split(':')[0])
      .toSorted((a = '', b = '') => a.localeCompare(b)),
    ['a event 4', 'b event 1', 'b event 2', 'b event 3'],
  )
})

test('D-195 keeps heads while the file cannot be written, and follows a renamed file', async (context) => {
  const folder = await folderOf(context)
  const [file, kept] = [join(folder, 'heads'), join(folder, 'heads.1')]
  const { log, lines } = keptLog()
  const heads = await openHeadsFile(file, log)
  heads.write(head(1))
  await heads.close()
  await rename(file, kept)
  await mkdir(file)
  heads.write(head(2))
  await heads.close()
  heads.write(head(3))
  await heads.close()
  assert.equal(lines.filter(({ level }) => level === 'error').length, 1)
  await rmdir(file)
  heads.write(head(4))
  await heads.close()
  assert.equal(await readFile(kept, 'utf8'), `${lineOf(1)}\n`)
  assert.equal(await readFile(file, 'utf8'), [2, 3, 4].map((number) => `${lineOf(number)}\n`).join(''))
})

test('a file of heads that cannot be appended to stops the start', async (context) => {
  const folder = await folderOf(context)
  await chmod(folder, 0o700)
  await assert.rejects(
    openHeadsFile(folder, keptLog().log),
    /TAPBOARD_HEADS_FILE: the file cannot be appended to/,
  )
})

test('D-195 writes a head that comes while the last batch ends', async () => {
  // The end of a batch takes some microtasks; the head comes after each number of them.
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const written = deferred()
    const texts: string[] = []
    const heads = createHeadsWriter(async (text) => {
      texts.push(text)
      await written.promise
    }, keptLog().log)
    heads.write(head(1))
    written.resolve()
    for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve()
    heads.write(head(2))
    await turn()
    assert.deepEqual(texts, [`${lineOf(1)}\n`, `${lineOf(2)}\n`], `after ${microtasks} microtasks`)
    await heads.close()
  }
})
