// Saves the typed values in the background, one save at a time. A failed save is retried. If another page saved in between, the
// person chooses; the answer to our own lost save is recognised.
import { web, type ApplicationPage, type Step } from '@tapboard/contract'
import type { Answer } from '../shared/fault.ts'
import { pause } from '../shared/wake.ts'
import type { FormDeps } from './form-deps.ts'
import { draftOf, isLocked } from './merchant-apply.machine.ts'

/** Pause between two tries. */
const RETRY_PAUSE_MS = 5_000

/** Saves the draft of one element. */
export class DraftKeeper {
  readonly #deps: FormDeps
  /** Step to be saved; `null` if all changes are saved. */
  #pendingStep: Step | null = null
  /** The running save; aborted when the element is removed. */
  #saving: AbortSignal | null = null
  /** The last body whose answer was lost. */
  #unansweredBody: string | null = null

  constructor(deps: FormDeps) {
    this.#deps = deps
  }

  /** Saves at `step`, now or after the running save. */
  save(step: Step): void {
    this.#pendingStep = step
    this.resume()
  }

  /** Retries a save that was interrupted when the element was removed from the page. */
  resume(): void {
    if (this.#pendingStep && (this.#saving?.aborted ?? true)) void this.#work()
  }

  /** Aborts the running save and drops the pending one. */
  stop(): void {
    this.#pendingStep = null
    this.#deps.run('save')
  }

  /** Restarts the save that `stop` interrupted. Otherwise a no-op. */
  restart(): void {
    if (this.#deps.view.draft.state === 'saving') this.save(this.#deps.view.step)
  }

  /** Overwrites the draft that was saved elsewhere. */
  async keepMine(): Promise<void> {
    const signal = this.#deps.run('save')
    const page = await this.#read(signal)
    if (signal.aborted) return
    if (!page.ok) return this.#deps.step({ type: 'unsaved' })
    this.#deps.step({ type: 'based', version: page.value.draft?.version ?? 0 })
    this.save(this.#deps.view.step)
  }

  async #work(): Promise<void> {
    const deps = this.#deps
    const signal = deps.run('save')
    this.#saving = signal
    while (
      this.#pendingStep &&
      !signal.aborted &&
      !isLocked(deps.view) &&
      deps.view.draft.state !== 'changed'
    ) {
      const step = this.#pendingStep
      this.#pendingStep = null
      const body = draftOf(deps.view, step)
      const sent = JSON.stringify([body.step, body.values])
      deps.step({ type: 'saving' })
      const answer = await deps.client().call(web.saveDraft, { body, signal })
      if (!signal.aborted && answer.ok) {
        this.#unansweredBody = null
        deps.step({ type: 'saved', saved: answer.value })
        continue
      }
      this.#pendingStep ??= step
      if (signal.aborted || (!answer.ok && !answer.heard)) this.#unansweredBody = sent
      if (signal.aborted || answer.ok) break
      if (answer.code === 'draft-changed' && (await this.#isSettled(signal))) continue
      if (answer.code.startsWith('application-')) {
        this.#pendingStep = null
        void deps.load()
      } else if (!signal.aborted) {
        deps.step({ type: 'unsaved' })
        // The BFF would reject the same body again: do not retry.
        if (/^(invalid|body)/.test(answer.code)) break
        await pause(RETRY_PAUSE_MS + answer.retryAfterMs, signal)
      }
    }
    if (this.#saving === signal) this.#saving = null
  }

  /**
   * Reads the conflicting draft. If it is our own, from a save whose answer was lost, the next save follows it; otherwise the
   * person must choose. Returns `false` if the read failed.
   */
  async #isSettled(signal: AbortSignal): Promise<boolean> {
    const page = await this.#read(signal)
    if (signal.aborted || !page.ok) return false
    const { draft } = page.value
    const ours = draft && JSON.stringify([draft.step, draft.values]) === this.#unansweredBody
    this.#deps.step(ours ? { type: 'based', version: draft.version } : { type: 'changed' })
    return true
  }

  #read(signal: AbortSignal): Promise<Answer<ApplicationPage>> {
    return this.#deps.client().call(web.getApplication, { signal })
  }
}
