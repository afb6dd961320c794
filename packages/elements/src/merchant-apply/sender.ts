// Submits the application of one element, asks what became of it where the answer is lost, and follows its status afterwards.
// What any of that means for the person, the machine decides.
import { web, type ApplicationSnapshot } from '@tapboard/contract'
import { failed, isSetup } from '../shared/mistakes.ts'
import { random } from '../shared/retry.ts'
import { isHidden, pause } from '../shared/wake.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import type { FormDeps } from './form-deps.ts'
import type { MerchantApplyDetails } from './merchant-apply.events.ts'
import { isResting } from './merchant-apply.machine.ts'
import { watchStatus } from './status.ts'
import type { StepPart } from './step.ts'
import type { Submission, Submittable, Submitted } from './submission.ts'

/** What sending needs of the controller. */
export interface SenderDeps extends FormDeps {
  readonly drafts: Pick<DraftKeeper, 'stop' | 'resume'>
  /** The class that submits; `undefined` until the step that has it is loaded. */
  readonly submissionClass: StepPart['Submission']
  /** Dispatches the submit event; `false` where the page prevents it. */
  maySubmit(detail: MerchantApplyDetails['merchant-apply-submit']): boolean
}

/** Submits the application of one element. */
export class Sender {
  readonly #deps: SenderDeps
  readonly #ports
  /** Kept for as long as the element lives: a repeat is the same bytes. */
  #submission: Submission | null = null
  /** What was agreed to when it was submitted last. */
  #last: Pick<Submittable, 'consent' | 'termsToken'> | null = null

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#ports = {
      client: () => deps.client(),
      pause,
      isHidden,
      random,
    }
  }

  /** Submits, with what was agreed to. */
  submit(agreed: Pick<Submittable, 'consent' | 'termsToken'>): Promise<void> {
    this.#last = agreed
    return this.repeat()
  }

  /** Submits with what was agreed to last. */
  async repeat(): Promise<void> {
    const deps = this.#deps
    const { page, values } = deps.view
    const Made = deps.submissionClass
    if (!page || !Made || !this.#last || isResting(deps.view)) return
    const { tierName } = values
    if (!deps.maySubmit({ applicationId: page.application.id, tierName })) return
    const signal = deps.run('send')
    deps.step({ type: 'sent' })
    deps.drafts.stop()
    this.#submission ??= new Made(this.#ports)
    this.#ended(await this.#submission.send({ page, values, ...this.#last }, signal), signal)
  }

  /** Goes on after the element came back into the page: a submission that was out is as good as lost. */
  goOn(): void {
    const { sending, delivery } = this.#deps.view
    if (this.#submission && (sending || delivery === 'lost')) void this.#settle()
    else this.follow()
  }

  /** Asks from time to time what becomes of the application, until it is decided. */
  follow(): void {
    const deps = this.#deps
    const hear = (application: ApplicationSnapshot): void => deps.step({ type: 'answered', application })
    void watchStatus(deps.view.page!.application, this.#ports, hear, deps.run('follow'))
  }

  /** Asks once, now. */
  async refresh(): Promise<void> {
    const deps = this.#deps
    const signal = deps.run('status')
    const { page } = deps.view
    if (!page) return
    const answer = await deps.client().call(web.getApplicationStatus, {
      headers: { 'If-None-Match': `"${page.application.version}"` },
      signal,
    })
    if (signal.aborted) return
    if (answer.ok) deps.step({ type: 'answered', application: answer.value ?? page.application })
    // A status that nobody can read stays the one that is shown; it says when that was heard of.
    else if (isSetup(answer.code)) deps.report(failed(answer))
  }

  #ended(submitted: Submitted, signal: AbortSignal): void {
    if (signal.aborted) return
    const deps = this.#deps
    switch (submitted.type) {
      case 'known':
        deps.step({ type: 'answered', application: submitted.application })
        deps.drafts.resume()
        return this.follow()
      case 'refused':
        if (isSetup(submitted.refusal.code)) deps.report(failed(submitted.refusal))
        deps.step(submitted)
        deps.drafts.resume()
        // The BFF has another key by now: the next press seals to that one.
        return submitted.refusal.code === 'invalid-secrets' ? void deps.load() : undefined
      case 'lost':
        return void this.#settle()
      case 'unheard':
        deps.step(submitted)
        return deps.drafts.resume()
    }
  }

  /** Nobody answered: it is asked what became of it. */
  async #settle(): Promise<void> {
    const deps = this.#deps
    deps.step({ type: 'lost' })
    const signal = deps.run('send')
    this.#ended(await this.#submission!.settle(deps.view.page!.application, signal), signal)
  }
}
