/** The order of servers and the checks of a new connection, over a scripted client. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type pg from 'pg'
import { isStoreUnavailable } from '../errors.ts'
import type { PostgresPackage } from './postgres-package.ts'
import { Servers } from './postgres-servers.ts'
import type { PostgresServers } from './postgres-url.ts'

/** Answers of all clients of a test. */
interface Script {
  connect: () => Promise<void>
  query: (client: EventEmitter, text: string) => Promise<object>
}

interface Bench {
  readonly script: Script
  /** `server: call` of each client, in order. */
  readonly calls: string[]
  servers(target: PostgresServers['target'], settings?: string): Servers
}

const WRITABLE = { rows: [{ read_only: 'off' }] }

function benchOf(): Bench {
  const script: Script = { connect: async () => {}, query: async () => WRITABLE }
  const calls: string[] = []
  class Client extends EventEmitter {
    readonly #server: string

    constructor({ host = '' }: pg.ClientConfig) {
      super()
      this.#server = host
    }

    #call(name: string): void {
      calls.push(`${this.#server}: ${name}`)
    }

    connect(): Promise<void> {
      this.#call('connect')
      return script.connect()
    }

    query(text: string): Promise<object> {
      this.#call(text)
      return script.query(this, text)
    }

    end(): Promise<never> {
      this.#call('end')
      return Promise.reject(new Error('a fault of the disconnect, which changes nothing'))
    }
  }
  return {
    script,
    calls,
    servers: (target, settings) =>
      new Servers(
        { Client } as unknown as PostgresPackage,
        { connectionStrings: ['one', 'two', 'three'], target },
        (host) => ({ host }),
        settings,
      ),
  }
}

const ASKS = `select current_setting('transaction_read_only') as read_only`
const fault = new Error('a fault of the server')

test('a new connection is given its settings, and is asked whether it is writable only if it must be', async () => {
  const { calls, servers } = benchOf()
  await servers('any').newClient().connect()
  await servers('any', 'set session x = 1').newClient().connect()
  await servers('read-write', 'set session x = 1').newClient().connect()
  assert.deepEqual(calls, [
    'one: connect',
    'one: connect',
    'one: set session x = 1',
    'one: connect',
    'one: set session x = 1',
    `one: ${ASKS}`,
  ])
})

test('a server that fails or is read-only is disconnected and left for the next one, in a circle', async () => {
  const { script, calls, servers } = benchOf()
  const all = servers('read-write')
  script.query = async () => ({ rows: [{ read_only: 'on' }] })
  await assert.rejects(all.newClient().connect(), isStoreUnavailable)
  script.connect = () => Promise.reject(fault)
  await assert.rejects(all.newClient().connect(), fault)
  await assert.rejects(all.newClient().connect(), fault)
  script.connect = async () => {}
  script.query = async () => WRITABLE
  await all.newClient().connect()
  assert.deepEqual(calls, [
    'one: connect',
    `one: ${ASKS}`,
    'one: end',
    'two: connect',
    'two: end',
    'three: connect',
    'three: end',
    'one: connect',
    `one: ${ASKS}`,
  ])
})

test('a late fault of a server that was left already moves no connection', async () => {
  const { script, calls, servers } = benchOf()
  const all = servers('any')
  script.connect = () => Promise.reject(fault)
  const late = all.newClient()
  for (const client of [all.newClient(), all.newClient()]) await assert.rejects(client.connect(), fault)
  await assert.rejects(all.newClient().connect(), fault)
  await assert.rejects(late.connect(), fault)
  script.connect = async () => {}
  await all.newClient().connect()
  assert.deepEqual(
    calls.filter((call) => call.endsWith(': connect')),
    ['one', 'one', 'two', 'one', 'three'].map((server) => `${server}: connect`),
  )
})

test('an error of a connection that is being verified is no uncaught one, and a later one is', async () => {
  const { script, servers } = benchOf()
  script.query = async (client) => {
    client.emit('error', new Error('the first sign of the fault'))
    throw fault
  }
  await assert.rejects(servers('read-write').newClient().connect(), fault)
  script.query = async () => WRITABLE
  const client = servers('read-write').newClient()
  await client.connect()
  assert.equal(client.listenerCount('error'), 0)
})
