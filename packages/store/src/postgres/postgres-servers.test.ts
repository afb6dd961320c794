/** A store whose URL names several servers, some of which are away or read-only. */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { isStoreUnavailable } from '../errors.ts'
import { openStore } from '../open.ts'
import { eachEngine } from '../testing.ts'

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The URL with further servers before or after its own. */
function withHosts(url: string, hosts: (own: string) => readonly string[], query = ''): string {
  const { host } = new URL(url)
  return url.replace(`@${host}/`, `@${hosts(host).join(',')}/`) + query
}

async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = off')
    await client.query(text)
  } finally {
    await client.end()
  }
}

eachEngine(
  'a store uses the first server of its URL that answers, also for migrations and notices',
  async ({ url }) => {
    const away = `127.0.0.1:${await closedPort()}`
    const store = await openStore<unknown>(withHosts(url, (own) => [away, own]))
    try {
      await store.migrate({
        name: 'hosts',
        migrations: [
          { name: 'one', up: async (db) => void (await sql`create table one (a int)`.execute(db)) },
        ],
      })
      const received = new Promise<string>((resolve) => {
        void store.listen('hosts', (wakeup) => resolve(wakeup.type)).then(() => store.notify('hosts', 'x'))
      })
      assert.equal(await received, 'notice')
      await store.probe()
    } finally {
      await store.close()
    }
  },
  {},
  ['postgres'],
)

eachEngine(
  'a store whose servers are all read-only is unavailable, and opens when one of them accepts writes',
  async ({ url }) => {
    const database = new URL(url).pathname.slice(1)
    const both = withHosts(url, (own) => [own, own])
    await onServer(url, `alter database ${database} set default_transaction_read_only = on`)
    await assert.rejects(openStore(both), isStoreUnavailable)
    await assert.rejects(openStore(`${url}?target_session_attrs=read-write`), isStoreUnavailable)
    await (await openStore(`${both}?target_session_attrs=any`)).close()
    await onServer(url, `alter database ${database} reset default_transaction_read_only`)
    await (await openStore(both)).close()
  },
  {},
  ['postgres'],
)
