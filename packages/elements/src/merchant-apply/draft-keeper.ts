// Saves what is typed, one save at a time, and never lets the person wait for it. A save that is lost is tried again; one that
// somebody overtook is put before the person, unless it was our own whose answer was lost.
import { ApplicationPage, SavedDraft, type Step } from '@tapboard/contract'
import type { Answer } from '../shared/fault.ts'
import { pause } from '../shared/wake.ts'
import type { MerchantApplyController } from './merchant-apply.controller.ts'
import { draftOf, isResting } from './merchant-apply.machine.ts'

/** Between two tries. */
const AGAIN_MS = 5_000

/** See the head of this file. */
export class DraftKeeper {
  readonly #form: MerchantApplyController
  /** Step to be saved; `null` when everything is. */
  #due: Step | null = null
  #running = false
  /** Every body whose answer did not come, as it was sent. */
  #lost: string | null = null

  constructor(form: MerchantApplyController) {
    this.#form = form
  }

  /** Saves at `step`, now or as soon as the save that is out has ended. */
  save(step: Step): void {
    this.#due = step
    if (!this.#running) void this.#work()
  }

  /** Tries again what was not saved when the element was taken out of the page. */
  goOn(): void {
    if (this.#due && !this.#running) void this.#work()
  }

  /** Nothing is to be saved any more. */
  stop(): void {
    this.#due = null
    this.#form.run('save')
  }

  /** What is here replaces what was saved elsewhere. */
  async keepMine(): Promise<void> {
    const signal = this.#form.run('save')
    const page = await this.#read(signal)
    if (signal.aborted) return
    if (!page.ok) return this.#form.step({ type: 'unsaved' })
    this.#form.step({ type: 'based', version: page.value!.draft?.version ?? 0 })
    this.save(this.#form.view.step)
  }

  async #work(): Promise<void> {
    const form = this.#form
    const signal = form.run('save')
    this.#running = true
    while (this.#due && !signal.aborted && !isResting(form.view) && form.view.draft.state !== 'changed') {
      const step = this.#due
      const body = draftOf(form.view, step)
      const sent = JSON.stringify([body.step, body.values])
      form.step({ type: 'saving' })
      const answer = await form.ask(SavedDraft, {
        method: 'PUT',
        path: '/v1/application/draft',
        body,
        signal,
      })
      if (signal.aborted) break
      if (answer.ok) {
        if (this.#due === step) this.#due = null
        this.#lost = null
        form.step({ type: 'saved', saved: answer.value! })
      } else if (answer.code === 'draft-changed') {
        if (!(await this.#isOurs(signal))) break
      } else if (answer.code.startsWith('application-')) {
        this.#due = null
        void form.load()
      } else {
        if (!answer.heard) this.#lost = sent
        form.step({ type: 'unsaved' })
        await pause(AGAIN_MS + answer.retryAfterMs, signal)
      }
    }
    this.#running = false
  }

  /** Was the draft that stands in the way our own, of a save whose answer was lost? Then the next one follows it. */
  async #isOurs(signal: AbortSignal): Promise<boolean> {
    const page = await this.#read(signal)
    if (signal.aborted) return false
    const draft = page.ok ? page.value?.draft : null
    if (draft && this.#lost !== null && JSON.stringify([draft.step, draft.values]) === this.#lost) {
      this.#form.step({ type: 'based', version: draft.version })
      return true
    }
    this.#form.step({ type: page.ok ? 'changed' : 'unsaved' })
    return false
  }

  #read(signal: AbortSignal): Promise<Answer<ApplicationPage | null>> {
    return this.#form.ask(ApplicationPage, { path: '/v1/application', signal })
  }
}
