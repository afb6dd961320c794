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
import {
  draftOf,
  EMPTY,
  phaseOf,
  reduce,
  type Effect,
  type Happening,
  type View,
  type PageSettings,
} from './merchant-apply.machine.ts'
import { adjacentStep, isOpen, stepsOf } from './route.ts'

const NOTHING: PageSettings = { tier: null, prefill: undefined, readonly: false }

/** The view after a series of events, and the last effects. */
function after(view: View, ...happenings: readonly Happening[]): readonly [View, readonly Effect[]] {
  let last: readonly Effect[] = []
  for (const happening of happenings) {
    const [next, ...effects] = reduce(view, happening)
    view = next
    last = effects
  }
  return [view, last]
}

const read = (page: Partial<ApplicationPage> = {}, settings: Partial<PageSettings> = {}): Happening => ({
  type: 'read',
  page: { ...APPLY_PAGE, ...page },
  settings: { ...NOTHING, ...settings },
  keep: false,
})
const enter = (step: Step): Happening => ({ type: 'entered', step })
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

test('a new application begins before the first step, and nothing is drawn until that is there', () => {
  assert.equal(phaseOf(EMPTY), 'loading')
  const [view, effects] = after(EMPTY, read())
  assert.equal(phaseOf(view), 'loading')
  assert.deepEqual(effects, [{ type: 'enter', step: 'start', focus: null }])
  assert.equal(phaseOf(after(view, enter('start'))[0]), 'filling')
})

test('an application that cannot be read is a fault, and its second reading goes on from there', () => {
  const [view] = after(EMPTY, { type: 'failed', code: 'network' })
  assert.equal(phaseOf(view), 'fault')
  assert.equal(phaseOf(after(view, read(), enter('start'))[0]), 'filling')
})

test('the plan is not asked where there is one, or where the page chose one that is offered', () => {
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

test('a plan of the page that is not offered is asked for', () => {
  const [view] = after(EMPTY, read({}, { tier: 'Gold' }))
  assert.equal(adjacentStep(view, 'start', 1), 'plan')
  assert.equal(view.values.tierName, '')
})

test('a draft leads back to the step that was left, and secrets of the steps behind are asked again', () => {
  const [view, effects] = after(EMPTY, read({ draft: draftAt('contact', { taxIdType: 'EIN' }) }))
  assert.deepEqual(effects, [{ type: 'enter', step: 'contact', focus: null }])
  assert.deepEqual([...view.missingSecrets], ['taxId'])
  assert.equal(view.draft.version, 3)
  assert.ok(view.resumed)
  assert.ok(isOpen(view, 'tax'))
  assert.ok(!isOpen(view, 'signers'))
})

test('a draft of a step that nobody knows any more leads to the first questions', () => {
  assert.deepEqual(enteredBy(after(EMPTY, read({ draft: draftAt('horoscope') }))[1]), {
    type: 'enter',
    step: 'business',
    focus: null,
  })
})

test('a plan that was withdrawn meanwhile is chosen anew, with its message, and the way leads back to where the person was', () => {
  const [view, effects] = after(EMPTY, read({ draft: draftAt('bank', { tierName: 'Gold' }) }), enter('plan'))
  assert.equal(effects.length, 0)
  assert.deepEqual([...view.errors.shown], [['tierName', 'tier-unavailable']])
  assert.equal(view.returnTo, 'bank')
  const [chosen] = after(view, { type: 'typed', path: 'tierName', value: 'Plus', judge: judgePlan })
  assert.equal(chosen.errors.shown.size, 0)
  assert.equal(after(chosen, enter('bank'))[0].returnTo, null)
})

test('what the page knows fills the empty places, never what was typed', () => {
  const prefill = { corporateName: 'Known', taxId: '12-3456788' }
  const [view] = after(EMPTY, read({ draft: draftAt('tax', { corporateName: 'Typed' }) }, { prefill }))
  assert.equal(view.values.corporateName, 'Typed')
  assert.equal(view.values.taxId, '12-3456788')
  assert.ok(view.prefilled)
})

test('nothing can be changed where the page says so, and all of it is shown', () => {
  const [view, effects] = after(EMPTY, read({ draft: draftAt('tax') }, { readonly: true }))
  assert.deepEqual(effects, [{ type: 'enter', step: 'review', focus: null }])
  const [same] = after(view, { type: 'typed', path: 'corporateName', value: 'X', judge: undefined })
  assert.equal(same.values.corporateName, '')
})

test('a draft holds no secret', () => {
  const values = {
    ...emptyValues(),
    taxId: '123456788',
    banking: { bankName: 'B', routingNumber: '', accountNumber: '99' },
  }
  const body = draftOf({ ...AT_AGREEMENT, values }, 'agreement')
  assert.equal(body.step, 'review')
  assert.ok(!JSON.stringify(body).includes('123456788') && !JSON.stringify(body).includes('99'))
})

test('reading again keeps what was typed, and says when it was saved elsewhere', () => {
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

test('a submission that the service has ends at the confirmation, is told once, and leaves no secret behind', () => {
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

test('an older answer that comes late changes nothing', () => {
  const [view] = after(AT_AGREEMENT, {
    type: 'answered',
    application: snapshot({ state: 'approved', version: 9 }),
  })
  const [same] = after(view, { type: 'answered', application: snapshot({ state: 'in_review', version: 8 }) })
  assert.equal(same.page?.application.state, 'approved')
})

test('a refusal by the service leads to the first field, and all of it stays until it is changed', () => {
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
  assert.deepEqual(effects, [{ type: 'enter', step: 'contact', focus: 'summary' }])
  assert.deepEqual(shownIn(view.errors, 'signers'), ['signers[0].dateOfBirth'])
  assert.deepEqual(view.errors.general, ['Call us.'])
  assert.equal(view.returnTo, 'review')
  assert.equal(view.values.taxId, '123')
  assert.equal(phaseOf(view), 'filling')
})

test('a refusal that names no field stands in the review', () => {
  const issues = [{ path: '', code: 'upstream', message: 'Call us.' }]
  const [, effects] = after(AT_AGREEMENT, {
    type: 'answered',
    application: snapshot({ state: 'refused', issues }),
  })
  assert.deepEqual(enteredBy(effects), { type: 'enter', step: 'review', focus: 'summary' })
})

test('a lost answer is called lost, and nothing can be sent meanwhile but what was asked about', () => {
  const [lost, effects] = after(AT_AGREEMENT, { type: 'sent' }, { type: 'lost' })
  assert.equal(phaseOf(lost), 'doubt')
  assert.deepEqual(enteredBy(effects), { type: 'enter', step: 'done', focus: 'title' })
  assert.equal(lost.values.taxId, '123')
  assert.equal(after(lost, { type: 'unreceived' })[0].delivery, 'unreceived')
})

test('what the BFF refuses leads to its field, and a withdrawn plan has the plans read again', () => {
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

test('from the review a change leads back there, and no step ahead is open by itself', () => {
  const [view] = after(AT_AGREEMENT, enter('review'), { type: 'entered', step: 'tax', returnTo: 'review' })
  assert.equal(view.returnTo, 'review')
  assert.equal(after(view, enter('review'))[0].returnTo, null)
  const [fresh] = after(EMPTY, read(), enter('start'))
  for (const step of ['plan', 'tax', 'agreement', 'done'] as const) assert.ok(!isOpen(fresh, step), step)
})

test('each step that is shown is told with its number, once', () => {
  const [view] = after(EMPTY, read(), enter('start'))
  const [, effects] = after(view, enter('plan'))
  const detail = { step: 'plan', previous: 'start', number: 1, of: 8 }
  assert.deepEqual(effects, [{ type: 'dispatch', name: 'merchant-apply-step', detail }])
})

test('D-75 what the page knows only after the application was read is taken, as long as nothing was typed', () => {
  const prefill = { corporateName: 'Known', productSold: 'Bagels' }
  const known: Happening = { type: 'prefill-changed', prefill }
  const [fresh] = after(EMPTY, read(), enter('start'), known)
  assert.equal(fresh.values.corporateName, 'Known')
  assert.ok(fresh.prefilled)
  // The prefill only fills empty places of a draft.
  const [kept] = after(EMPTY, read({ draft: draftAt('tax', { corporateName: 'Typed' }) }), known)
  assert.deepEqual([kept.values.corporateName, kept.values.productSold], ['Typed', 'Bagels'])
  assert.equal(kept.values.tierName, 'Plus')
  const typed: Happening = { type: 'typed', path: 'website', value: 'x', judge: undefined }
  const [own] = after(EMPTY, read(), typed, known)
  assert.equal(own.values.corporateName, '')
  // Before the first read, or in a final state.
  assert.equal(after(EMPTY, known)[0], EMPTY)
  const [sent] = after(EMPTY, read({ application: snapshot({ state: 'submitted' }) }), known)
  assert.equal(sent.values.corporateName, '')
})

test('a plan that is given stays given when the page knows more later', () => {
  const known: Happening = { type: 'prefill-changed', prefill: { tierName: 'Other' } }
  const [view] = after(EMPTY, read({}, { tier: 'Plus' }), known)
  assert.equal(view.values.tierName, 'Plus')
})

test('the open person and the question whether to start over last until another step is shown', () => {
  const open: Happening = { type: 'people-shown', people: { open: 0, removed: null, before: [] } }
  const ask: Happening = { type: 'discard-asked', discarding: true }
  const [shown] = after(EMPTY, read({ draft: draftAt('signers') }), enter('signers'), open, ask)
  const [again] = after(shown, enter('signers'))
  assert.deepEqual([again.people.open, again.discarding], [0, true])
  const [next] = after(shown, enter('bank'))
  assert.deepEqual([next.people.open, next.discarding], [null, false])
})
