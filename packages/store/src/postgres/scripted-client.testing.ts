/** A client of `pg` that answers as a test says, for faults that a test cannot cause at a server. */
import { EventEmitter } from 'node:events'
import type pg from 'pg'

/** Answers of scripted clients, for faults that a test cannot cause at a server; each may reject. */
interface ClientScript {
  connect: () => Promise<void>
  query: (text: string) => Promise<unknown>
}

/** More clients than a test has, and more calls than a client has. A later call gets no answer, so endless work comes to a stop. */
const CALLS_MAX = 200
const unanswered = (): Promise<never> => new Promise(() => {})

/** A client that records its calls. */
class ScriptedClient extends EventEmitter {
  /** `connect`, the text of each query or the payloads of its notices, `end`, `destroy`. */
  readonly calls: string[] = []
  readonly connection = { stream: { destroy: () => void this.calls.push('destroy') } }
  readonly #script: ClientScript
  readonly #isOneTooMany: boolean

  constructor(script: ClientScript, isOneTooMany: boolean) {
    super()
    this.#script = script
    this.#isOneTooMany = isOneTooMany
  }

  connect(): Promise<void> {
    this.calls.push('connect')
    return this.#isOneTooMany ? unanswered() : this.#script.connect()
  }

  query(text: string, values: readonly (readonly string[])[] = []): Promise<unknown> {
    const isNotice = text.includes('pg_notify')
    this.calls.push(isNotice ? `notify ${(values[1] ?? []).join(' ')}` : (text.split(' (')[0] ?? ''))
    return this.calls.length > CALLS_MAX ? unanswered() : this.#script.query(text)
  }

  end(): Promise<void> {
    this.calls.push('end')
    return Promise.reject(new Error('a fault of the disconnect, which changes nothing'))
  }
}

/** The clients that were created, and the function that creates them. */
export interface ScriptedClients {
  readonly script: ClientScript
  readonly clients: ScriptedClient[]
  readonly newClient: () => pg.Client
}

/** Creates clients that connect and answer at once, until a test changes `script`. */
export function scriptedClients(): ScriptedClients {
  const script: ClientScript = { connect: async () => {}, query: async () => ({ rows: [] }) }
  const clients: ScriptedClient[] = []
  return {
    script,
    clients,
    newClient: () => {
      const client = new ScriptedClient(script, clients.length >= CALLS_MAX)
      clients.push(client)
      return client as unknown as pg.Client
    },
  }
}

/** The calls of each client. */
export const callsOf = ({ clients }: ScriptedClients): readonly (readonly string[])[] =>
  clients.map(({ calls }) => calls)

/** A connect or query that a server refuses. */
export const away = async (): Promise<never> => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}
