// Asks what became of an application while somebody looks at the page: soon while it is on its way, ever more rarely later.
import {
  isDecided,
  isEditable,
  web,
  type ApplicationSnapshot,
  type ApplicationStatus,
} from '@tapboard/contract'
import type { Client } from '../shared/client.ts'

/** What asking needs from outside. */
export interface StatusPorts {
  /** Read at every request. */
  readonly client: () => Pick<Client, 'call'>
  /** Resolves after `ms`, on abort, or as soon as the page comes or goes. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Nobody looks at the page. */
  readonly isHidden: () => boolean
}

/** On its way: its end is seconds off. */
const SOON_MS = 2_000
/** A review takes hours: nobody waits for the second. */
const LATER_MS = 60_000

/** How long to wait before asking again after `times` answers without news; `null` when nothing more will come. */
export const waitMs = (state: ApplicationStatus, times: number): number | null =>
  isEditable(state) || isDecided(state)
    ? null
    : Math.min(LATER_MS, (state === 'submitting' ? SOON_MS : 5_000) * 1.5 ** times)

/** Tells `hear` each news of `known`, until nothing more will come or `signal` aborts. */
export async function watchStatus(
  known: ApplicationSnapshot,
  { client, pause, isHidden }: StatusPorts,
  hear: (application: ApplicationSnapshot) => void,
  signal: AbortSignal,
): Promise<void> {
  let { state, version } = known
  let times = 0
  for (;;) {
    const ms = waitMs(state, times)
    if (ms === null) return
    await pause(ms, signal)
    while (isHidden() && !signal.aborted) await pause(LATER_MS, signal)
    if (signal.aborted) return
    const answer = await client().call(web.getApplicationStatus, {
      headers: { 'If-None-Match': `"${version}"` },
      signal,
    })
    if (signal.aborted) return
    times += 1
    if (!answer.ok || !answer.value || answer.value.version === version) continue
    if (answer.value.state !== state) times = 0
    ;({ state, version } = answer.value)
    hear(answer.value)
  }
}
