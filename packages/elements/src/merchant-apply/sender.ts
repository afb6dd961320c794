// Submits the application of one element, asks for its state if the answer is lost, and then follows its status. The machine
// interprets the results.
import { web, withoutSecrets, type ApplicationSnapshot } from '@tapboard/contract'
import { failed, isSetup } from '../shared/mistakes.ts'
import { random } from '../shared/retry.ts'
import { isHidden, pause } from '../shared/wake.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import type { FormDeps } from './form-deps.ts'
import type { MerchantApplyDetails } from './merchant-apply.events.ts'
import { isLocked } from './merchant-apply.machine.ts'
import { watchStatus } from './status.ts'
import type { StepPart } from './step.ts'
import type { Submission, Submittable, Submitted } from './submission.ts'

/** The members of the controller that sending uses. */
export interface SenderDeps extends FormDeps {
  readonly drafts: Pick<DraftKeeper, 'stop' | 'restart'> | undefined
  /** The class that submits; `undefined` until its step is loaded. */
  readonly submissionClass: StepPart['Submission']
  /** Dispatches the submit event; `false` if the page prevents it. */
  maySubmit(detail: MerchantApplyDetails['merchant-apply-submit']): boolean
}

/** Submits the application of one element. */
export class Sender {
  readonly #deps: SenderDeps
  readonly #ports
  /** Kept for the lifetime of the element: a repeat sends the same bytes. */
  #submission: Submission | null = null
  /** The consent of the last submission. */
  #consent: Pick<Submittable, 'consent' | 'termsToken'> | null = null

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#ports = {
      client: () => deps.client(),
      pause,
      isHidden,
      random,
    }
  }

  /** Submits with this consent. */
  submit(consent: Pick<Submittable, 'consent' | 'termsToken'>): Promise<void> {
    this.#consent = consent
    return this.repeat()
  }

  /** Submits with the consent of the last submission. */
  async repeat(): Promise<void> {
    const deps = this.#deps
    const { page, values } = deps.view
    const SubmissionClass = deps.submissionClass
    if (!page || !SubmissionClass || !this.#consent || isLocked(deps.view)) return
    const { tierName } = values
    if (!deps.maySubmit({ applicationId: page.application.id, tierName })) return
    const signal = deps.run('send')
    deps.step({ type: 'sent' })
    deps.drafts?.stop()
    this.#submission ??= new SubmissionClass(this.#ports)
    this.#ended(await this.#submission.send({ page, values, ...this.#consent }, signal), signal)
  }

  /** Resumes after the element returned to the page: the answer to an open submission counts as lost. */
  resume(): void {
    const { sending, delivery } = this.#deps.view
    if (this.#submission && (sending || delivery === 'lost')) void this.#settle()
    else this.follow()
  }

  /** Polls the status of the application until it is final. */
  follow(): void {
    const deps = this.#deps
    const onChange = (application: ApplicationSnapshot): void => deps.step({ type: 'answered', application })
    void watchStatus(deps.view.page!.application, this.#ports, onChange, deps.run('follow'))
  }

  /** Reads the status once, now. */
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
    // If the read fails, the shown status remains, with the time of its last update.
    else if (isSetup(answer.code)) deps.report(failed(answer))
  }

  #ended(submitted: Submitted, signal: AbortSignal): void {
    if (signal.aborted) return
    const deps = this.#deps
    switch (submitted.type) {
      case 'reported':
        deps.step({ type: 'answered', application: submitted.application })
        deps.drafts?.restart()
        return this.follow()
      case 'refused':
        if (isSetup(submitted.refusal.code)) deps.report(failed(submitted.refusal))
        deps.step(submitted)
        deps.drafts?.restart()
        return submitted.refusal.code === 'invalid-secrets' ? this.#renewSeal() : undefined
      case 'lost':
        return void this.#settle()
      case 'unreceived':
        deps.step(submitted)
        return deps.drafts?.restart()
    }
  }

  /** The BFF has a new key: the next press seals with that one. What an isolated field sealed has to be typed again. */
  #renewSeal(): void {
    const { view } = this.#deps
    if (view.isolated) this.#deps.step({ type: 'put', values: withoutSecrets(view.values) })
    void this.#deps.load()
  }

  /** The answer was lost: asks the BFF for the state of the application. */
  async #settle(): Promise<void> {
    const deps = this.#deps
    deps.step({ type: 'lost' })
    const signal = deps.run('send')
    this.#ended(await this.#submission!.settle(deps.view.page!.application, signal), signal)
  }
}
