import { assert } from '@open-wc/testing'
import type { Step } from '@tapboard/contract'
import { FILLED, FILLED_DRAFT } from '../testing/filled.ts'
import { agreed, atReview } from '../testing/filled-stage.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { APPLICATION, ScriptedBoarding } from '../testing/scripted-boarding.ts'

interface Marked {
  readonly tapboard: {
    readonly entry: number
    readonly ways: Readonly<Record<string, readonly (readonly [Step, number])[]>>
  }
}

/** The steps up to the present entry of the history, by the ID of the application. */
const way = (id: string): readonly Step[] =>
  ((history.state as Partial<Marked> | null)?.tapboard?.ways[id] ?? []).map(([step]) => step)

/** Resolves when the condition holds: the browser moves in the history without a render of the element. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(requestAnimationFrame)
}

let applications = 0
/** Moves of the browser in the history. */
let pops = 0
const countPop = (): void => void (pops += 1)

/** At "Where to find you", the step of a draft. Each test has an application of its own: entries of earlier ones remain. */
async function atContact(
  attributes: Readonly<Record<string, string>> = { history: '' },
): Promise<ApplyStage & { readonly id: string }> {
  const bff = new ScriptedBoarding()
  const own = `app_h${(applications += 1)}`
  bff.application = { ...APPLICATION, id: own }
  bff.draft = { ...FILLED_DRAFT, step: 'contact', values: FILLED }
  const stage = mountApply({ bff, attributes })
  await stage.form.step('contact')
  return { ...stage, id: own }
}

/** Shows a step that was seen before, and waits for its entry. */
async function goTo(
  { element, form, id: own }: ApplyStage & { readonly id: string },
  step: Step,
): Promise<void> {
  await element.goTo(step)
  await form.step(step)
  await until(() => way(own).at(-1) === step)
}

describe('D-201 the history of <merchant-apply>', () => {
  before(() => {
    // Before the element's own listener, which may stop the event.
    addEventListener('popstate', countPop, true)
    history.pushState({ page: 1 }, '')
  })
  after(() => removeEventListener('popstate', countPop, true))
  afterEach(unmountAllApply)

  it('Back leads to the step before and Forward to the one after, keeps what was typed, and focuses the heading', async () => {
    const stage = await atContact()
    const { form, id: own } = stage
    assert.deepEqual(way(own), [], 'the first step has the entry of the page')
    await goTo(stage, 'business')
    form.type('productSold', 'Bread')
    await goTo(stage, 'tax')
    assert.deepEqual(way(own), ['contact', 'business', 'tax'])
    history.back()
    await form.step('business')
    await form.until(() => form.root.activeElement?.id === 'title')
    assert.equal((form.field('productSold') as HTMLInputElement).value, 'Bread')
    history.back()
    await form.step('contact')
    history.forward()
    await form.step('business')
    assert.deepEqual(stage.bff.to('GET', '/v1/application').length, 1)
  })

  it('has one entry for each step at most, whichever way the person goes', async () => {
    const stage = await atContact()
    for (const step of ['business', 'tax', 'business', 'contact', 'tax', 'plan', 'tax'] as const)
      await goTo(stage, step)
    assert.deepEqual(way(stage.id), ['contact', 'tax'])
    stage.form.press('Back')
    await stage.form.step('business')
    await until(() => way(stage.id).at(-1) === 'business')
    assert.deepEqual(way(stage.id), ['contact', 'tax', 'business'])
  })

  it('keeps URL and state of the page, whose router hears of its own entries alone', async () => {
    const stage = await atContact()
    const heard: unknown[] = []
    const router = ({ state }: PopStateEvent): void => void heard.push((state as { page: number }).page)
    addEventListener('popstate', router)
    try {
      const { href } = location
      await goTo(stage, 'business')
      assert.equal(location.href, href)
      assert.propertyVal(history.state, 'page', 1)
      history.back()
      await stage.form.step('contact')
      assert.deepEqual(heard, [])
      await goTo(stage, 'business')
      history.pushState({ ...(history.state as object), page: 2 }, '')
      history.back()
      await until(() => heard.length === 1)
      assert.deepEqual(heard, [1])
      assert.equal(stage.element.step, 'business', 'the entry of the page has the same step')
    } finally {
      removeEventListener('popstate', router)
    }
  })

  it('adds nothing to the history without the attribute, and to an application that is only shown', async () => {
    const before = JSON.stringify(history.state)
    const { element, form } = await atContact({})
    await element.goTo('business')
    await form.step('business')
    assert.equal(JSON.stringify(history.state), before)
    unmountAllApply()
    const bff = new ScriptedBoarding()
    bff.draft = FILLED_DRAFT
    const shown = mountApply({ bff, attributes: { history: '', readonly: '' } })
    await shown.form.step('review')
    assert.equal(JSON.stringify(history.state), before)
  })

  it('shows the steps on a page whose state has a number that JSON cannot write, and the router hears of its entries', async () => {
    const before: unknown = history.state
    history.pushState({ page: 3, total: 12n }, '')
    const heard: unknown[] = []
    const router = ({ state }: PopStateEvent): void => void heard.push((state as { page: number }).page)
    addEventListener('popstate', router)
    try {
      const stage = await atContact()
      await goTo(stage, 'business')
      history.pushState({ page: 4, total: 13n }, '')
      history.back()
      await until(() => heard.length === 1)
      assert.deepEqual(heard, [3])
    } finally {
      removeEventListener('popstate', router)
      history.pushState(before, '')
    }
  })

  it('two elements of a page move alone', async () => {
    const [one, other] = [await atContact(), await atContact()]
    await goTo(one, 'business')
    await goTo(other, 'tax')
    history.back()
    await other.form.step('contact')
    assert.equal(one.element.step, 'business')
    history.back()
    await one.form.step('contact')
    assert.equal(other.element.step, 'contact')
  })

  it('a reload shows the step of the present entry', async () => {
    const stage = await atContact()
    await goTo(stage, 'business')
    const { bff } = stage
    stage.element.remove()
    const again = mountApply({ bff, attributes: { history: '' } })
    await again.form.step('business')
    await again.form.until(() => again.events.some(({ type }) => type === 'merchant-apply-ready'))
    assert.propertyVal(again.events[0]!.detail, 'step', 'business')
    assert.notEqual(again.form.root.activeElement?.id, 'title', 'the person did not act: the focus stays')
  })

  it('while the application is sent, Back moves nothing; after it, Back leaves the page at once', async () => {
    const stage = await agreed({
      attributes: { history: '' },
      page: { application: { ...APPLICATION, id: 'app_sent' } },
    })
    const { bff, form } = stage
    assert.deepEqual(way('app_sent'), ['review', 'agreement'])
    const first = (history.state as Marked).tapboard.entry - 1
    let send = (): void => undefined
    const held = new Promise<void>((resolve) => (send = resolve))
    bff.handler = ({ path }) => (path.endsWith('/submit') ? held.then(() => bff.json(received())) : null)
    const received = (): unknown =>
      bff.become({ id: 'app_sent', state: 'submitted', appId: 'APP-1', reference: 'R-1', tierName: 'Plus' })
    form.press('Agree and submit')
    await form.phase('submitting')
    const moves = pops
    history.back()
    await until(() => pops > moves)
    assert.equal(way('app_sent').at(-1), 'agreement', 'the entry is there again')
    assert.equal(stage.element.step, 'agreement')
    send()
    await form.step('done')
    await until(() => way('app_sent').join() === 'done')
    assert.equal((history.state as Marked).tapboard.entry, first)
  })

  it('after the draft is discarded, the start is the first step, and Back leads to no step before it', async () => {
    const stage = await atContact()
    await goTo(stage, 'business')
    const first = (history.state as Marked).tapboard.entry - 1
    stage.bff.draft = null
    await stage.element.discard()
    await stage.form.step('start')
    await until(() => way(stage.id).join() === 'start')
    assert.equal((history.state as Marked).tapboard.entry, first)
    const moves = pops
    history.forward()
    // Two moves: that of the browser, and that of the element back to the only step.
    await until(() => pops > moves + 1 && way(stage.id).join() === 'start')
    assert.equal(stage.element.step, 'start')
  })

  it('after the draft of another browser was taken, no entry of a step beyond it is left before the shown step', async () => {
    const stage = await atContact()
    const { bff, form } = stage
    for (const step of ['start', 'business'] as const) await goTo(stage, step)
    bff.draft = { ...bff.draft!, version: 9, step: 'plan' }
    form.press('Continue')
    await form.until(() => form.buttons.includes('Load the newer ones'))
    form.press('Load the newer ones')
    await form.step('plan')
    await until(() => way(stage.id).join() === 'contact,start,plan')
    history.back()
    await form.step('start')
  })

  it('after a refusal, the review takes the place of the page that said "sent"', async () => {
    const application = { ...APPLICATION, id: 'app_refused' }
    const { bff, form } = await agreed({ attributes: { history: '' }, page: { application } })
    const first = (history.state as Marked).tapboard.entry - 1
    bff.handler = ({ path }) =>
      path.endsWith('/submit') ? bff.json(bff.become({ id: 'app_refused', state: 'in_doubt' })) : null
    form.press('Agree and submit')
    await form.step('done')
    await until(() => way('app_refused').join() === 'done')
    bff.become({ state: 'refused', issues: [{ path: 'dbaName', code: 'latin', message: 'x' }] })
    // Skips the pause before the next poll.
    dispatchEvent(new Event('pageshow'))
    await form.step('review')
    await until(() => way('app_refused').join() === 'review')
    assert.equal((history.state as Marked).tapboard.entry, first)
  })

  it('after the submission, the sign and its heading are in view, though the page was scrolled at the first step', async () => {
    const { style } = document.body
    style.minHeight = '4000px'
    try {
      const { bff, form } = await atReview({
        attributes: { history: '' },
        page: { application: { ...APPLICATION, id: 'app_scrolled' } },
      })
      scrollTo(0, 2000)
      await until(() => scrollY === 2000)
      form.press('Continue')
      await form.step('agreement')
      await until(() => way('app_scrolled').join() === 'review,agreement')
      await form.until(() => form.text.includes('They do so in writing'))
      form.choose('I have read')
      form.type('consent.signerName', 'Dana Whitfield')
      bff.handler = ({ path }) =>
        path.endsWith('/submit')
          ? bff.json(
              bff.become({
                id: 'app_scrolled',
                state: 'submitted',
                appId: 'APP-1',
                reference: 'R-1',
                tierName: 'Plus',
              }),
            )
          : null
      form.press('Agree and submit')
      await form.step('done')
      await until(() => way('app_scrolled').join() === 'done')
      // The browser restores the scroll of the first entry before the next frame.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
      const title = form.root.getElementById('title')!
      await until(() => title.getBoundingClientRect().top >= 0)
      assert.equal(form.root.activeElement?.id, 'title')
    } finally {
      style.minHeight = ''
    }
  })
})
