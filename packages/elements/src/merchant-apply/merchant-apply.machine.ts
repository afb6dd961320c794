// Computes the view of <merchant-apply> and its effects from literal events: no clock, network or DOM. The server decides the
// state of the application; the machine never guesses it. The controller performs the effects.
import {
  DRAFT_STEPS,
  emptyValues,
  isEditable,
  judgePlan,
  latestDate,
  stepOf,
  STEPS,
  withoutSecrets,
  type ApplicationPage,
  type ApplicationSnapshot,
  type ApplicationValues,
  type Judge,
  type RuleContext,
  type SavedDraft,
  type SaveDraft,
  type Step,
} from '@tapboard/contract'
import type { FaultCode, Refusal } from '../shared/fault.ts'
import { isSavePending, type DraftState } from './draft-state.ts'
import { withoutErrors, judged, left, NO_ERRORS, errorsOf, typed } from './field-errors.ts'
import type { MerchantApplyDetails, MerchantApplyEventName } from './merchant-apply.events.ts'
import { missingSecretsOf } from './paths.ts'
import { givenPlan, hasPrefill, applyPrefill, valuesOf } from './prefill.ts'
import { isAfter, stepOfIssues, stepsOf } from './route.ts'
import type { People } from './step.ts'
import type { PageSettings, View } from './view.ts'

const LIST: People = { open: null, removed: null, before: [] }

/** The state before the first read. */
export const EMPTY: View = {
  page: null,
  fault: null,
  tier: null,
  readonly: false,
  isolated: false,
  step: 'start',
  entered: false,
  furthest: 'start',
  visited: new Set(),
  prefilled: false,
  touched: false,
  returnTo: null,
  values: emptyValues(),
  errors: NO_ERRORS,
  missingSecrets: new Set(),
  draft: { version: 0, state: 'none', savedAtMs: null },
  resumed: false,
  people: LIST,
  discarding: false,
  going: false,
  failedStep: null,
  sending: false,
  delivery: 'none',
  refusal: null,
}

/** Events, in the past tense. */
export type MachineEvent =
  | {
      readonly type: 'read'
      readonly page: ApplicationPage
      readonly settings: PageSettings
      readonly keep: boolean
    }
  | { readonly type: 'failed'; readonly code: FaultCode }
  | { readonly type: 'prefill-changed'; readonly prefill: unknown }
  | {
      readonly type: 'typed'
      readonly path: string
      readonly value: unknown
      readonly judge: Judge | undefined
    }
  | { readonly type: 'left'; readonly path: string; readonly judge: Judge | undefined }
  | { readonly type: 'put'; readonly values: Partial<ApplicationValues> }
  | { readonly type: 'judged'; readonly judge: Judge; readonly rest: Judge | null; readonly step: Step }
  | { readonly type: 'people-shown'; readonly people: People }
  | { readonly type: 'discard-asked'; readonly discarding: boolean }
  | { readonly type: 'going' | 'stayed' }
  | { readonly type: 'step-failed'; readonly step: Step }
  | { readonly type: 'entered'; readonly step: Step; readonly returnTo?: Step }
  | { readonly type: 'saving' | 'unsaved' | 'changed' }
  | { readonly type: 'saved'; readonly saved: Pick<SavedDraft, 'version' | 'savedAtMs'> }
  | { readonly type: 'based'; readonly version: number }
  | { readonly type: 'sent' | 'lost' | 'unreceived' }
  | { readonly type: 'answered'; readonly application: ApplicationSnapshot }
  | { readonly type: 'refused'; readonly refusal: Refusal }

export type Effect =
  | { readonly type: 'enter'; readonly step: Step; readonly focus: 'title' | 'summary' | null }
  | { readonly type: 'load' }
  | {
      [Name in MerchantApplyEventName]: {
        readonly type: 'dispatch'
        readonly name: Name
        readonly detail: MerchantApplyDetails[Name]
      }
    }[MerchantApplyEventName]

/** The coarse state of the element. */
export type Phase = 'loading' | 'fault' | 'filling' | 'submitting' | 'doubt' | 'submitted'

/** The phase of a view. */
export function phaseOf({ page, entered, fault, sending, delivery }: View): Phase {
  if (!page || !entered) return fault ? 'fault' : 'loading'
  const { state } = page.application
  if (sending || state === 'submitting') return 'submitting'
  if (delivery === 'lost' || state === 'in_doubt') return 'doubt'
  return isEditable(state) ? 'filling' : 'submitted'
}

/** The context of the rules. */
export const contextOf = ({ page, isolated }: Pick<View, 'page' | 'isolated'>): RuleContext => ({
  today: latestDate(page!.nowMs),
  sandbox: page!.environment === 'sandbox',
  tiers: page!.tiers.map(({ name }) => name),
  wire: false,
  isolated,
})

/** Checks whether the values are locked. */
export const isLocked = ({ readonly, sending, page }: View): boolean =>
  readonly || sending || !page || !isEditable(page.application.state)

/** Checks whether the chosen plan is no longer offered. */
const isWithdrawn = (view: View): boolean =>
  judgePlan(view.values, contextOf(view)).issues.some(({ code }) => code === 'tier-unavailable')

/** The body of a save. */
export const draftOf = ({ values, draft }: View, step: Step): SaveDraft => ({
  step: DRAFT_STEPS.find((one) => one === step) ?? (step === 'start' ? 'plan' : 'review'),
  values: withoutSecrets(values),
  follows: draft.version,
})

type Transition = readonly [View, ...Effect[]]

/** Leads to the review, which lists the fields of all steps; to the plan or the agreement if they are to be chosen again. */
function showIssues(view: View, issues: Parameters<typeof errorsOf>[0]): Transition {
  const errors = errorsOf(issues)
  const step = stepOfIssues(errors.shown.keys())
  const returnTo = step === 'plan' ? 'review' : null
  return [
    { ...view, errors, returnTo, furthest: 'agreement' },
    { type: 'enter', step, focus: 'summary' },
  ]
}

/** The chosen plan is no longer offered: the person chooses another one, if there is any, and returns to the previous step. */
function withdraw(view: View, returnTo: Step, focus: 'summary' | null): Transition {
  const issues = [{ path: 'tierName', code: 'tier-unavailable', message: '' } as const]
  const errors = errorsOf(view.page?.tiers.length ? issues : [])
  return [
    { ...view, errors, returnTo: isAfter(returnTo, 'plan') ? returnTo : null },
    { type: 'enter', step: 'plan', focus },
  ]
}

function begin(page: ApplicationPage, settings: PageSettings): Transition {
  const { draft, application } = page
  const { tier, prefill } = settings
  const given = givenPlan(page, tier)
  const values = valuesOf(page, settings)
  const at = DRAFT_STEPS.find((one) => one === draft?.step) ?? 'business'
  const step = draft
    ? at === 'plan' && given !== null
      ? 'business'
      : at
    : page.tiers.length
      ? 'start'
      : 'plan'
  const behind = draft ? STEPS.slice(0, STEPS.indexOf(step)) : []
  const view: View = {
    ...EMPTY,
    page,
    tier,
    readonly: settings.readonly,
    isolated: settings.isolate,
    values,
    prefilled: hasPrefill(prefill),
    missingSecrets: draft ? missingSecretsOf(values, new Set([...behind, 'signers', 'bank'])) : new Set(),
    draft: {
      version: draft?.version ?? 0,
      state: draft ? 'saved' : 'none',
      savedAtMs: draft?.savedAtMs ?? null,
    },
    resumed: draft !== null,
    furthest: draft ? step : 'start',
    visited: new Set(behind),
    going: true,
  }
  if (!isEditable(application.state)) return [view, { type: 'enter', step: 'done', focus: null }]
  if (settings.readonly)
    return [
      { ...view, furthest: 'review' },
      { type: 'enter', step: 'review', focus: null },
    ]
  if (application.state === 'refused' && application.issues.length)
    return showIssues(view, application.issues)
  if (isWithdrawn(view)) return withdraw(view, step, null)
  return [view, { type: 'enter', step, focus: null }]
}

/** The page was read again: keeps the typed values and takes over the server's state. */
function mergePage(before: View, page: ApplicationPage): Transition {
  const version = page.draft?.version ?? 0
  const view: View = { ...before, page, fault: null }
  if (!isEditable(page.application.state)) return settle({ ...view, page: before.page }, page.application)
  const elsewhere = version > before.draft.version && !isSavePending(before.draft)
  const kept: View = elsewhere ? { ...view, draft: { ...view.draft, state: 'changed' } } : view
  return isWithdrawn(kept) ? withdraw(kept, kept.step, null) : [kept]
}

/** Takes over the present state of the application; ignores an older answer that arrives late. */
function settle(view: View, application: ApplicationSnapshot): Transition {
  const { page } = view
  const past = page!.application
  if (application.version < past.version) return [view]
  const now: View = { ...view, page: { ...page!, application }, sending: false, refusal: null }
  const { id, state, appId, reference } = application
  if (state === 'refused' && (view.sending || view.delivery === 'lost' || past.state !== 'refused'))
    return showIssues({ ...now, delivery: 'none' }, application.issues)
  if (isEditable(state)) return [now]
  const news = isEditable(past.state) || past.state === 'submitting' || past.state === 'in_doubt'
  const arrived = state !== 'submitting' && state !== 'in_doubt'
  const effects: Effect[] = view.step === 'done' ? [] : [{ type: 'enter', step: 'done', focus: 'title' }]
  if (news && arrived)
    effects.push({
      type: 'dispatch',
      name: 'merchant-apply-submitted',
      detail: { applicationId: id, state, appId, reference },
    })
  // A received application no longer needs its secrets here (P45). One in transit can still be rejected.
  const values = arrived || state === 'in_doubt' ? withoutSecrets(now.values) : now.values
  return [{ ...now, values, delivery: 'none', errors: NO_ERRORS }, ...effects]
}

function refused(view: View, refusal: Refusal): Transition {
  const { code, issues } = refusal
  const now: View = { ...view, sending: false, delivery: 'none' }
  if (!issues?.length) return [{ ...now, refusal: code }]
  const [led, ...effects] = showIssues(now, issues)
  // The plan is no longer offered: read the present offer.
  return issues.some((issue) => issue.code === 'tier-unavailable')
    ? [led, ...effects, { type: 'load' }]
    : [led, ...effects]
}

function entered(view: View, step: Step, returnTo: Step | null): Transition {
  const { step: previous, visited, furthest } = view
  const steps = stepsOf(view)
  // If the shown step is shown again, its open page stays open.
  const isShown = step === previous && view.entered
  const now: View = {
    ...view,
    people: isShown ? view.people : LIST,
    discarding: isShown && view.discarding,
    resumed: view.resumed && (isShown || !view.entered),
    step,
    entered: true,
    returnTo: step === returnTo ? null : returnTo,
    visited: new Set([...visited, step]),
    furthest: isAfter(step, furthest) && step !== 'done' ? step : furthest,
    going: false,
    failedStep: null,
    refusal: null,
  }
  if (previous === step || !view.entered) return [now]
  const detail = { step, previous, number: steps.indexOf(step) + 1, of: steps.length }
  return [now, { type: 'dispatch', name: 'merchant-apply-step', detail }]
}

const isUnder = (members: readonly string[]) => (path: string) =>
  members.includes(/^\w+/.exec(path)?.[0] ?? '')

/** Computes the next view and the effects. */
export function reduce(view: View, event: MachineEvent): Transition {
  switch (event.type) {
    case 'read':
      return event.keep && view.page ? mergePage(view, event.page) : begin(event.page, event.settings)
    case 'failed':
      return [{ ...view, fault: event.code, going: false }]
    case 'prefill-changed':
      return [applyPrefill(view, event.prefill)]
    case 'typed':
      return isLocked(view) ? [view] : [{ ...view, touched: true, ...typed(view, event, contextOf(view)) }]
    case 'left':
      return isLocked(view) ? [view] : [{ ...view, ...left(view, event, contextOf(view)) }]
    case 'put': {
      if (isLocked(view)) return [view]
      const values = { ...view.values, ...event.values }
      const missingSecrets = missingSecretsOf(values, new Set(Array.from(view.missingSecrets, stepOf)))
      const errors = withoutErrors(view.errors, isUnder(Object.keys(event.values)))
      return [{ ...view, touched: true, values, missingSecrets, errors }]
    }
    case 'judged': {
      const { values, errors } = judged(view, event, contextOf(view))
      return [{ ...view, values, errors }]
    }
    case 'people-shown':
      return [{ ...view, people: event.people, discarding: false }]
    case 'discard-asked':
      return [{ ...view, discarding: event.discarding }]
    case 'going':
      return [{ ...view, going: true, resumed: false, errors: { ...view.errors, general: [] } }]
    case 'stayed':
      return [{ ...view, going: false }]
    case 'step-failed':
      return [{ ...view, going: false, failedStep: event.step }]
    case 'entered':
      return entered(view, event.step, event.returnTo ?? view.returnTo)
    case 'saving':
    case 'unsaved':
    case 'changed': {
      // A retry does not change what the person reads, or a screen reader would announce each failure.
      const isRetry = event.type === 'saving' && view.draft.state === 'unsaved'
      return [isRetry ? view : { ...view, draft: { ...view.draft, state: event.type } }]
    }
    case 'saved': {
      const { version, savedAtMs } = event.saved
      const draft: DraftState = { version, savedAtMs, state: 'saved' }
      return [
        { ...view, draft },
        { type: 'dispatch', name: 'merchant-apply-draft-saved', detail: { version, savedAtMs } },
      ]
    }
    case 'based':
      return [{ ...view, draft: { ...view.draft, version: event.version, state: 'saving' } }]
    case 'sent':
      return [{ ...view, sending: true, delivery: 'none', refusal: null }]
    case 'lost':
      return [
        { ...view, sending: false, delivery: 'lost' },
        { type: 'enter', step: 'done', focus: 'title' },
      ]
    case 'unreceived':
      return [{ ...view, sending: false, delivery: 'unreceived' }]
    case 'answered':
      return settle(view, event.application)
    case 'refused':
      return refused(view, event.refusal)
  }
}
