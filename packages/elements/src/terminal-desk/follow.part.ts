// The part of <terminal-desk> that follows the desk until it is aborted; it is loaded after the first drawing. It reads a stream with fetch, and polls while a proxy buffers the stream. A hidden page follows
// nothing and reads at once when it becomes visible. Every frame is complete, so no news has to be fetched later.
import { DeskFrame, web, type Desk } from '@tapboard/contract'
import { isRefusal, type Client } from '../shared/client.ts'
import { backOffMs } from '../shared/follow.ts'
import type { Answer, ErrorDetail, Refusal } from '../shared/fault.ts'
import { readEvents } from '../shared/frames.ts'
import { failed, isSetup } from '../shared/mistakes.ts'
import { random } from '../shared/retry.ts'
import { endedRows } from './ended.ts'
import type { DeskView, MachineEvent } from './terminal-desk.machine.ts'
import { isHidden, onTurn, pause } from '../shared/wake.ts'

// A stream without a byte in this time after its opening is buffered by a proxy (P63).
const OPENING_MS = 3_000
/** More than two heartbeats of 15 s are missing: the stream is dead although no side closed it. */
const SILENT_MS = 35_000
const POLL_MS = 5_000
/** Number of polls before the stream is tried again. */
const POLLS = 40
/** Far above the largest frame: 225 rows with long names. */
const MOST_CHARACTERS = 1_048_576

/** The part of the controller that following uses. */
interface DeskFollower {
  /** A client with the present settings of the page. */
  client(): Client
  /** Applies news of the desk to its rows. */
  hear(frame: DeskFrame): void
  readonly view: DeskView
  step(event: MachineEvent): void
  /** Aborts the last requests of this name and begins new ones. */
  run(name: 'ended'): AbortSignal
  /** Reports a mistake of the page. */
  report(mistake: ErrorDetail): void
}

const refused = (desk: DeskFollower, refusal: Refusal): void => {
  if (isSetup(refusal.code)) desk.report(failed(refusal))
}

/** Reads the rows of the page that ended without news. */
async function readEnded(desk: DeskFollower): Promise<void> {
  const ids = endedRows(desk.view)
  if (!ids.length) return
  const signal = desk.run('ended')
  for (const id of ids) {
    const answer = await desk.client().call(web.getDeskSale, { id, signal })
    if (signal.aborted) return
    if (answer.ok) desk.step({ type: 'row', row: answer.value })
  }
}

/** Applies news, then reads the rows that ended without news. */
function hear(desk: DeskFollower, frame: DeskFrame): void {
  desk.hear(frame)
  void readEnded(desk)
}

/** Reads one stream to its end; returns the number of polls that follow. */
async function stream(
  desk: DeskFollower,
  query: { readonly day?: string },
  signal: AbortSignal,
): Promise<{ readonly polls: number; readonly heard: boolean }> {
  const stop = new AbortController()
  let polls = 0
  let heard = false
  const giveUp = (): void => {
    polls = POLLS
    stop.abort()
  }
  let timer = setTimeout(giveUp, OPENING_MS)
  const removeListener = onTurn(() => stop.abort())
  try {
    const headers = { Accept: 'text/event-stream' }
    const within = AbortSignal.any([signal, stop.signal])
    const response = await desk.client().open(web.watchDesk, { query, headers, signal: within })
    if (isRefusal(response)) {
      if (!stop.signal.aborted) refused(desk, response)
    } else if (response.body)
      await readEvents(
        response.body,
        (_, data) => {
          const judged = DeskFrame.safeParse(JSON.parse(data))
          if (!judged.success) return giveUp()
          heard = true
          hear(desk, judged.data)
        },
        () => {
          clearTimeout(timer)
          timer = setTimeout(giveUp, SILENT_MS)
        },
        MOST_CHARACTERS,
      )
  } catch {
    // The stream was interrupted: the caller opens the next one.
  } finally {
    clearTimeout(timer)
    removeListener()
    stop.abort()
  }
  return { polls, heard }
}

/** Follows the desk of a day (`null` = the present one) until `signal` aborts. */
export async function followDesk(desk: DeskFollower, day: string | null, signal: AbortSignal): Promise<void> {
  const query = day === null ? {} : { day }
  let failures = 0
  let polls = 0
  // A stream that ends soon after its first frame brings news, but is not opened again without a growing pause.
  let brief = 0
  while (!signal.aborted) {
    if (isHidden()) {
      await pause(POLL_MS, signal)
      continue
    }
    failures += 1
    if (polls > 0) {
      polls -= 1
      const answer: Answer<Desk> = await desk.client().call(web.getDesk, { query, signal })
      if (signal.aborted) return
      if (answer.ok) {
        failures = 0
        hear(desk, answer.value)
      } else refused(desk, answer)
    } else {
      const openedAtMs = performance.now()
      const read = await stream(desk, query, signal)
      brief = performance.now() - openedAtMs < OPENING_MS ? brief + 1 : 0
      polls = read.polls
      if (read.heard) failures = 0
    }
    if (signal.aborted) return
    if (failures > 1) desk.step({ type: 'linked', alive: false })
    await pause(failures || !polls ? backOffMs(Math.max(failures, brief), random) : POLL_MS, signal)
  }
}
