// The first choice of a terminal: the one beside the checkout, which may still be starting when `<terminal-pay>` reads its list.
// Without a preference the element selects the only connected terminal, which is in another room (D-153).
import type { Link } from '../terminal/machine.ts'
import type { VirtualTerminalElement } from '../terminal/virtual-terminal.element.ts'
import { getCounterTerminal } from '../shared/host-api.ts'

/** Where `<terminal-pay>` stores the terminal last used on this browser. */
const LAST_USED = 'tapboard:terminal'

/** Stores the terminal beside the checkout for a browser that has not used one; never rejects. */
export async function preferCounterTerminal(): Promise<void> {
  try {
    if (localStorage.getItem(LAST_USED) !== null) return
    const deviceId = await getCounterTerminal()
    if (deviceId !== null) localStorage.setItem(LAST_USED, deviceId)
  } catch {
    // The person chooses from the list.
  }
}

/** The terminal beside the checkout starts in less than two seconds; a page does not wait for a broken one. */
const READY_MS = 4_000

/** Where `<terminal-pay>` stores the sales that may be running in this tab. */
const RUNNING = 'tapboard:sale'

const isStarting = (link: Link): boolean => link === 'off' || link === 'connecting' || link === 'pairing'

/**
 * Waits for the terminal beside the checkout, which starts with the page: a list that is read before would show it as not connected.
 * Resolves once it is online or cannot connect, after 4 s, and at once while a sale may be running.
 */
export function counterTerminalReady(terminal: VirtualTerminalElement | null): Promise<void> {
  if (terminal === null || terminal.serviceUrl === '' || sessionStorage.getItem(RUNNING) !== null)
    return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(end, READY_MS)
    terminal.addEventListener('virtual-terminal-change', changed)
    function end(): void {
      clearTimeout(timer)
      terminal?.removeEventListener('virtual-terminal-change', changed)
      resolve()
    }
    function changed({ detail: { now } }: HTMLElementEventMap['virtual-terminal-change']): void {
      if (now.power === 'on' && !isStarting(now.link)) end()
    }
  })
}
