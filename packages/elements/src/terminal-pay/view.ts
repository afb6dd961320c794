// The state of <terminal-pay>: everything that decides the screen.
import type { Checkout, Sale, SaleState } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'
import type { Running } from '../shared/running.ts'
import type { Press } from './press.ts'

/** A request about the sale shown. */
export type Asking = 'check' | 'cancel' | 'details'

/** How the page reaches the BFF: `refused` while the BFF, or the page's own server, gives it no token that may read. */
export type Link = 'alive' | 'offline' | 'refused'

/** Reason of a failed action. It is cleared by the next action, the next change of the sale and the next phase. */
export interface Fault {
  readonly action: Asking | 'load' | 'start' | 'resolve'
  readonly code: FaultCode
  /** The reference that was typed and not saved. */
  readonly value?: string
  readonly atMs: number
}

/** Everything that decides the screen. */
export interface View {
  readonly checkout: Checkout | null
  /** The newest known attempt; its version never decreases. */
  readonly sale: Sale | null
  /** State of the sale before its last move, `null` before the first one. */
  readonly before: SaleState | null
  /** When the sale came to its state, on the page. */
  readonly movedAtMs: number
  readonly deviceId: string | null
  /** The press that has no answer. */
  readonly press: Press | null
  /** The unpaid sale is put aside for another choice. */
  readonly aside: boolean
  readonly watching: boolean
  readonly link: Link
  /** When the link was lost. */
  readonly lostAtMs: number
  /** When the BFF was last heard. */
  readonly heardAtMs: number
  /** The terminal that has the sale is disconnected. */
  readonly terminalLost: boolean
  readonly done: boolean
  /** A request of the person that has no answer. */
  readonly asking: Asking | null
  readonly fault: Fault | null
  /** The sale that this tab could not exclude when the checkout could not be read. */
  readonly running: Running | null
  /** The order's amount changed while the page showed another one. */
  readonly amountChanged: boolean
  /** ID of the last attempt whose end was dispatched. */
  readonly told: string | null
  /** The newest version of each attempt of the order that the page has seen: an older one is no news. */
  readonly versions: Readonly<Record<string, number>>
}

/** Nothing known yet. */
export const EMPTY: View = {
  checkout: null,
  sale: null,
  before: null,
  movedAtMs: 0,
  deviceId: null,
  press: null,
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
  told: null,
  versions: {},
}
