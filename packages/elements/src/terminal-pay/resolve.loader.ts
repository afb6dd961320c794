// Loads the part of <terminal-pay> with which a person decides what became of an unknown sale: few pages need it, and
// those rarely. It comes before it is needed, and where it does not come the screen says so and offers to try again.
import { Sale } from '@tapboard/contract'
import { html, nothing } from 'lit'
import { button, mainButton, notice } from './controls.ts'
import type { Resolver } from './resolve.part.ts'
import { clock, money } from './scene.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import type { Phase } from './terminal-pay.machine.ts'

/** What the part is given: it imports nothing itself, so that a second copy of the element is never loaded with it. */
export const KIT = { html, nothing, button, mainButton, notice, clock, money, Sale }

/** See {@link KIT}. */
export type Kit = typeof KIT

/** Fetches the part. */
export type LoadPart = () => Promise<{
  readonly Resolver: new (kit: Kit, pay: TerminalPayController) => Resolver
}>

/** See the head of this file. */
export class ResolveLoader {
  /** The part, once it is there. */
  part: Resolver | null = null
  /** It could not be loaded. */
  failed = false
  #loading = false
  readonly #pay: TerminalPayController
  readonly #load: LoadPart

  constructor(pay: TerminalPayController, load: LoadPart = () => import('./resolve.part.ts')) {
    this.#pay = pay
    this.#load = load
  }

  /** Loads the part as soon as the sale waits longer than it should: the network may be gone when it is needed. */
  foresee(phase: Phase): void {
    const slow = this.#pay.view.sale?.stillWaiting || phase === 'doubt' || phase === 'review'
    if (slow && !this.failed) void this.load()
  }

  /** Loads the part, or tries again. */
  async load(): Promise<void> {
    if (this.part || this.#loading) return
    this.#loading = true
    this.failed = false
    try {
      const { Resolver } = await this.#load()
      this.part = new Resolver(KIT, this.#pay)
    } catch {
      this.failed = true
    }
    this.#loading = false
    this.#pay.redraw()
  }
}
