// Follows one sale until its end: a stream read with fetch, polling where a proxy swallows the stream or nobody looks, and
// back to the server at once when the person comes back. Only carries what the server says; who shows it, the controller decides.
import { isSettled, Sale } from '@tapboard/contract'
import type { Client } from './client.ts'
import type { Refusal } from './fault.ts'
import { readFrames } from './frames.ts'
import { restMs } from './retry.ts'

/** A stream that brings no byte in this time at its opening is held back by a proxy (P63). */
const OPENING_MS = 3_000
/** More than two heartbeats of 15 s missed: the stream is dead although nobody closed it. */
const SILENT_MS = 35_000
/** Between two polls; with the request itself under the 4 s of P63. */
const POLL_MS = 1_600
/** The same while the page is hidden: it keeps no stream, because six tabs with one each would lock out the seventh. */
const HIDDEN_POLL_MS = 5_000
/** Polls before the stream is tried again. */
const POLLS = 40
/** Longest pause between two attempts: where no sign says that the network is back, it must heal within 3 s (P61). */
const PAUSE_MAX_MS = 2_500

/** What following needs from outside. */
export interface FollowPorts {
  /** Read at every request. */
  readonly client: Client
  /** Resolves after `ms`, on abort, or as soon as the page comes or goes. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls back whenever the page comes or goes; returns how to stop that. */
  readonly onTurn: (callback: () => void) => () => void
  /** Nobody looks at the page. */
  readonly isHidden: () => boolean
  /** 0 ≤ n < 1. */
  readonly random: () => number
}

/** Hears what following learns. */
export interface FollowEars {
  sale(sale: Sale): void
  /** False while the server cannot be reached. */
  link(alive: boolean): void
  /** A request was refused; following goes on. */
  refused(refusal: Refusal): void
}

/** Pause before attempt `n + 1` after `n` failures: at once, then doubling, with jitter so that tabs do not march in step. */
export const backOffMs = (failures: number, random: () => number): number =>
  failures < 2 ? 250 * random() : Math.min(PAUSE_MAX_MS, 250 * 2 ** failures) * (0.5 + random() / 2)

/** Follows sale `id`, of which event number `version` is known, until it has ended or `signal` aborts. */
export async function follow(
  id: string,
  version: number,
  ports: FollowPorts,
  ears: FollowEars,
  signal: AbortSignal,
): Promise<void> {
  const { random, isHidden } = ports
  let last = version
  let ended = false
  let failures = 0
  let polls = 0
  /** The page gave no token: it is asked less and less often (D-106). Another element's page may have one. */
  let mute: { readonly refusal: Refusal; readonly client: Client } | null = null

  const hear = (sale: Sale): void => {
    last = sale.version
    ended ||= isSettled(sale.state)
    ears.sale(sale)
  }
  const reached = (): void => {
    failures = 0
    ears.link(true)
  }

  const refused = (refusal: Refusal): void => {
    polls ||= refusal.heard ? POLLS : 1
    mute = refusal.code.startsWith('token-') && !refusal.heard ? { refusal, client: ports.client } : null
    if (!signal.aborted) ears.refused(refusal)
  }

  const muteMs = (): number => (mute?.client === ports.client ? restMs(failures, mute.refusal, random) : 0)

  const stream = async (): Promise<void> => {
    polls = 0
    const stop = new AbortController()
    let timer = setTimeout(() => giveUp(), OPENING_MS)
    const giveUp = (): void => {
      polls = POLLS
      stop.abort()
    }
    const beat = (): void => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENT_MS)
    }
    // A connection that slept may be dead without anybody having said so; a hidden page keeps none.
    const asleep = ports.onTurn(() => stop.abort())
    try {
      const response = await ports.client.open({
        path: '/v1/sales/{id}/events',
        id,
        headers: { Accept: 'text/event-stream', 'Last-Event-ID': `${last}` },
        signal: AbortSignal.any([signal, stop.signal]),
      })
      if (!(response instanceof Response)) {
        if (!stop.signal.aborted) refused(response)
        return
      }
      if (response.body)
        await readFrames(
          response.body,
          (frame) => {
            if (frame.type === 'bad') return giveUp()
            reached()
            if (frame.type === 'sale') hear(frame.sale)
            else ended = true
          },
          beat,
        )
    } catch {
      // Cut: the loop below asks again, and says so when that fails too.
    } finally {
      clearTimeout(timer)
      asleep()
      stop.abort()
    }
  }

  const poll = async (): Promise<void> => {
    polls -= 1
    const answer = await ports.client.ask(Sale, {
      path: '/v1/sales/{id}',
      id,
      headers: { 'If-None-Match': `"${last}"` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(OPENING_MS)]),
    })
    if (!answer.ok) return refused(answer)
    reached()
    if (answer.value) hear(answer.value)
  }

  while (!signal.aborted) {
    failures += 1
    mute = null
    await (polls > 0 || isHidden() ? poll() : stream())
    if (ended || signal.aborted) return
    if (failures > 1) ears.link(false)
    const pollMs = isHidden() ? HIDDEN_POLL_MS : POLL_MS
    await ports.pause(
      Math.max(muteMs(), failures || !polls ? backOffMs(failures, random) : pollMs + 400 * random()),
      signal,
    )
  }
}
