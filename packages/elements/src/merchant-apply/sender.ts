// Submits the application of one element, asks what became of it where the answer is lost, and follows its status afterwards.
// What any of that means for the person, the machine decides.
import { web, type ApplicationSnapshot } from '@tapboard/contract'
import { failed, isSetup } from '../shared/mistakes.ts'
import { random } from '../shared/retry.ts'
import { isHidden, pause } from '../shared/wake.ts'
import type { MerchantApplyController } from './merchant-apply.controller.ts'
import { isResting } from './merchant-apply.machine.ts'
import { watchStatus } from './status.ts'
import type { Submission, Submittable, Submitted } from './submission.ts'

/** See the head of this file. */
export class Sender {
  readonly #form: MerchantApplyController
  readonly #ports
  /** Kept for as long as the element lives: a repeat is the same bytes. */
  #submission: Submission | null = null
  /** What was agreed to when it was submitted last. */
  #last: Pick<Submittable, 'consent' | 'termsToken'> | null = null

  constructor(form: MerchantApplyController) {
    this.#form = form
    this.#ports = {
      client: () => form.client(),
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
    const form = this.#form
    const { page, values } = form.view
    const Made = form.parts.get('agreement')?.Submission
    if (!page || !Made || !this.#last || isResting(form.view)) return
    const { tierName } = values
    if (!form.dispatch('merchant-apply-submit', { applicationId: page.application.id, tierName })) return
    const signal = form.run('send')
    form.step({ type: 'sent' })
    form.drafts.stop()
    this.#submission ??= new Made(this.#ports)
    this.#ended(await this.#submission.send({ page, values, ...this.#last }, signal), signal)
  }

  /** Goes on after the element came back into the page: a submission that was out is as good as lost. */
  goOn(): void {
    const { sending, delivery } = this.#form.view
    if (this.#submission && (sending || delivery === 'lost')) void this.#settle()
    else this.follow()
  }

  /** Asks from time to time what becomes of the application, until it is decided. */
  follow(): void {
    const form = this.#form
    const hear = (application: ApplicationSnapshot): void => form.step({ type: 'answered', application })
    void watchStatus(form.view.page!.application, this.#ports, hear, form.run('follow'))
  }

  /** Asks once, now. */
  async refresh(): Promise<void> {
    const form = this.#form
    const signal = form.run('status')
    const { page } = form.view
    if (!page) return
    const answer = await form.client().call(web.getApplicationStatus, {
      headers: { 'If-None-Match': `"${page.application.version}"` },
      signal,
    })
    if (signal.aborted) return
    if (answer.ok) form.step({ type: 'answered', application: answer.value ?? page.application })
    // A status that nobody can read stays the one that is shown; it says when that was heard of.
    else if (isSetup(answer.code)) form.report(failed(answer))
  }

  #ended(submitted: Submitted, signal: AbortSignal): void {
    if (signal.aborted) return
    const form = this.#form
    switch (submitted.type) {
      case 'known':
        form.step({ type: 'answered', application: submitted.application })
        form.drafts.resume()
        return this.follow()
      case 'refused':
        if (isSetup(submitted.refusal.code)) form.report(failed(submitted.refusal))
        form.step(submitted)
        form.drafts.resume()
        // The BFF has another key by now: the next press seals to that one.
        return submitted.refusal.code === 'invalid-secrets' ? void form.load() : undefined
      case 'lost':
        return void this.#settle()
      case 'unheard':
        form.step(submitted)
        return form.drafts.resume()
    }
  }

  /** Nobody answered: it is asked what became of it. */
  async #settle(): Promise<void> {
    const form = this.#form
    form.step({ type: 'lost' })
    const signal = form.run('send')
    this.#ended(await this.#submission!.settle(form.view.page!.application, signal), signal)
  }
}
