// The BFF as a Cloudflare-style worker (`@tapboard/bff/worker`): `export default workerHandler((env) => ({ …options
// }))`. A worker has no disk and can stop at any moment, so a store that does not outlive it is rejected: a lost sale
// could charge a customer twice (INV-1).
import { createBff } from '../assembly.ts'
import type { Bff } from '../bff.ts'
import { ConfigError } from '../config.ts'
import type { BffOptions } from '../options.ts'

/** The context that a worker's runtime passes to each call. */
export interface WorkerContext {
  /** Keeps the worker alive until the promise is settled. */
  waitUntil(promise: Promise<unknown>): void
}

/** The exports of a worker. */
export interface Worker<Env> {
  /** Answers a request; rejects with a `ConfigError` for invalid options. */
  fetch(request: Request, env: Env, context: WorkerContext): Promise<Response>
  /** For a cron trigger, once a minute: open sales advance without a request. */
  scheduled(event: unknown, env: Env, context: WorkerContext): Promise<void>
}

/** Time that a worker stays alive after a request or a trigger; the platform allows at most 30 s. */
const GO_ON_MS = 25_000

const STORE =
  'must be an open store that outlives the worker, such as PostgreSQL: a worker loses its own data when it stops, and a lost sale can charge a customer twice.'

const isDurable = (store: BffOptions['store']): boolean =>
  typeof store === 'object' && store !== null && store.durable

const goOn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, GO_ON_MS))

/**
 * A worker. `configure` returns the options for the worker's bindings, with an open store. It is called once per
 * isolate, and again if it or the start failed. `wait` is the time for which the worker stays alive.
 * `CF-Connecting-IP`, which Cloudflare sets, is stored as the address of the signer.
 */
export function workerHandler<Env>(
  configure: (env: Env) => BffOptions | Promise<BffOptions>,
  wait: () => Promise<void> = goOn,
): Worker<Env> {
  let running: Promise<Bff> | null = null
  const start = async (env: Env): Promise<Bff> => {
    const options = await configure(env)
    if (!isDurable(options.store)) throw new ConfigError([{ option: 'store', message: STORE }])
    const bff = await createBff(options)
    await bff.start()
    return bff
  }
  const started = async (env: Env): Promise<Bff> => {
    const starting = (running ??= start(env))
    try {
      return await starting
    } catch (error) {
      if (running === starting) running = null
      throw error
    }
  }
  return {
    async fetch(request, env, context) {
      const bff = await started(env)
      const response = await bff.fetch(request, { address: request.headers.get('cf-connecting-ip') })
      context.waitUntil(wait())
      return response
    },
    async scheduled(_event, env, context) {
      await started(env)
      context.waitUntil(wait())
    },
  }
}
