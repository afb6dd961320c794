// Serves a page over its port: requests, streamed answers, and terminals on their own ports.
import type { FromPage, TerminalFrame, ToPage } from '../messages.ts'
import { BFF_URL } from '../addresses.ts'
import type { InPageServers, ServerOwner, ServerUser } from './servers.ts'
import { serverRequest } from './request.ts'

type Ask = Extract<FromPage, { type: 'ask' }>

/** Concurrent requests of one page (INV-17). */
const ASKED_MAX = 256

async function answer(
  { inPage, keeper }: InPageServers,
  { id, to, method, path, headers, body }: Ask,
  signal: AbortSignal,
  tell: (message: ToPage) => void,
): Promise<void> {
  const base = to === 'bff' ? BFF_URL : location.origin
  const request = serverRequest(`${base}${path}`, {
    method,
    headers: [...headers, ['origin', location.origin]],
    body,
    signal,
  })
  const response = await inPage[to](request)
  // Durability as on a server: the answer waits until the change is stored, so that it survives closing the
  // last tab.
  if (method !== 'GET' || (to === 'host' && !path.startsWith('/api/'))) await keeper.kept()
  tell({ type: 'head', id, status: response.status, headers: [...response.headers] })
  const reader = response.body?.getReader()
  const cancel = (): void => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
    tell({ type: 'piece', id, bytes: new Uint8Array(piece.value) })
  tell({ type: 'end', id })
}

function serveTerminal({ inPage }: InPageServers, port: MessagePort): void {
  const tell = (frame: TerminalFrame): void => port.postMessage(frame)
  const close = (): void => {
    tell({ type: 'closed' })
    port.close()
  }
  const connection = inPage.acceptTerminal({
    send(text) {
      tell({ type: 'frame', text })
      return true
    },
    close,
  })
  if (connection === null) return close()
  port.addEventListener('message', ({ data }: MessageEvent<TerminalFrame>) => {
    if (data.type === 'frame') connection.receive(data.text)
    else if (data.type === 'closed') connection.gone()
  })
  // A page that crashed: if the browser reports it, the terminal disconnects at once, otherwise after its
  // silence.
  port.addEventListener('close', () => connection.gone())
  port.start()
  tell({ type: 'open' })
}

/** Serves the page at the other end of `port` with the in-browser servers. */
export function servePage(port: MessagePort, keeping: ServerOwner): void {
  const tell = (message: ToPage): void => port.postMessage(message)
  const asked = new Map<number, AbortController>()
  let isLeaving = false
  const tenant: ServerUser = {
    leaving: () => void (isLeaving = true),
    forgotten: () => tell({ type: 'forgotten' }),
  }
  keeping.tenants.add(tenant)
  const ask = async (message: Ask): Promise<void> => {
    const { id } = message
    // The page reloads soon: an answer of the next servers would name orders that this page does not know.
    if (isLeaving) return
    const cut = new AbortController()
    if (asked.size >= ASKED_MAX) return tell({ type: 'broken', id })
    asked.set(id, cut)
    try {
      await answer(await keeping.current(), message, cut.signal, tell)
    } catch {
      if (!isLeaving) tell({ type: 'broken', id })
    } finally {
      asked.delete(id)
    }
  }
  port.addEventListener('message', ({ data, ports }: MessageEvent<FromPage>) => {
    switch (data.type) {
      case 'ask':
        return void ask(data)
      case 'drop':
        return asked.get(data.id)?.abort()
      case 'terminal': {
        const [terminal] = ports
        if (terminal !== undefined) void keeping.current().then((servers) => serveTerminal(servers, terminal))
        return
      }
      case 'keep':
        for (const cut of asked.values()) cut.abort()
        return void keeping.current().then(({ keeper }) => keeper.kept())
      case 'forget':
        return void keeping.forget()
    }
  })
  port.addEventListener('close', () => {
    keeping.tenants.delete(tenant)
    for (const cut of asked.values()) cut.abort()
  })
  port.start()
  keeping.current().then(
    ({ inPage: { managerPin } }) => tell({ type: 'ready', managerPin }),
    (error: unknown) =>
      tell({ type: 'failed', message: error instanceof Error ? error.message : 'It did not start.' }),
  )
}
