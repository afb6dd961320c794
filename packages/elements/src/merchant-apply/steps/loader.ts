// Loads the steps of <merchant-apply>: each is a file of its own and comes while the person fills in the one before. One that
// does not come is said, and tried again when it is asked for again.
import { DRAFT_STEPS, type Step } from '@tapboard/contract'
import type { StepPart } from '../step.ts'
import { STEP as START } from './start.step.ts'

/** Fetches a step. */
export type LoadStep = () => Promise<{ readonly STEP: StepPart }>

/** Where the steps come from; `start` is what is drawn first and never waits. */
export const STEP_FILES: Readonly<Record<Step, LoadStep>> = {
  start: () => Promise.resolve({ STEP: START }),
  plan: () => import('./plan.step.ts'),
  business: () => import('./business.step.ts'),
  tax: () => import('./tax.step.ts'),
  contact: () => import('./contact.step.ts'),
  signers: () => import('./signers.step.ts'),
  bank: () => import('./bank.step.ts'),
  review: () => import('./review.step.ts'),
  agreement: () => import('./agreement.step.ts'),
  done: () => import('./done.step.ts'),
}

/** See the head of this file. */
export class StepLoader {
  readonly #parts = new Map<Step, StepPart>([['start', START]])
  readonly #coming = new Map<Step, Promise<StepPart | null>>()
  readonly #files: Readonly<Record<Step, LoadStep>>

  constructor(files: Readonly<Record<Step, LoadStep>> = STEP_FILES) {
    this.#files = files
  }

  /** The step, where it is there already. */
  get(step: Step): StepPart | undefined {
    return this.#parts.get(step)
  }

  /** The step, or `null` where it could not be loaded. */
  load(step: Step): Promise<StepPart | null> {
    const part = this.#parts.get(step)
    if (part) return Promise.resolve(part)
    const coming = this.#coming.get(step) ?? this.#load(step).finally(() => this.#coming.delete(step))
    this.#coming.set(step, coming)
    return coming
  }
  async #load(step: Step): Promise<StepPart | null> {
    // The review speaks with the words of all the others.
    const needs = step === 'review' ? DRAFT_STEPS.slice(0, -1) : []
    try {
      const [{ STEP }, ...others] = await Promise.all([
        this.#files[step](),
        ...needs.map((one) => this.load(one)),
      ])
      if (others.includes(null)) return null
      this.#parts.set(step, STEP)
      return STEP
    } catch {
      return null
    }
  }
}
