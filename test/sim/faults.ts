// The faults of a simulation, as data. Each fault names its place and its count there (the n-th send, read, commit …), so leaving
// one out leaves the others unchanged.

/** Faults of one initiate on the wire. */
export const SEND_FAULTS = [
  'refused',
  'request lost',
  'request delayed',
  'request delayed long',
  'duplicated',
  'answer lost',
  'answer delayed',
  'reset',
  'truncated',
  'html',
  'server error',
  'server error before',
  'busy',
  'blank',
] as const

/** Faults of a read of a session or a look-up. */
export const READ_FAULTS = [
  'refused',
  'lost',
  'slow',
  'busy',
  'server error',
  'html',
  'truncated',
  'missing',
  'other amount',
  'other session',
  'unknown word',
  'no reference',
  'unpaid once',
] as const

/** The session is reported as an approved transaction of the other kind; only in stories with refunds. */
const OTHER_KIND = 'other kind'

/** Faults of the device read before a start. */
export const DEVICE_FAULTS = ['refused', 'lost', 'busy', 'html', 'disconnected'] as const

export const COMMIT_FAULTS = ['lost', 'unacknowledged', 'late'] as const

/**
 * Faults of a process that writes a sale. It is paused between the read and the write until another process claims the sale, or
 * its commit is lost and it is paused until another process has written the next event.
 */
export const WRITE_FAULTS = ['overtaken', 'lost and overtaken'] as const

/** Faults of a page's request to a BFF. */
export const PAGE_FAULTS = ['request lost', 'answer lost'] as const

/** Faults of a start request on its way from a page: delayed, delayed and duplicated, or a copy of it delayed. */
export const START_FAULTS = ['late', 'late twice', 'late copy'] as const

/** Steps of the host that end tokens, and their effect on a start; they are counted with the faults. */
const HOST_STEPS = ['host withdraws', 'host supersedes', 'grant refused'] as const

/** Steps of a restore; they are counted with the faults. */
const RESTORE_STEPS = ['ledger put back', 'lost charge'] as const

/** Named moments of the BFF at which its process may die. */
export const FAILPOINTS = [
  'creating',
  'created',
  'sending',
  'connected',
  'answered',
  'reading',
  'recorded',
] as const

/** One fault. Times are ms since the beginning, counts begin at 1. */
export type Fault =
  | {
      readonly at: 'send'
      readonly nth: number
      readonly count: number
      readonly kind: (typeof SEND_FAULTS)[number]
      readonly ms: number
    }
  | {
      readonly at: 'read'
      readonly nth: number
      readonly count: number
      readonly kind: (typeof READ_FAULTS)[number] | typeof OTHER_KIND
    }
  | { readonly at: 'device'; readonly nth: number; readonly kind: (typeof DEVICE_FAULTS)[number] }
  | { readonly at: 'page'; readonly nth: number; readonly kind: (typeof PAGE_FAULTS)[number] }
  | {
      readonly at: 'commit'
      readonly nth: number
      readonly kind: (typeof COMMIT_FAULTS)[number]
      readonly ms: number
    }
  | { readonly at: 'write'; readonly nth: number; readonly kind: (typeof WRITE_FAULTS)[number] }
  /** `ms` pass between the n-th read and write of a session, and another instance of the upstream writes it meanwhile. */
  | { readonly at: 'session'; readonly nth: number; readonly ms: number }
  /** The network delays start requests by this time, independent of the page. */
  | {
      readonly at: 'start'
      readonly nth: number
      readonly count: number
      readonly kind: (typeof START_FAULTS)[number]
      readonly ms: number
    }
  /**
   * For this time after its end the upstream reports the n-th session as unpaid, whatever its result; then it tells the truth.
   */
  | {
      readonly at: 'lie'
      readonly session: number
      readonly forMs: number
      readonly says: 'TIMEOUT' | 'USER_CANCELLED'
    }
  /** The store is unreachable, for one process or (-1) for all. */
  | { readonly at: 'store'; readonly process: number; readonly fromMs: number; readonly forMs: number }
  | { readonly at: 'notice'; readonly fromMs: number; readonly forMs: number }
  /** A process dies at its n-th step and restarts. */
  | { readonly at: 'crash'; readonly process: number; readonly step: number; readonly downMs: number }
  /** A process dies at a named moment. */
  | {
      readonly at: 'failpoint'
      readonly name: (typeof FAILPOINTS)[number]
      readonly nth: number
      readonly downMs: number
    }
  /** A process is paused, as after SIGSTOP. */
  | { readonly at: 'freeze'; readonly process: number; readonly step: number; readonly forMs: number }
  /** The clock of a process is changed. */
  | { readonly at: 'clock'; readonly process: number; readonly atMs: number; readonly jumpMs: number }

/** The name of a fault in the coverage table. */
const nameOf = (fault: Fault): string => {
  switch (fault.at) {
    case 'send':
    case 'read':
    case 'device':
    case 'page':
    case 'start':
    case 'commit':
    case 'write':
      return `${fault.at}: ${fault.kind}`
    case 'session':
      return 'session overtaken'
    case 'lie':
      return 'answer changes'
    case 'failpoint':
      return `crash at ${fault.name}`
    case 'store':
      return fault.process < 0 ? 'store away' : 'store away for one'
    case 'notice':
      return 'notices lost'
    case 'clock':
      return fault.jumpMs < 0 ? 'clock set back' : 'clock set forward'
    case 'crash':
    case 'freeze':
      return fault.at
  }
}

/** Every name that must appear in a table of faults. */
export const FAULT_NAMES: readonly string[] = [
  ...SEND_FAULTS.map((kind) => `send: ${kind}`),
  ...[...READ_FAULTS, OTHER_KIND].map((kind) => `read: ${kind}`),
  ...DEVICE_FAULTS.map((kind) => `device: ${kind}`),
  ...PAGE_FAULTS.map((kind) => `page: ${kind}`),
  ...START_FAULTS.map((kind) => `start: ${kind}`),
  'answer changes',
  ...HOST_STEPS,
  ...RESTORE_STEPS,
  ...COMMIT_FAULTS.map((kind) => `commit: ${kind}`),
  ...WRITE_FAULTS.map((kind) => `write: ${kind}`),
  'session overtaken',
  ...FAILPOINTS.map((name) => `crash at ${name}`),
  'store away',
  'store away for one',
  'notices lost',
  'crash',
  'freeze',
  'clock set back',
  'clock set forward',
]

type Place = Fault['at']

/** The faults of one run, each applied at its moment. */
export class Faults {
  readonly #byPlace = new Map<Place, Fault[]>()
  readonly #counts = new Map<string, number>()
  /** Names of the applied faults, with their counts. */
  readonly applied = new Map<string, number>()

  constructor(faults: readonly Fault[]) {
    for (const fault of faults) {
      const known = this.#byPlace.get(fault.at)
      if (known === undefined) this.#byPlace.set(fault.at, [fault])
      else known.push(fault)
    }
  }

  /** Ends all faults: later requests pass unchanged. */
  endAll(): void {
    this.#byPlace.clear()
  }

  at<P extends Place>(place: P): readonly Extract<Fault, { at: P }>[] {
    return (this.#byPlace.get(place) ?? []) as Extract<Fault, { at: P }>[]
  }

  /** Increments the count of a place and returns the fault for that count. */
  next<
    P extends 'send' | 'read' | 'device' | 'page' | 'start' | 'commit' | 'write' | 'session' | 'failpoint',
  >(place: P, name = ''): Extract<Fault, { at: P }> | undefined {
    const key = place + name
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    const here: readonly Fault[] = this.at(place)
    const found = here.find((fault) => {
      if (!('nth' in fault) || (fault.at === 'failpoint' && fault.name !== name)) return false
      return count >= fault.nth && count < fault.nth + ('count' in fault ? fault.count : 1)
    })
    if (found !== undefined) this.recordApplied(found)
    return found as Extract<Fault, { at: P }> | undefined
  }

  /** Records that a fault was applied. */
  recordApplied(fault: Fault): void {
    this.count(nameOf(fault))
  }

  /** Counts a fault or a step of the host. */
  count(name: string): void {
    this.applied.set(name, (this.applied.get(name) ?? 0) + 1)
  }
}
