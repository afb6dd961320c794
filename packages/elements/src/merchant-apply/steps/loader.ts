// Loads the steps of <merchant-apply>, together with their texts. All steps after the start load while the person reads it. The
// next request for a failed step retries its load.
import { DRAFT_STEPS, type Step } from '@tapboard/contract'
import type { StepPart } from '../step.ts'
import type * as Steps from './steps.part.ts'
import { STEP as START } from './start.step.ts'

export type LoadStep = () => Promise<StepPart>

/** Loads further texts in the present language; resolves when they have loaded, failed or timed out. */
export type LoadTexts = (...files: typeof Steps.LATER_FILES) => Promise<void>

/** The file of all steps after the start. */
export type LaterSteps = typeof Steps

async function loadLater(loadTexts: LoadTexts): Promise<LaterSteps> {
  const steps = await import('./steps.part.ts')
  await loadTexts(...steps.LATER_FILES)
  return steps
}

/** The import functions of the steps; `start` is part of the first file. `loaded` gets the file of the others once. */
export function stepFiles(
  loadTexts: LoadTexts,
  loaded: (steps: LaterSteps) => Promise<void>,
): Readonly<Record<Step, LoadStep>> {
  let coming: Promise<LaterSteps> | undefined
  const load = async (): Promise<LaterSteps> => {
    try {
      const steps = await loadLater(loadTexts)
      await loaded(steps)
      return steps
    } catch (error) {
      coming = undefined
      throw error
    }
  }
  const later = () => (coming ??= load())
  return {
    start: async () => START,
    plan: async () => (await later()).PLAN,
    business: async () => (await later()).BUSINESS,
    tax: async () => (await later()).TAX,
    contact: async () => (await later()).CONTACT,
    signers: async () => (await later()).SIGNERS,
    bank: async () => (await later()).BANK,
    review: async () => (await later()).REVIEW,
    agreement: async () => (await later()).AGREEMENT,
    done: async () => (await later()).DONE,
  }
}

/** Loads the steps on demand and keeps them. */
export class StepLoader {
  readonly #parts = new Map<Step, StepPart>([['start', START]])
  readonly #coming = new Map<Step, Promise<StepPart | null>>()
  readonly #files: Readonly<Record<Step, LoadStep>>

  constructor(files: Readonly<Record<Step, LoadStep>>) {
    this.#files = files
  }

  /** The step if it is loaded. */
  get(step: Step): StepPart | undefined {
    return this.#parts.get(step)
  }

  /** The step, or `null` if it could not be loaded. */
  load(step: Step): Promise<StepPart | null> {
    const part = this.#parts.get(step)
    if (part) return Promise.resolve(part)
    const coming = this.#coming.get(step) ?? this.#load(step).finally(() => this.#coming.delete(step))
    this.#coming.set(step, coming)
    return coming
  }

  async #load(step: Step): Promise<StepPart | null> {
    // The review uses the texts of all other steps.
    const needs = step === 'review' ? DRAFT_STEPS.slice(0, -1) : []
    try {
      const [part, ...others] = await Promise.all([
        this.#files[step](),
        ...needs.map((one) => this.load(one)),
      ])
      if (others.includes(null)) return null
      this.#parts.set(step, part)
      return part
    } catch {
      return null
    }
  }
}
