// Keeps other load on the machine out of the figures. A run waits until the machine is idle, and is repeated when other processes
// used too much processor time. Reads /proc; without /proc it neither waits nor repeats.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Share of all processors that other processes may use during a measured run. */
const FOREIGN_MAX = 0.12
const TRIES = 4
const IDLE_BUSY_MAX = 0.1
const WINDOW_MS = 700
const WAIT_MAX_MS = 30_000

interface Ticks {
  readonly busy: number
  readonly total: number
  /** Processor time of this process and its descendants. */
  readonly own: number
}

const here = existsSync('/proc/stat')

/** `pid → [parent, ticks]` of every process. */
function processes(): Map<number, readonly [number, number]> {
  const found = new Map<number, readonly [number, number]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0)
      found.set(Number(name), [fields[1] ?? 0, ticks])
    } catch {
      // The process ended between the listing and the read; its time is not counted.
    }
  }
  return found
}

function read(): Ticks {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const all = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const total = all.reduce((sum, value) => sum + value, 0)
  const seen = processes()
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = seen.get(at)?.[0] ?? 0) if (at === process.pid) return true
    return false
  }
  let own = 0
  for (const [pid, [, ticks]] of seen) if (isOurs(pid)) own += ticks
  return { busy: total - (all[3] ?? 0) - (all[4] ?? 0), total, own }
}

async function untilIdle(): Promise<void> {
  for (let waited = 0; waited < WAIT_MAX_MS; waited += WINDOW_MS) {
    const before = read()
    await pause(WINDOW_MS)
    const after = read()
    if ((after.busy - before.busy) / (after.total - before.total) <= IDLE_BUSY_MAX) return
  }
}

/** Starts to measure the load of others; the returned function gives their share of the processors since then. */
function watchOthers(): () => number {
  if (!here) return () => 0
  const before = read()
  return () => {
    const after = read()
    const foreign = after.busy - before.busy - (after.own - before.own)
    return Math.max(0, foreign / Math.max(1, after.total - before.total))
  }
}

/** A measured value with how disturbed it was. */
interface Gated<T> {
  readonly value: T
  /** Share of the processors that others took. */
  readonly foreign: number
  readonly tries: number
}

/**
 * Measures when the machine is idle, and again (at most four tries) when it did not stay idle. With `wait: false` it measures
 * once and at once, for trial runs. `measure` calls its argument when the measured time is over.
 */
export async function gated<T>(
  { wait }: { readonly wait: boolean },
  measure: (over: () => void) => Promise<T>,
): Promise<Gated<T>> {
  for (let tries = 1; ; tries += 1) {
    if (here && wait) await untilIdle()
    let foreign: number | null = null
    const others = watchOthers()
    const value = await measure(() => {
      foreign = others()
    })
    foreign ??= others()
    if (foreign <= FOREIGN_MAX || tries >= TRIES || !wait) return { value, foreign, tries }
  }
}
