// Shared worker: one set of servers for all tabs of this site, while at least one tab is open.
import type { ToPage } from '../messages.ts'
import { ownServers } from './servers.ts'
import { servePage } from './serve.ts'

const pages = new Set<MessagePort>()
let waits = false
const elsewhere: ToPage = { type: 'elsewhere' }
const keeping = ownServers(() => {
  waits = true
  for (const page of pages) page.postMessage(elsewhere)
})
void keeping.current().then(
  () => (waits = false),
  () => (waits = false),
)

globalThis.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  pages.add(port)
  servePage(port, keeping)
  if (waits) port.postMessage(elsewhere)
})
