// The state of <terminal-pay>: all data that selects the screen.
import type { Checkout, Sale } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'
import type { Running } from '../shared/running.ts'
import type { Press } from './press.ts'
import type { Queue } from './queue.ts'

/** A request about the sale shown. */
export type Asking = 'check' | 'cancel' | 'details'

/** Connection of the page to the BFF; `refused` while the BFF, or the page's own server, gives it no token that may read. */
export type Link = 'alive' | 'offline' | 'refused'

/** Reason of a failed action. The next action, the next change of the sale and the next phase clear it. */
export interface Fault {
  readonly action: Asking | 'load' | 'start' | 'resolve'
  readonly code: FaultCode
  /** The typed reference that was not saved. */
  readonly value?: string
  readonly atMs: number
}

/** Step of an open sale. A repeated send of an unknown sale is a part of `doubt`. */
export type Step = 'contacting' | 'follow' | 'present-card' | 'authorizing' | 'doubt'

/** The step of the shown sale, and the one that the page shows until it has lasted. */
export interface Course {
  readonly at: Step
  readonly sinceMs: number
  /** `null` if the step is shown at once. */
  readonly before: Step | null
  /** While the result is unknown: the BFF can ask for it. */
  readonly checkable: boolean
  /** While the result is unknown: the time of the next request, which a repeated send keeps. */
  readonly nextAskAtMs: number | null
}

/** All data that selects the screen. */
export interface View {
  readonly checkout: Checkout | null
  /** The newest known attempt; its version never decreases. */
  readonly sale: Sale | null
  /** `null` for a sale that has ended, or needs a manager. */
  readonly course: Course | null
  readonly deviceId: string | null
  readonly press: Press | null
  /** A charge that waits for its terminal. */
  readonly queue: Queue | null
  /** The unpaid sale was dismissed for another choice. */
  readonly aside: boolean
  readonly watching: boolean
  readonly link: Link
  /** When the connection was lost. */
  readonly lostAtMs: number
  /** When the last news of the BFF arrived. */
  readonly heardAtMs: number
  /** The terminal that has the sale is disconnected. */
  readonly terminalLost: boolean
  readonly done: boolean
  /** An unanswered request of the person. */
  readonly asking: Asking | null
  readonly fault: Fault | null
  /** The sale that this tab could not exclude when the read of the checkout failed. */
  readonly running: Omit<Running, 'atMs'> | null
  /** The order's amount changed while the page showed another one. */
  readonly amountChanged: boolean
  /** ID of the last attempt whose end was dispatched. */
  readonly settledId: string | null
  /** The newest version of each attempt of the order that the page has seen; an older version is no news. */
  readonly versions: Readonly<Record<string, number>>
}

/** The state before the first read. */
export const EMPTY: View = {
  checkout: null,
  sale: null,
  course: null,
  deviceId: null,
  press: null,
  queue: null,
  aside: false,
  watching: true,
  link: 'alive',
  lostAtMs: 0,
  heardAtMs: 0,
  terminalLost: false,
  done: false,
  asking: null,
  fault: null,
  running: null,
  amountChanged: false,
  settledId: null,
  versions: {},
}
