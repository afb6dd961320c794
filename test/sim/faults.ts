// What can go wrong in a simulation, as data: each fault names where it strikes and which time there (the n-th send, read,
// commit …), so that leaving one out leaves the others as they are.

/** What befalls one initiate on the wire. */
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

/** What befalls a read of a session or a look-up. */
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

/** What befalls the read of a device before a start. */
export const DEVICE_FAULTS = ['refused', 'lost', 'busy', 'html', 'disconnected'] as const

/** What befalls a commit. */
export const COMMIT_FAULTS = ['lost', 'unacknowledged', 'late'] as const

/**
 * What befalls a process that writes a sale: it stands still between the read and the write until another process claims the sale,
 * or its commit is lost and it stands still until another process has written the next event.
 */
export const WRITE_FAULTS = ['overtaken', 'lost and overtaken'] as const

/** What befalls a request of a page to a BFF. */
export const PAGE_FAULTS = ['request lost', 'answer lost'] as const

/** What befalls the request of a start on its way from a page: it is held, held and doubled, or a copy of it is held. */
export const START_FAULTS = ['late', 'late twice', 'late copy'] as const

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
      readonly kind: (typeof READ_FAULTS)[number]
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
  /** Between the n-th read and write of a session, for so long, another instance of the upstream writes it. */
  | { readonly at: 'session'; readonly nth: number; readonly ms: number }
  /** The network keeps requests of starts for so long, whatever the page does meanwhile. */
  | {
      readonly at: 'start'
      readonly nth: number
      readonly count: number
      readonly kind: (typeof START_FAULTS)[number]
      readonly ms: number
    }
  /** For so long after its end the upstream calls the n-th session unpaid, whatever it is; then it tells the truth. */
  | {
      readonly at: 'lie'
      readonly session: number
      readonly forMs: number
      readonly says: 'TIMEOUT' | 'USER_CANCELLED'
    }
  /** The store is away, for one process or (-1) for all. */
  | { readonly at: 'store'; readonly process: number; readonly fromMs: number; readonly forMs: number }
  /** Notices are lost. */
  | { readonly at: 'notice'; readonly fromMs: number; readonly forMs: number }
  /** A process dies when it does something for the n-th time, and comes back. */
  | { readonly at: 'crash'; readonly process: number; readonly step: number; readonly downMs: number }
  /** A process dies at a named moment. */
  | {
      readonly at: 'failpoint'
      readonly name: (typeof FAILPOINTS)[number]
      readonly nth: number
      readonly downMs: number
    }
  /** A process stands still, as after SIGSTOP. */
  | { readonly at: 'freeze'; readonly process: number; readonly step: number; readonly forMs: number }
  /** The clock of a process is set. */
  | { readonly at: 'clock'; readonly process: number; readonly atMs: number; readonly jumpMs: number }

/** How a fault is called in the coverage table. */
export const nameOf = (fault: Fault): string => {
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
  ...READ_FAULTS.map((kind) => `read: ${kind}`),
  ...DEVICE_FAULTS.map((kind) => `device: ${kind}`),
  ...PAGE_FAULTS.map((kind) => `page: ${kind}`),
  ...START_FAULTS.map((kind) => `start: ${kind}`),
  'answer changes',
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

/** The faults of one run, struck as their moments come. */
export class Faults {
  readonly #byPlace = new Map<Place, Fault[]>()
  readonly #counts = new Map<string, number>()
  /** Names of faults that struck, and how often. */
  readonly struck = new Map<string, number>()

  constructor(faults: readonly Fault[]) {
    for (const fault of faults) {
      const known = this.#byPlace.get(fault.at)
      if (known === undefined) this.#byPlace.set(fault.at, [fault])
      else known.push(fault)
    }
  }

  /** Nothing strikes any more. */
  calm(): void {
    this.#byPlace.clear()
  }

  /** Faults of a place. */
  at<P extends Place>(place: P): readonly Extract<Fault, { at: P }>[] {
    return (this.#byPlace.get(place) ?? []) as Extract<Fault, { at: P }>[]
  }

  /** Counts one more time at a counted place; the fault that strikes then. */
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
    if (found !== undefined) this.strike(found)
    return found as Extract<Fault, { at: P }> | undefined
  }

  /** Notes that a fault struck. */
  strike(fault: Fault): void {
    const name = nameOf(fault)
    this.struck.set(name, (this.struck.get(name) ?? 0) + 1)
  }
}
