// The parts of a simulated story, as data: `scenario.ts` draws them from a seed.
import type { Fault } from './faults.ts'

/** The behaviour of a cardholder and the terminal in one session, in the order in which sessions begin. */
export interface Cardholder {
  /** How long the terminal takes to show the prompt; `null` = it never does; `lost` = it disconnects at the start. */
  readonly promptMs: number | null | 'lost'
  readonly act: 'pay' | 'cancel' | 'leave'
  readonly afterMs: number
  /** Cents of the amount that the processor decides by. */
  readonly verdict: 0 | 51 | 5 | 91 | 98
  /** How long the terminal takes to report that the result was shown; `null` = it never does. */
  readonly shownMs: number | null
}

/** One page on one screen. */
export interface Tab {
  readonly startMs: number
  /** The process it talks to first. */
  readonly process: number
  /** The key it sends: the derived one, one of its own, or the derived one with another request. */
  readonly key: 'derived' | 'own' | 'changed'
  readonly device: number
  /** Asks for a cancel so long after the start. */
  readonly cancelMs: number | null
  /** Presses without an answer, after which the clerk gives up. */
  readonly presses: number
  /** Waits so long before a further attempt. */
  readonly againMs: number
  /** A page of <terminal-pay> with a clerk before it, not a script. */
  readonly page: boolean
  /** A script that starts a third attempt after the second one ended unpaid, whatever the order shows. */
  readonly insists?: boolean
}

/** A screen on which a clerk pays a part of the order back, once it is paid. */
export interface Refund {
  readonly tab: Tab
  /** The host's reference; screens with the same one compete for the same refund. */
  readonly reference: string
  /** Share of the paid amount. */
  readonly share: number
  readonly attempts: number
}

/** The host cancels an order, or grants it to another page with another amount. */
export interface HostStep {
  readonly atMs: number
  readonly act: 'withdraws' | 'supersedes'
  /** After a withdrawal the host grants the order again so much later; `null`: never. */
  readonly againMs: number | null
}

/** One order at the counter. */
export interface Till {
  readonly amountMinor: number
  readonly attempts: number
  readonly tabs: readonly Tab[]
  /** The person's statement about it, once the terminal cannot ask for the card any more. */
  readonly attests: 'truth' | 'errs' | 'never'
  readonly refunds: readonly Refund[]
  readonly host: readonly HostStep[]
}

/** The ledger is put back to an earlier state, as by a restore or by a fail-over to a standby that lagged. Times are ms since the beginning. */
export interface Restore {
  /** The state at this time comes back; `intent`: that of the moment when the first sale was committed and not yet sent. */
  readonly copyMs: number | 'intent'
  /** All processes die, and everything since the copy is lost. */
  readonly lostMs: number
  readonly downMs: number
  /** The operator compares the charges with the ledger, and ends the hold. */
  readonly releaseMs: number
}

/** All parts of a story. */
export interface Scenario {
  readonly seed: number
  readonly upstream: {
    readonly repeat: 'unknown' | 'refuses' | 'replays'
    readonly lookup: 'none' | 'authoritative'
    /** Whether the BFF relies on a device's report of its live session. */
    readonly deviceSession: boolean
    readonly longPoll: boolean
    /** The actual behaviour for a repeated external ID, independent of the configuration. */
    readonly dedupes: 'none' | 'refuse' | 'replay'
    /** How long its prompt waits for a card (D-15: 120 s; a service may be configured with less). */
    readonly promptMs: number
  }
  readonly processes: readonly { readonly skewMs: number; readonly startMs: number }[]
  readonly tills: readonly Till[]
  readonly cardholders: readonly Cardholder[]
  readonly faults: readonly Fault[]
  readonly restore: Restore | null
  /** Commits take up to so long. */
  readonly storeMs: number
  /** Faults are applied during this time, in ms; afterwards everything works. */
  readonly lengthMs: number
}
