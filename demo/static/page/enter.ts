// First script of each page of the static site: installs the in-page servers in place of the network, follows
// the server's redirects, then starts the unchanged page.
import { livePath, placeOf } from '../../shared/page-urls.ts'
import { livesInPage } from './about.ts'
import { createConnection, isTerminalUrl, type ServerNews, type ServerConnection } from './connection.ts'
import { TerminalSocket } from './terminal-socket.ts'

const PAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  checkout: () => import('../../checkout/page.ts'),
  'sign-up': () => import('../../sign-up/page.ts'),
  terminal: () => import('../../terminal/page.ts'),
  'back-office': () => import('../../back-office/page.ts'),
}

/** Starts the servers: in a shared worker for all tabs, or in this page. */
async function openConnection(): Promise<ServerConnection> {
  if (typeof SharedWorker !== 'undefined') {
    const worker = new SharedWorker(new URL('../in-page/shared-worker.ts', import.meta.url), {
      type: 'module',
      name: 'tapboard-demo',
    })
    return createConnection(worker.port)
  }
  const [{ ownServers }, { servePage }] = await Promise.all([
    import('../in-page/servers.ts'),
    import('../in-page/serve.ts'),
  ])
  const { port1, port2 } = new MessageChannel()
  servePage(
    port2,
    ownServers(() => port2.postMessage({ type: 'elsewhere' })),
  )
  return createConnection(port1)
}

/** Replaces `fetch` and `WebSocket` of this page. */
function install(connection: ServerConnection): void {
  const network = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const { origin, pathname } = url
    // Its own signal, because the request's signal is garbage-collected with the request and an open stream
    // would miss the abort.
    return (
      connection.fetch(url, request, init?.signal ?? request.signal) ??
      network(`${origin}${pathname}${url.search}`, init)
    )
  }
  const Native = globalThis.WebSocket
  globalThis.WebSocket = new Proxy(Native, {
    construct: (target, parameters: [string | URL, ...string[]]) =>
      isTerminalUrl(parameters[0])
        ? new TerminalSocket(String(parameters[0]), connection.openTerminal())
        : Reflect.construct(target, parameters),
  })
  addEventListener('pagehide', () => connection.tell({ type: 'keep' }))
}

/** Resolves when the servers run; rejects with a sentence if they cannot. */
const opened = (connection: ServerConnection, waits: () => void): Promise<string> =>
  new Promise((resolve, reject) =>
    connection.listen((news: ServerNews) => {
      if (news.type === 'ready') resolve(news.managerPin)
      else if (news.type === 'failed') reject(new Error(news.message))
      else if (news.type === 'elsewhere') waits()
    }),
  )

async function enter(): Promise<void> {
  const about = livesInPage()
  try {
    if (!isSecureContext) throw new Error('This demo needs https, or an address of this machine.')
    const connection = await openConnection()
    const ready = opened(connection, () =>
      about.say(
        'Another tab runs this demo, and this browser cannot share it. Close that tab, and this one goes on.',
      ),
    )
    install(connection)
    const pin = await ready
    // A reset in one tab reloads all other tabs.
    connection.listen(({ type }) => type === 'forgotten' && location.reload())
    about.show(pin, () => connection.tell({ type: 'forget' }))
    const { pathname } = location
    const folder = pathname.split('/').at(-2) ?? ''
    // Follows the server's redirects: to the newest order, to a new sign-up, away from unknown paths.
    const to = await connection.place(livePath())
    if (to !== null) history.replaceState(null, '', placeOf(to))
    await PAGES[folder]?.()
  } catch (error) {
    about.say(error instanceof Error ? error.message : 'The demo did not start in this browser.')
  }
}

void enter()
