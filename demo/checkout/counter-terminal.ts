// The first choice of a terminal: the one beside the checkout, which may still be starting when `<terminal-pay>` reads its list.
// Without a preference the element selects the only connected terminal, which is in another room (D-153).
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
