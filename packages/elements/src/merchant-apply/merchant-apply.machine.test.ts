import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  emptyValues,
  judgePlan,
  type ApplicationDraft,
  type ApplicationPage,
  type ApplicationSnapshot,
  type ApplicationValues,
  type Step,
} from '@tapboard/contract'
import { refuse } from '../shared/fault.ts'
import { APPLICATION, APPLY_PAGE } from '../testing/scripted-boarding.ts'
import { shownIn } from './field-errors.ts'
import { draftOf, EMPTY, phaseOf, reduce, type Effect, type MachineEvent } from './merchant-apply.machine.ts'
import type { View, PageSettings } from './view.ts'
import { adjacentStep, isOpen, stepsOf } from './route.ts'

const NOTHING: PageSettings = { tier: null, prefill: undefined, readonly: false, isolate: false }

/** The view after a series of events, and the last effects. */
function after(view: View, ...events: readonly MachineEvent[]): readonly [View, readonly Effect[]] {
  let last: readonly Effect[] = []
  for (const event of events) {
    const [next, ...effects] = reduce(view, event)
    view = next
    last = effects
  }
  return [view, last]
}

const read = (page: Partial<ApplicationPage> = {}, settings: Partial<PageSettings> = {}): MachineEvent => ({
  type: 'read',
  page: { ...APPLY_PAGE, ...page },
  settings: { ...NOTHING, ...settings },
  keep: false,
})
const enter = (step: Step): MachineEvent => ({ type: 'entered', step })
const draftAt = (step: string, values: Partial<ApplicationValues> = {}, version = 3): ApplicationDraft => ({
  step,
  values: { ...emptyValues(), tierName: 'Plus', ...values },
  version,
  savedAtMs: 1,
  expiresAtMs: 2,
})
const snapshot = (change: Partial<ApplicationSnapshot>): ApplicationSnapshot => ({
  ...APPLICATION,
  version: 2,
  ...change,
})
const enteredBy = (effects: readonly Effect[]): unknown => effects.find(({ type }) => type === 'enter')
const [AT_AGREEMENT] = after(
  EMPTY,
  read({ draft: draftAt('review', { taxId: '123' }) }),
  enter('review'),
  enter('agreement'),
)

test('a new application begins before the first step and renders nothing until it is loaded', () => {
  assert.equal(phaseOf(EMPTY), 'loading')
  const [view, effects] = after(EMPTY, read())
  assert.equal(phaseOf(view), 'loading')
  assert.deepEqual(effects, [{ type: 'enter', step: 'start', focus: null }])
  assert.equal(phaseOf(after(view, enter('start'))[0]), 'filling')
})

test('a failed read is a fault, and a second read continues', () => {
  const [view] = after(EMPTY, { type: 'failed', code: 'network' })
  assert.equal(phaseOf(view), 'fault')
  assert.equal(phaseOf(after(view, read(), enter('start'))[0]), 'filling')
})

test('skips the plan if it is preset or the page chose an offered one', () => {
  const [asked] = after(EMPTY, read())
  assert.equal(stepsOf(asked).length, 8)
  assert.equal(adjacentStep(asked, 'start', 1), 'plan')
  const one = after(EMPTY, read({ tiers: APPLY_PAGE.tiers.slice(0, 1) }))[0]
  const given = after(EMPTY, read({}, { tier: 'Plus' }))[0]
  for (const [view, name] of [
    [one, 'Standard'],
    [given, 'Plus'],
  ] as const) {
    assert.equal(stepsOf(view).length, 7)
    assert.equal(adjacentStep(view, 'start', 1), 'business')
    assert.equal(adjacentStep(view, 'business', -1), 'start')
    assert.equal(view.values.tierName, name)
  }
})

test('asks for a plan if the page chose one that is not offered', () => {
  const [view] = after(EMPTY, read({}, { tier: 'Gold' }))
  assert.equal(adjacentStep(view, 'start', 1), 'plan')
  assert.equal(view.values.tierName, '')
})

test('a draft that was left at the bank account lists its number as missing', () => {
  const banking = { bankName: 'Harbor Bank', routingNumber: '021000021', accountNumber: '' }
  const [view] = after(EMPTY, read({ draft: draftAt('bank', { banking }) }))
  assert.ok(view.missingSecrets.has('banking.accountNumber'))
})

test('a draft resumes at its step and lists the missing secrets of earlier steps', () => {
  const [view, effects] = after(EMPTY, read({ draft: draftAt('contact', { taxIdType: 'EIN' }) }))
  assert.deepEqual(effects, [{ type: 'enter', step: 'contact', focus: null }])
  assert.deepEqual([...view.missingSecrets], ['taxId'])
  assert.equal(view.draft.version, 3)
  assert.ok(view.resumed)
  assert.ok(isOpen(view, 'tax'))
  assert.ok(!isOpen(view, 'signers'))
})

test('a draft of an unknown step resumes at the first step', () => {
  assert.deepEqual(enteredBy(after(EMPTY, read({ draft: draftAt('horoscope') }))[1]), {
    type: 'enter',
    step: 'business',
    focus: null,
  })
})

test('a withdrawn plan is chosen again with its message, then returns to the previous step', () => {
  const [view, effects] = after(EMPTY, read({ draft: draftAt('bank', { tierName: 'Gold' }) }), enter('plan'))
  assert.equal(effects.length, 0)
  assert.deepEqual([...view.errors.shown], [['tierName', 'tier-unavailable']])
  assert.equal(view.returnTo, 'bank')
  const [chosen] = after(view, { type: 'typed', path: 'tierName', value: 'Plus', judge: judgePlan })
  assert.equal(chosen.errors.shown.size, 0)
  assert.equal(after(chosen, enter('bank'))[0].returnTo, null)
})

test('a prefill fills empty places only', () => {
  const prefill = { corporateName: 'Known', taxId: '12-3456788' }
  const [view] = after(EMPTY, read({ draft: draftAt('tax', { corporateName: 'Typed' }) }, { prefill }))
  assert.equal(view.values.corporateName, 'Typed')
  assert.equal(view.values.taxId, '12-3456788')
  assert.ok(view.prefilled)
})

test('a read-only application shows the review and allows no change', () => {
  const [view, effects] = after(EMPTY, read({ draft: draftAt('tax') }, { readonly: true }))
  assert.deepEqual(effects, [{ type: 'enter', step: 'review', focus: null }])
  const [same] = after(view, { type: 'typed', path: 'corporateName', value: 'X', judge: undefined })
  assert.equal(same.values.corporateName, '')
})

test('a draft contains no secret', () => {
  const values = {
    ...emptyValues(),
    taxId: '123456788',
    banking: { bankName: 'B', routingNumber: '', accountNumber: '99' },
  }
  const body = draftOf({ ...AT_AGREEMENT, values }, 'agreement')
  assert.equal(body.step, 'review')
  assert.ok(!JSON.stringify(body).includes('123456788') && !JSON.stringify(body).includes('99'))
})

test('a second read keeps typed values and reports a draft saved elsewhere', () => {
  const [view] = after(EMPTY, read({ draft: draftAt('business') }), enter('business'), {
    type: 'typed',
    path: 'corporateName',
    value: 'Mine',
    judge: undefined,
  })
  const page = { ...APPLY_PAGE, draft: draftAt('tax', { corporateName: 'Theirs' }, 4) }
  const [again] = after(view, { type: 'read', page, settings: NOTHING, keep: true })
  assert.equal(again.values.corporateName, 'Mine')
  assert.equal(again.draft.state, 'changed')
  const [newer] = after(again, { type: 'read', page, settings: NOTHING, keep: false })
  assert.equal(newer.values.corporateName, 'Theirs')
})

test('a received submission shows the confirmation, is reported once, and drops its secrets', () => {
  const [sent] = after(AT_AGREEMENT, { type: 'sent' })
  assert.equal(phaseOf(sent), 'submitting')
  const application = snapshot({ state: 'submitted', appId: 'A1', reference: 'R1' })
  const [view, effects] = after(sent, { type: 'answered', application })
  assert.deepEqual(
    effects.map((effect) => (effect.type === 'dispatch' ? effect.name : effect.type)),
    ['enter', 'merchant-apply-submitted'],
  )
  assert.equal(view.values.taxId, '')
  const [done] = after(view, enter('done'))
  assert.equal(phaseOf(done), 'submitted')
  const [, later] = after(done, {
    type: 'answered',
    application: snapshot({ state: 'in_review', version: 3 }),
  })
  assert.deepEqual(later, [])
})

test('ignores an older answer that arrives late', () => {
  const [view] = after(AT_AGREEMENT, {
    type: 'answered',
    application: snapshot({ state: 'approved', version: 9 }),
  })
  const [same] = after(view, { type: 'answered', application: snapshot({ state: 'in_review', version: 8 }) })
  assert.equal(same.page?.application.state, 'approved')
})

test('D-165 a rejection by the service opens the review, and its errors remain until they are changed', () => {
  const issues = [
    { path: 'signers[0].dateOfBirth', code: 'upstream', message: 'Too young for us.' },
    { path: 'businessPhone', code: 'phone', message: '' },
    { path: '', code: 'upstream', message: 'Call us.' },
  ]
  const [sent] = after(AT_AGREEMENT, { type: 'sent' })
  const [view, effects] = after(sent, {
    type: 'answered',
    application: snapshot({ state: 'refused', issues }),
  })
  assert.deepEqual(effects, [{ type: 'enter', step: 'review', focus: 'summary' }])
  assert.deepEqual(shownIn(view.errors, 'signers'), ['signers[0].dateOfBirth'])
  assert.deepEqual(view.errors.general, ['Call us.'])
  assert.equal(view.returnTo, null)
  assert.equal(view.values.taxId, '123')
  assert.equal(phaseOf(view), 'filling')
})

test('a rejection without a field is shown in the review', () => {
  const issues = [{ path: '', code: 'upstream', message: 'Call us.' }]
  const [, effects] = after(AT_AGREEMENT, {
    type: 'answered',
    application: snapshot({ state: 'refused', issues }),
  })
  assert.deepEqual(enteredBy(effects), { type: 'enter', step: 'review', focus: 'summary' })
})

test('after a lost answer nothing can be sent until the state is known', () => {
  const [lost, effects] = after(AT_AGREEMENT, { type: 'sent' }, { type: 'lost' })
  assert.equal(phaseOf(lost), 'doubt')
  assert.deepEqual(enteredBy(effects), { type: 'enter', step: 'done', focus: 'title' })
  assert.equal(lost.values.taxId, '123')
  assert.equal(after(lost, { type: 'unreceived' })[0].delivery, 'unreceived')
})

test('a rejection by the BFF opens its field, and a withdrawn plan reloads the plans', () => {
  const refusal = { ...refuse('invalid-application', 'x'), heard: true }
  const [view, effects] = after(
    AT_AGREEMENT,
    { type: 'sent' },
    {
      type: 'refused',
      refusal: { ...refusal, issues: [{ path: 'tierName', code: 'tier-unavailable', message: '' }] },
    },
  )
  assert.deepEqual(effects, [{ type: 'enter', step: 'plan', focus: 'summary' }, { type: 'load' }])
  assert.equal(view.sending, false)
  const [other] = after(
    AT_AGREEMENT,
    { type: 'sent' },
    { type: 'refused', refusal: refuse('rate-limited', 'x') },
  )
  assert.equal(other.refusal, 'rate-limited')
})

test('a change from the review returns there, and no later step is open', () => {
  const [view] = after(AT_AGREEMENT, enter('review'), { type: 'entered', step: 'tax', returnTo: 'review' })
  assert.equal(view.returnTo, 'review')
  assert.equal(after(view, enter('review'))[0].returnTo, null)
  const [fresh] = after(EMPTY, read(), enter('start'))
  for (const step of ['plan', 'tax', 'agreement', 'done'] as const) assert.ok(!isOpen(fresh, step), step)
})

test('reports each entered step with its number, once', () => {
  const [view] = after(EMPTY, read(), enter('start'))
  const [, effects] = after(view, enter('plan'))
  const detail = { step: 'plan', previous: 'start', number: 1, of: 8 }
  assert.deepEqual(effects, [{ type: 'dispatch', name: 'merchant-apply-step', detail }])
})

test('D-75 applies a late prefill as long as nothing was typed', () => {
  const prefill = { corporateName: 'Known', productSold: 'Bagels' }
  const known: MachineEvent = { type: 'prefill-changed', prefill }
  const [fresh] = after(EMPTY, read(), enter('start'), known)
  assert.equal(fresh.values.corporateName, 'Known')
  assert.ok(fresh.prefilled)
  // The prefill only fills empty places of a draft.
  const [kept] = after(EMPTY, read({ draft: draftAt('tax', { corporateName: 'Typed' }) }), known)
  assert.deepEqual([kept.values.corporateName, kept.values.productSold], ['Typed', 'Bagels'])
  assert.equal(kept.values.tierName, 'Plus')
  const typed: MachineEvent = { type: 'typed', path: 'website', value: 'x', judge: undefined }
  const [own] = after(EMPTY, read(), typed, known)
  assert.equal(own.values.corporateName, '')
  // Before the first read, or in a final state.
  assert.equal(after(EMPTY, known)[0], EMPTY)
  const [sent] = after(EMPTY, read({ application: snapshot({ state: 'submitted' }) }), known)
  assert.equal(sent.values.corporateName, '')
})

test('a preset plan stays preset when a prefill arrives', () => {
  const known: MachineEvent = { type: 'prefill-changed', prefill: { tierName: 'Other' } }
  const [view] = after(EMPTY, read({}, { tier: 'Plus' }), known)
  assert.equal(view.values.tierName, 'Plus')
})

test('the open person and the confirmation to start over last until another step is entered', () => {
  const open: MachineEvent = { type: 'people-shown', people: { open: 0, removed: null, before: [] } }
  const ask: MachineEvent = { type: 'discard-asked', discarding: true }
  const [shown] = after(EMPTY, read({ draft: draftAt('signers') }), enter('signers'), open, ask)
  const [again] = after(shown, enter('signers'))
  assert.deepEqual([again.people.open, again.discarding], [0, true])
  const [next] = after(shown, enter('bank'))
  assert.deepEqual([next.people.open, next.discarding], [null, false])
})
