// A BFF as a process of its own that ends itself at a given failpoint: our own assembly with the ports of a test. Wrappers watch
// the socket of an initiate, the store and the streams of answers; all other failpoints report themselves.
import { AsyncLocalStorage } from 'node:async_hooks'
import { flushCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { openStore, StoreError, type Store } from '@tapboard/store'
import { serveBff } from '@tapboard/bff'
import { createBffWith } from '../../packages/bff/src/app/assembly.ts'
import type { Failpoint, FailpointName } from '../../packages/bff/src/sale/failpoint.ts'
import { createLog } from '../../packages/bff/src/observe/log.ts'
import type { Armed, FromBff, StartOptions, ToBff } from './messages.ts'

const said = process.env['CRASH_BFF']
if (said === undefined || process.send === undefined)
  throw new Error('This process is started by test/crash/instance.ts.')
const options = JSON.parse(said) as StartOptions

const report = (message: FromBff): void => void process.send?.(message)
const die = (): void => void process.kill(process.pid, 'SIGKILL')
/** Ends when the parent process is gone. */
process.once('disconnect', die)

let armed: Armed | null = null

/** Counts the passes; returns true at the pass at which the armed failpoint acts. */
function isReached(point: FailpointName): Armed | null {
  if (armed?.point !== point) return null
  const reached = armed
  armed = armed.passes > 0 ? { ...armed, passes: armed.passes - 1 } : null
  return armed === null ? reached : null
}

function act({ deed }: Armed, saleId: string): void {
  if (deed.type === 'kill') {
    if (deed.afterMs === 0) die()
    else setTimeout(die, deed.afterMs)
    return
  }
  report({ type: 'reached', saleId })
  if (deed.type === 'lose') throw new StoreError('store-unavailable', 'The answer of the store was lost.')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, deed.forMs)
  report({ type: 'thawed' })
}

const failpoint: Failpoint = (point, saleId) => {
  const reached = isReached(point)
  if (reached !== null) act(reached, saleId)
}

/** FP10 and FP16 lie between the store and its caller. */
function watchedStore(store: Store<unknown>): Store<unknown> {
  const transactions = new AsyncLocalStorage<{ saleId: string | null }>()
  return {
    ...store,
    async transaction(work) {
      const seen: { saleId: string | null } = { saleId: null }
      const result = await transactions.run(seen, () => store.transaction(work))
      if (seen.saleId !== null) await failpoint('committed', seen.saleId)
      return result
    },
    async notify(channel, payload) {
      const seen = transactions.getStore()
      if (seen !== undefined) seen.saleId = payload
      await store.notify(channel, payload)
    },
    listen: (channel, handler) =>
      store.listen(channel, (wakeup) => {
        if (wakeup.type === 'notice') void failpoint('notifying', wakeup.payload)
        handler(wakeup)
      }),
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** FP5, FP6 and FP7 lie on the wire of an initiate. */
function watchSocket(socket: Socket): void {
  const write = socket.write.bind(socket) as (bytes: Buffer, done?: (error?: Error | null) => void) => boolean
  let inBody = false
  const watched = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | (() => void),
    done?: () => void,
  ): boolean => {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
        : Buffer.from(chunk)
    const at = inBody ? 0 : bytes.indexOf(HEAD_END) + HEAD_END.length
    inBody ||= at >= HEAD_END.length
    const length = bytes.length - at
    if (inBody && length > 1) {
      const half = isReached('body_begun')
      if (half !== null) {
        const cut = at + Math.max(1, Math.floor(length * half.share))
        return write(bytes.subarray(0, cut), () => act(half, ''))
      }
      const whole = isReached('body_written')
      if (whole !== null) return write(bytes, () => act(whole, ''))
    }
    return write(bytes, typeof encoding === 'function' ? encoding : done)
  }
  socket.write = watched as Socket['write']
  socket.once('data', () => {
    const reached = isReached('answer_begun')
    if (reached !== null) act(reached, '')
  })
}

/** FP14 lies between a stream of events and its socket. */
function halfFrames(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(frame, controller) {
        const isFrame = frame[0] === 'e'.charCodeAt(0)
        const reached = isFrame ? isReached('frame_begun') : null
        if (reached === null) return controller.enqueue(frame)
        controller.enqueue(frame.subarray(0, Math.max(1, Math.floor(frame.length * reached.share))))
        // Long enough for the half to leave; no further byte of the stream may leave.
        await new Promise((resolve) => setTimeout(resolve, 20))
        act(reached, '')
      },
    }),
  )
}

const store = watchedStore(await openStore<unknown>(options.store, { maxConnections: 4 }))
const bff = await createBffWith(
  {
    ...options,
    store,
    log: createLog(),
    limits: { mint: { count: 100_000, windowSeconds: 1 }, start: { count: 100_000, windowSeconds: 1 } },
  },
  { failpoint, upstream: { opened: watchSocket } },
)
const watched = {
  async fetch(request: Request): Promise<Response> {
    const response = await bff.fetch(request)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (response.body === null || !isStream) return response
    return new Response(halfFrames(response.body), { status: response.status, headers: response.headers })
  },
}
const served = await serveBff({ bff: watched, port: 0 })
await bff.start()

async function drain(): Promise<void> {
  await bff.close()
  await served.close()
  await store.close()
  process.removeListener('disconnect', die)
  process.disconnect()
}

process.on('message', (message: ToBff) => {
  if (message.type === 'arm') {
    ;({ armed } = message)
    report({ type: 'armed' })
  } else void drain()
})
report({ type: 'ready', url: served.url })
flushCompileCache()
