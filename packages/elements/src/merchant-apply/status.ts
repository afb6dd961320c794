// Polls the status of an application while the page is visible: often while it is being submitted, ever more rarely later.
import {
  isDecided,
  isEditable,
  web,
  type ApplicationSnapshot,
  type ApplicationStatus,
} from '@tapboard/contract'
import type { Client } from '../shared/client.ts'

interface StatusPorts {
  /** Read at every request. */
  readonly client: () => Pick<Client, 'call'>
  /** Resolves after `ms`, on abort, or when the visibility or the connection of the page changes. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** True while the page is hidden. */
  readonly isHidden: () => boolean
}

/** Being submitted: its result is seconds away. */
const SOON_MS = 2_000
/** A review takes hours: seconds do not matter. */
const LATER_MS = 60_000

/** Pause after `times` answers without news; `null` in a final state. */
export const waitMs = (state: ApplicationStatus, times: number): number | null =>
  isEditable(state) || isDecided(state)
    ? null
    : Math.min(LATER_MS, (state === 'submitting' ? SOON_MS : 5_000) * 1.5 ** times)

/** Calls `onChange` for each change of `known`, until a final state or until `signal` aborts. */
export async function watchStatus(
  known: ApplicationSnapshot,
  { client, pause, isHidden }: StatusPorts,
  onChange: (application: ApplicationSnapshot) => void,
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
    onChange(answer.value)
  }
}
