// Performs the effects of the machine of <merchant-apply>: requests, loading of steps, drafts, events.
import {
  stepOf,
  web,
  type ApplicationValues,
  type Judge,
  type Step,
  type SubmitApplication,
  type Terms,
} from '@tapboard/contract'
import { BffController, type BffHost } from '../shared/bff-controller.ts'
import type { Answer, ErrorDetail, Refusal } from '../shared/fault.ts'
import { failed, isSetup } from '../shared/mistakes.ts'
import { printAlone } from '../shared/print-alone.ts'
import { onFault } from '../shared/wake.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import {
  MerchantApplyEvent,
  type MerchantApplyDetails,
  type MerchantApplyEventName,
} from './merchant-apply.events.ts'
import {
  contextOf,
  EMPTY,
  isLocked,
  phaseOf,
  reduce,
  type Effect,
  type MachineEvent,
} from './merchant-apply.machine.ts'
import type { View } from './view.ts'
import { adjacentStep, isAfter, isOpen } from './route.ts'
import type { FormActions, GetTermsToken, People, StepPart } from './step.ts'
import { StepMemory } from './step-memory.ts'
import type { IsolatedFields, IsolatedForm } from './isolated.part.ts'
import type { Sender, SenderDeps } from './sender.ts'
import type { StepHistory } from './step-history.ts'
import { StepLoader, stepFiles, type LaterSteps, type LoadTexts } from './steps/loader.ts'
import { askTermsToken } from './terms-token.ts'
import type { LookUpHost } from './look-up.ts'
import { nextStepOf } from './next-step.ts'

/** The members of the element that its controller uses. */
interface MerchantApplyHost extends BffHost, LookUpHost {
  getTermsToken: GetTermsToken | undefined
  tier: string | null
  prefill: unknown
  readonly: boolean
  isolate: boolean
  history: boolean
}

export class MerchantApplyController
  extends BffController<MerchantApplyHost>
  implements FormActions, SenderDeps, IsolatedForm
{
  view: View = EMPTY
  /** The target of the focus after the next render: `title`, `summary`, or a path. */
  focusTarget: string | null = null
  /** Text of the live region. */
  announcement = ''
  readonly memory = new StepMemory()
  readonly parts: StepLoader
  /** The file of the steps after the start, once it is loaded. */
  later: LaterSteps | undefined
  /** Saves the draft, loaded with the steps after the start: before them there is nothing to save. */
  drafts: DraftKeeper | undefined
  /** The frames of the secrets (`isolate`). */
  isolation: IsolatedFields | undefined
  #sender: Sender | undefined
  #history: StepHistory | undefined
  /** Start was pressed before the first read ended. */
  continuesWhenRead = false

  constructor(host: MerchantApplyHost, loadTexts: LoadTexts) {
    super(host, 'merchant-apply')
    this.parts = new StepLoader(stepFiles(loadTexts, (steps) => this.#equip(steps)))
  }

  protected override listen(): () => void {
    return onFault(
      () => phaseOf(this.view) === 'fault',
      () => this.load(),
      () => this.redraw(),
    )
  }

  async #equip(later: LaterSteps): Promise<void> {
    const { DraftKeeper, Sender, StepHistory, isolation } = later
    if (this.view.isolated) this.isolation = await isolation(this)
    this.later = later
    this.drafts = new DraftKeeper(this)
    this.#sender = new Sender(this)
    this.#history = new StepHistory(this)
    this.redraw()
  }

  /** The frame of a secret did not load: the step is loaded again on demand. */
  stuck(): void {
    this.step({ type: 'step-failed', step: this.view.step })
  }

  /**
   * Begins, resumes after a removal, or begins anew when the page has set another `bffUrl` or a first `getToken`, or another one after a
   * mistake.
   */
  override configure(resumed = false): void {
    const isUsed = this.hasSameBase() && !isSetup(this.view.fault ?? '')
    if (!this.isListening || (!resumed && isUsed) || !this.setUp()) return
    if (!this.view.page) return void this.load()
    this.drafts?.resume()
    this.#sender?.resume()
    // The removal ended the move to another step.
    if (this.view.going) void this.enter(this.view.step, null)
  }

  protected override misconfigured(mistake: ErrorDetail): void {
    this.step({ type: 'failed', code: mistake.code })
    this.report(mistake)
  }

  protected override dispatchError(mistake: ErrorDetail): void {
    this.dispatch('merchant-apply-error', mistake)
  }

  /** Reads the application; keeps the typed values unless `keep` is false. */
  async load(keep = true): Promise<void> {
    const signal = this.run('load')
    if (!this.base) return this.configure(true)
    const first = !this.view.page
    const ask = () => this.client().call(web.getApplication, { signal })
    const refused = (refusal: Refusal): void => {
      if (isSetup(refusal.code) || !this.view.page) this.report(failed(refusal))
      this.step({ type: 'failed', code: refusal.code })
    }
    const answer = await this.retry.until(ask, refused, signal)
    if (!answer) return
    this.reports.recovered()
    const { tier, prefill, readonly, isolate } = this.host
    const page = answer.value
    this.step({ type: 'read', page, keep, settings: { tier, prefill, readonly, isolate } })
    await this.#entering
    if (signal.aborted) return
    const { application, environment, draft } = page
    const { id, state } = application
    const { step } = this.view
    if (first)
      this.dispatch('merchant-apply-ready', {
        applicationId: id,
        state,
        environment,
        step,
        resumed: draft !== null,
      })
    if (this.continuesWhenRead && step === 'start') void this.next()
    this.continuesWhenRead = false
  }

  /** Applies the page's prefill if it has changed. */
  applyPrefill(): void {
    const { prefill } = this.host
    if (prefill === this.#appliedPrefill) return
    this.#appliedPrefill = prefill
    this.step({ type: 'prefill-changed', prefill })
  }

  #appliedPrefill: unknown

  /** Continues from the start step as soon as the next step is known. */
  begin(): void {
    if (this.view.entered) return void this.next()
    this.continuesWhenRead = true
    this.redraw()
  }

  /** Passes an event to the machine and performs the effects. */
  step(event: MachineEvent): void {
    const [view, ...effects] = reduce(this.view, event)
    this.view = view
    this.redraw()
    for (const effect of effects) this.#perform(effect)
  }

  /** The next request gets a new token from the page. */
  renew(): void {
    this.tokens.renew()
  }

  showPeople(people: People): void {
    this.step({ type: 'people-shown', people })
  }

  announce(text: string): void {
    this.announcement = text
    this.redraw()
  }

  change(path: string, value: string | boolean, judge = this.#judgeOf(path)): void {
    this.step({ type: 'typed', path, value, judge })
  }

  put(values: Partial<ApplicationValues>): void {
    this.step({ type: 'put', values })
  }

  leave(path: string): void {
    this.step({ type: 'left', path, judge: this.#judgeOf(path) })
  }

  check(judge: Judge): boolean {
    const { view } = this
    if (isLocked(view) || !this.#judged(judge, this.#judge ?? null)) return false
    this.drafts?.save(view.step)
    return true
  }

  async next(): Promise<void> {
    this.applyPrefill()
    if (this.isolation) await this.isolation.settled()
    const { view } = this
    if (isLocked(view) || view.going) return
    const judge = this.#judge
    if (judge && !this.#judged(judge, null)) return
    this.step({ type: 'going' })
    const signal = this.run('enter')
    const [target, returnTo] = await nextStepOf(this.view, this.parts)
    await this.parts.load(target)
    if (signal.aborted) return
    // The review lists what is missing: the person answers it there.
    if (view.step === 'review' && isAfter('review', target)) {
      this.focusTarget = 'summary'
      return this.step({ type: 'stayed' })
    }
    this.drafts?.save(target)
    await this.enter(target, 'title', returnTo)
    // A change of another value made a valid one invalid: report that at once.
    const { visited, missingSecrets } = view
    const isReturning =
      visited.has(target) && ![...missingSecrets, ...view.errors.shown.keys()].map(stepOf).includes(target)
    if (returnTo && isReturning && this.view.step === target && this.#judge) this.#judged(this.#judge, null)
  }

  back(): void {
    const { step, returnTo } = this.view
    if (!this.view.sending) void this.enter(returnTo ?? adjacentStep(this.view, step, -1), 'title')
  }

  go(step: Step, path?: string): void {
    if (!isOpen(this.view, step) || this.view.sending) return
    const fromReview = this.view.step === 'review' || this.view.step === 'agreement'
    void this.enter(step, path ?? 'title', fromReview && step !== 'agreement' ? 'review' : undefined)
  }

  focus(path: string): void {
    this.focusTarget = path
    this.redraw()
  }

  async submit(consent: SubmitApplication['consent'], termsToken?: string): Promise<void> {
    await this.#sender?.submit({ consent, termsToken })
  }

  async repeat(): Promise<void> {
    await this.#sender?.repeat()
  }

  terms(locale: string, tier = this.view.values.tierName): Promise<Answer<Terms>> {
    const query = { tier, locale }
    return this.client().call(web.getTerms, { query, signal: this.run('terms') })
  }

  termsToken(): Promise<string | null> {
    const { page, values } = this.view
    const request = { application: page!.application.id, tier: values.tierName }
    return askTermsToken(this.host.getTermsToken!, request, (mistake) => this.report(mistake))
  }

  print(): void {
    // Paper cannot be opened: what is folded on the screen is printed, too.
    const folded = this.host.shadowRoot?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []
    for (const each of folded) each.open = true
    const fold = (): void => folded.forEach((each) => (each.open = false))
    addEventListener('afterprint', fold, { once: true })
    printAlone(this.host)
  }

  async refreshStatus(): Promise<void> {
    await this.#sender?.refresh()
  }

  /** Deletes the draft and starts over. */
  async discard(): Promise<void> {
    if (isLocked(this.view)) return
    const signal = this.run('discard')
    this.drafts?.stop()
    const answer = await this.client().call(web.discardDraft, { signal })
    if (signal.aborted) return
    if (answer.ok) await this.#restart()
    else this.step({ type: 'refused', refusal: answer })
  }

  /** Chooses between the typed values and the draft that was saved elsewhere. */
  async resolveConflict(keepMine: boolean): Promise<void> {
    if (keepMine) {
      await this.parts.load('plan')
      await this.drafts?.keepMine()
    } else await this.#restart()
  }

  /** Restarts from the BFF's data; a focus in the form stays there. */
  async #restart(): Promise<void> {
    const hadFocus = this.host.matches(':focus-within')
    await this.load(false)
    await this.#entering
    if (hadFocus) this.focus('title')
  }

  /** Shows a step as soon as it is loaded, and preloads the next one. */
  enter(step: Step, focus: string | null, returnTo?: Step): Promise<void> {
    return (this.#entering = this.#enter(step, focus, returnTo))
  }

  #entering: Promise<void> = Promise.resolve()

  async #enter(step: Step, focus: string | null, returnTo?: Step): Promise<void> {
    const signal = this.run('enter')
    // The summary names rejected fields of other steps with the texts of those steps.
    const others = Array.from(new Set(Array.from(this.view.errors.rejected, stepOf)), (one) =>
      this.parts.load(one),
    )
    const [part] = await Promise.all([this.parts.load(step), ...others])
    if (signal.aborted) return
    if (!part) return this.step({ type: 'step-failed', step })
    const left = this.#history?.left(step)
    if (left) return this.#enter(left, focus)
    const { view } = this
    if (step !== this.view.step || !this.view.entered) this.memory.clear()
    this.focusTarget = focus
    this.step(returnTo ? { type: 'entered', step, returnTo } : { type: 'entered', step })
    this.#history?.shown(view)
    if (!isLocked(this.view)) part.entered?.(this, this.view)
    if (step === 'done') this.#sender?.follow()
    // Preload the next step: when the answer to a submission is lost, its file may not load either.
    else void this.parts.load(step === 'agreement' ? 'done' : adjacentStep(this.view, step, 1))
  }

  /** The judge of the step that asks for `path`: the review answers fields of other steps. */
  #judgeOf(path: string): Judge | undefined {
    return this.parts.get(stepOf(path))?.judge
  }

  get #judge(): Judge | undefined {
    return this.parts.get(this.view.step)?.judge
  }

  /** Judges the values; if there are errors, returns `false` and focuses the summary. */
  #judged(judge: Judge, rest: Judge | null): boolean {
    const { step, values } = this.view
    const isValid = judge(values, contextOf(this.view)).issues.length === 0
    this.step({ type: 'judged', judge, rest, step })
    if (!isValid) this.focusTarget = 'summary'
    return isValid
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'enter':
        return void this.enter(effect.step, effect.focus)
      case 'load':
        return void this.load()
      case 'dispatch':
        return void this.dispatch(effect.name, effect.detail)
    }
  }

  /** The class that submits; `undefined` until the agreement is loaded. */
  get submissionClass(): StepPart['Submission'] {
    return this.parts.get('agreement')?.Submission
  }

  /** Dispatches the submit event; `false` if the page prevents it. */
  maySubmit(detail: MerchantApplyDetails['merchant-apply-submit']): boolean {
    return this.dispatch('merchant-apply-submit', detail)
  }

  /** Dispatches an event; `false` if it was prevented. */
  dispatch<Name extends MerchantApplyEventName>(name: Name, detail: MerchantApplyDetails[Name]): boolean {
    return this.host.dispatchEvent(new MerchantApplyEvent(name, detail))
  }
}
