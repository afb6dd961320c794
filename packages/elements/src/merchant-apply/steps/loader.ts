// Loads the steps of <merchant-apply>: those after the plan come while the person reads what to have ready. One that
// does not come is said, and tried again when it is asked for again. Their words come with them.
import { DRAFT_STEPS, type Step } from '@tapboard/contract'
import type { StepPart } from '../step.ts'
import type { LATER_FILES } from './steps.part.ts'
import { STEP as PLAN } from './plan.step.ts'
import { STEP as START } from './start.step.ts'

/** Fetches a step. */
export type LoadStep = () => Promise<StepPart>

/** Fetches further words in the language that is spoken; resolves when they are there, or do not come in time. */
export type Speak = (...files: typeof LATER_FILES) => Promise<void>

async function loadLater(speak: Speak) {
  const steps = await import('./steps.part.ts')
  await speak(...steps.LATER_FILES)
  return steps
}

/** Where the steps come from; `start` and `plan` are what is drawn first and never wait. */
export function stepFiles(speak: Speak): Readonly<Record<Step, LoadStep>> {
  let coming: ReturnType<typeof loadLater> | undefined
  const later = () =>
    (coming ??= loadLater(speak).catch((error: unknown) => {
      coming = undefined
      throw error
    }))
  return {
    start: async () => START,
    plan: async () => PLAN,
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

/** See the head of this file. */
export class StepLoader {
  readonly #parts = new Map<Step, StepPart>([
    ['start', START],
    ['plan', PLAN],
  ])
  readonly #coming = new Map<Step, Promise<StepPart | null>>()
  readonly #files: Readonly<Record<Step, LoadStep>>

  constructor(files: Readonly<Record<Step, LoadStep>>) {
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
