// Saves what is typed, one save at a time, and never lets the person wait for it. A save that is lost is tried again; one that
// somebody overtook is put before the person, unless it was our own whose answer was lost.
import { web, type ApplicationPage, type Step } from '@tapboard/contract'
import type { Answer } from '../shared/fault.ts'
import { pause } from '../shared/wake.ts'
import type { FormDeps } from './form-deps.ts'
import { draftOf, isResting } from './merchant-apply.machine.ts'

/** Between two tries. */
const AGAIN_MS = 5_000

/** Saves the draft of one element. */
export class DraftKeeper {
  readonly #deps: FormDeps
  /** Step to be saved; `null` when everything is. */
  #due: Step | null = null
  /** The work that is under way; aborted when the element was taken out. */
  #run: AbortSignal | null = null
  /** The last body whose answer did not come. */
  #lost: string | null = null

  constructor(deps: FormDeps) {
    this.#deps = deps
  }

  /** Saves at `step`, now or as soon as the save that is out has ended. */
  save(step: Step): void {
    this.#due = step
    this.goOn()
  }

  /** Tries again what was not saved when the element was taken out of the page. */
  goOn(): void {
    if (this.#due && (this.#run?.aborted ?? true)) void this.#work()
  }

  /** Aborts the save that is out and forgets the one that is due. */
  stop(): void {
    this.#due = null
    this.#deps.run('save')
  }

  /** Starts the save again that `stop` interrupted. Without one: does nothing. */
  resume(): void {
    if (this.#deps.view.draft.state === 'saving') this.save(this.#deps.view.step)
  }

  /** What is here replaces what was saved elsewhere. */
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
    this.#run = signal
    while (this.#due && !signal.aborted && !isResting(deps.view) && deps.view.draft.state !== 'changed') {
      const step = this.#due
      this.#due = null
      const body = draftOf(deps.view, step)
      const sent = JSON.stringify([body.step, body.values])
      deps.step({ type: 'saving' })
      const answer = await deps.client().call(web.saveDraft, { body, signal })
      if (!signal.aborted && answer.ok) {
        this.#lost = null
        deps.step({ type: 'saved', saved: answer.value })
        continue
      }
      this.#due ??= step
      if (signal.aborted || (!answer.ok && !answer.heard)) this.#lost = sent
      if (signal.aborted || answer.ok) break
      if (answer.code === 'draft-changed' && (await this.#isSettled(signal))) continue
      if (answer.code.startsWith('application-')) {
        this.#due = null
        void deps.load()
      } else if (!signal.aborted) {
        deps.step({ type: 'unsaved' })
        // What the BFF cannot read it can read no better the next time.
        if (/^(invalid|body)/.test(answer.code)) break
        await pause(AGAIN_MS + answer.retryAfterMs, signal)
      }
    }
    if (this.#run === signal) this.#run = null
  }

  /**
   * The draft that stands in the way: our own, of a save whose answer was lost, is followed by the next one; before anybody
   * else's the person must choose. `false` when it could not be read.
   */
  async #isSettled(signal: AbortSignal): Promise<boolean> {
    const page = await this.#read(signal)
    if (signal.aborted || !page.ok) return false
    const { draft } = page.value
    const ours = draft && JSON.stringify([draft.step, draft.values]) === this.#lost
    this.#deps.step(ours ? { type: 'based', version: draft.version } : { type: 'changed' })
    return true
  }

  #read(signal: AbortSignal): Promise<Answer<ApplicationPage>> {
    return this.#deps.client().call(web.getApplication, { signal })
  }
}
