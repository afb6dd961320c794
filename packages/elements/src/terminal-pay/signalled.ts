// Decides when a result is signalled: once, when the page that followed the sale shows its result. A result that was there when
// the page was loaded, and one that a manager entered, has no signal.
import type { SaleScene } from './scene.ts'
import type { Signal } from './signal.part.ts'
import type { Phase } from './truth-row.ts'
import type { Situation } from './truth-table.ts'

/** The signal of a phase. */
const SIGNAL_OF: Readonly<Partial<Record<Phase, Signal>>> = {
  approved: 'good',
  unpaid: 'bad',
  doubt: 'warn',
  review: 'warn',
}
/** Situations with another signal than their phase; `null` for none. */
const OTHERS: Readonly<Partial<Record<Situation, Signal | null>>> = {
  'paid-twice': 'warn',
  'marked-paid': null,
  'closed-unpaid': null,
}

/** Whether the page follows a press or a sale in this phase. */
const isFollowed = (phase: Phase | undefined): boolean =>
  phase !== undefined && /^(contacting|waiting|doubt|review)$/.test(phase)

/** Remembers what was shown and signalled. */
export class Signalled {
  #phase: Phase | undefined
  /** Sale and phase of the last signal. */
  #last = ''

  /** The signal of what is shown now; `null` for none. */
  next({ row: { phase }, situation, view }: Pick<SaleScene, 'row' | 'situation' | 'view'>): Signal | null {
    const before = this.#phase
    this.#phase = phase
    const other = OTHERS[situation]
    const signal = other === undefined ? SIGNAL_OF[phase] : other
    const key = `${view.sale?.id ?? view.press?.request.attempt} ${phase}`
    if (!signal || phase === before || !isFollowed(before) || key === this.#last) return null
    this.#last = key
    return signal
  }
}
