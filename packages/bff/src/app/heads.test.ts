// The heads of the ledger at a receiver of webhooks: signed, repeated until the receiver has them, and fit for `audit verify --heads`.
import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { judgeWebhook, newWebhookSecret, systemClock, systemRandom } from '@tapboard/server'
import { openStore } from '@tapboard/store'
import { withCommitted } from '../sale/ledger/committed-events.ts'
import { Ledger } from '../sale/ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../sale/ledger/schema.ts'
import { sqlLedgerStore } from '../sale/ledger/ledger-store.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import { rows } from '../sale/machine/machine.testing.ts'
import { keptLog } from '../sale/testing.ts'
import { runAudit } from './audit-cli.ts'
import { openHeads } from './heads.ts'
import { OUTBOUND } from './runtime/node.ts'

const SECRET = newWebhookSecret(systemRandom)

/** A receiver that appends the heads of verified webhooks to a file; it answers the first `failures` requests with 503. */
async function receiver(context: TestContext, file: string, failures: number) {
  const ids: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      ids.push(String(request.headers['webhook-id']))
      assert.equal(judgeWebhook({ body, headers: request.headers, secret: SECRET }), null)
      const { type, heads } = JSON.parse(body.toString()) as { type: string; heads: readonly string[] }
      assert.equal(type, 'ledger.heads')
      if (ids.length <= failures) return response.writeHead(503).end()
      appendFile(file, heads.map((line) => `${line}\n`).join('')).then(
        () => response.writeHead(204).end(),
        () => response.writeHead(500).end(),
      )
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  context.after(() => server.close())
  return { ids, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads` }
}

const open = (url: string) => {
  const { log, lines } = keptLog()
  const config = { headsFile: null, headsWebhook: { url, secret: SECRET } }
  const heads = openHeads(config, { outbound: OUTBOUND, clock: systemClock, random: systemRandom, log })
  return { heads, said: () => lines.map((line) => line as { code?: string; heads?: number }) }
}

test('D-200 a receiver of heads shows the events that the ledger lost', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-heads-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const [file, storeUrl] = [join(folder, 'heads'), `file:${join(folder, 'ledger.db')}`]
  const { ids, url } = await receiver(context, file, 1)
  const opened = open(url)
  const heads = await opened.heads
  assert.ok(heads !== null)
  const store = await openStore<LedgerTables>(storeUrl)
  try {
    await store.migrate(LEDGER_MIGRATIONS)
    const ledger = new Ledger(withCommitted(sqlLedgerStore(store), (event) => heads.write(event)))
    await ledger.insert({ ...rows.intent, id: 'a', fence: 0, leaseOwner: null, leaseUntilMs: null })
    const options = { repeat: 'unknown', lookup: 'none', fence: 0 } as const
    const before = await store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
    await ledger.apply('a', { type: 'send_claimed' }, options)
    // The first message was refused; a stop sends it and the rest once more.
    await heads.close()
    assert.equal(ids[0], ids[1], 'a repeat has the same ID')
    assert.deepEqual(
      opened.said().map(({ code }) => code),
      ['heads-unsent'],
    )
    await store.db.deleteFrom('sale_event').where('number', '=', 2).execute()
    await store.db.updateTable('sale').set(before).execute()
  } finally {
    await store.close()
  }
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const environment = { TAPBOARD_STORE_URL: storeUrl }
  const audit = (...args: readonly string[]) =>
    runAudit({ args: ['verify', ...args], environment, print, printError: print })
  assert.equal(await audit(), 0, lines.join('\n'))
  assert.equal(await audit('--heads', file), 1)
  assert.match(lines.join('\n'), /^a event 2: /m)
})

test('D-200 no write waits for a receiver that is away, and a stop reports the heads that it lost', async (context) => {
  const { server, url } = await receiver(context, '/nowhere', 0)
  server.close()
  const opened = open(url)
  const heads = await opened.heads
  assert.ok(heads !== null)
  for (let number = 1; number <= 1_200; number += 1)
    heads.write({ saleId: 'sale_a', number, hash: 'a'.repeat(64) })
  await heads.close()
  assert.deepEqual(
    opened.said().map(({ code, heads: count }) => [code, count]),
    [
      ['heads-unsent', undefined],
      ['heads-lost', 1_200],
    ],
  )
})

test('opens no place without a file and a receiver', async () => {
  const { log } = keptLog()
  const ports = { outbound: OUTBOUND, clock: systemClock, random: systemRandom, log }
  assert.equal(await openHeads({ headsFile: null, headsWebhook: null }, ports), null)
})
