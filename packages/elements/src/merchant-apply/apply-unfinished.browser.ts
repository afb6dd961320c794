import { assert } from '@open-wc/testing'
import { emptyValues, type ApplicationValues } from '@tapboard/contract'
import { useFastClock } from '../testing/fast-clock.ts'
import { FILLED_DRAFT } from '../testing/filled.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { APPLY_NOW_MS, ScriptedBoarding } from '../testing/scripted-boarding.ts'

const BUSINESS: Partial<ApplicationValues> = {
  tierName: 'Plus',
  ownershipType: 'llc',
  corporateName: 'Corner Repair LLC',
}

/** A draft at `step`, opened by its person. */
async function opened(
  step: string,
  values: Partial<ApplicationValues> = BUSINESS,
  bff = new ScriptedBoarding(),
): Promise<ApplyStage> {
  bff.draft ??= {
    step,
    values: { ...emptyValues(), ...values },
    version: 1,
    savedAtMs: APPLY_NOW_MS,
    expiresAtMs: APPLY_NOW_MS + 1,
  }
  const stage = mountApply({ bff })
  await stage.form.step(step as 'business')
  return stage
}

/** An unfinished step is saved this long after its last change. */
const REST_MS = 2_000

const saves = ({ bff }: ApplyStage): number => bff.to('PUT', '/v1/application/draft').length

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** Runs `work` in a hidden page. */
async function hidden(work: () => Promise<void>): Promise<void> {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  try {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await work()
  } finally {
    delete (document as { hidden?: boolean }).hidden
  }
}

describe('D-210 an unfinished step of <merchant-apply>', () => {
  useFastClock()
  afterEach(unmountAllApply)

  it('is saved while the person works, and a reload shows the step with these answers', async () => {
    const stage = await opened('business')
    const { bff, form } = stage
    form.type('productSold', 'Bicycle repair')
    form.choose('Partnership')
    form.field('corporateName').focus()
    await form.next('merchant-apply-draft-saved')
    assert.equal(bff.draft?.values.productSold, 'Bicycle repair')
    assert.equal(bff.draft?.values.ownershipType, 'partnership')
    assert.equal(bff.draft?.step, 'business')
    assert.deepEqual(form.problems, [], 'unfinished fields are not judged')
    assert.equal(form.root.activeElement?.id, 'corporateName')
    assert.equal(form.root.querySelector('[role=status]')!.textContent.trim(), '')
    assert.equal(saves(stage), 1, 'answers given in a short time are one save')
    unmountAllApply()
    const again = await opened('business', {}, bff)
    assert.equal((again.form.field('productSold') as HTMLInputElement).value, 'Bicycle repair')
  })

  it('has no save of its own after Continue', async () => {
    const stage = await opened('business', {
      ...BUSINESS,
      productSold: 'Repair',
      businessStartDate: '2012-04-01',
    })
    const { bff, form } = stage
    form.type('productSold', 'Bicycle repair')
    form.press('Continue')
    await form.step('tax')
    await form.until(() => bff.draft?.step === 'tax')
    // A secret is saved nowhere, so it causes no save; the next answer causes the second one.
    form.type('taxId', '12-3456788')
    await stage.element.goTo('business')
    form.type('productSold', 'Bicycles')
    await form.next('merchant-apply-draft-saved')
    assert.equal(saves(stage), 2)
    assert.notInclude(JSON.stringify(bff.requests.map(({ body }) => body)), '3456788')
  })

  it('is saved with the newest answers after a save that is on its way', async () => {
    const stage = await opened('business')
    const { bff, form } = stage
    const { arrived, answer } = bff.holdSaves()
    form.type('productSold', 'Bread')
    await arrived
    form.type('productSold', 'Bread and cakes')
    answer()
    await form.until(() => bff.draft?.values.productSold === 'Bread and cakes')
    assert.equal(saves(stage), 2)
  })

  it('is saved at once when the page is hidden', async () => {
    const stage = await opened('business')
    const { bff, form } = stage
    form.type('productSold', 'Bread')
    await hidden(() => form.until(() => bff.draft?.values.productSold === 'Bread'))
    assert.equal(saves(stage), 1)
  })

  it('leaves with the page even if the page can sign nothing any more', async () => {
    const stage = await opened('business')
    const { bff, form } = stage
    const { sign } = SubtleCrypto.prototype
    const { setTimeout: later } = globalThis
    let signed = 0
    // The rest after the last change does not end.
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms = 0) => (ms === REST_MS ? 0 : later(work, ms)),
    })
    SubtleCrypto.prototype.sign = async function (...given) {
      const made = await sign.apply(this, given)
      signed += 1
      return made
    }
    try {
      form.type('productSold', 'Bread')
      while (signed < 1) await nextFrame()
      // In a page that is left, the answer of another thread comes too late.
      SubtleCrypto.prototype.sign = () => new Promise(() => undefined)
      await hidden(() => form.until(() => bff.draft?.values.productSold === 'Bread'))
    } finally {
      SubtleCrypto.prototype.sign = sign
      globalThis.setTimeout = later
    }
    assert.equal(saves(stage), 1)
    // The next save has its own signature.
    form.type('productSold', 'Bread and cakes')
    await form.until(() => bff.draft?.values.productSold === 'Bread and cakes')
  })

  it('changed from the review leads back to it after a reload, past the complete steps', async () => {
    const stage = await opened('business', { ...FILLED_DRAFT.values, productSold: 'Bread' })
    const { form } = stage
    form.press('Continue')
    await form.step('tax')
    form.type('taxId', '12-3456788')
    form.press('Continue')
    await form.step('signers')
    assert.notInclude(
      stage.events.map(({ detail }) => JSON.stringify(detail)).join(),
      '"step":"contact"',
      'the address is complete',
    )
  })

  it('is saved after the element has moved in the document', async () => {
    const { bff, form, element } = await opened('business')
    form.type('productSold', 'Bread')
    element.remove()
    document.body.append(element)
    await form.next('merchant-apply-draft-saved')
    assert.equal(bff.draft?.values.productSold, 'Bread')
  })

  it('does not overwrite the answers of another tab', async () => {
    const { bff, form } = await opened('business')
    bff.draft = { ...bff.draft!, values: { ...bff.draft!.values, productSold: 'Cars' }, version: 5 }
    form.type('productSold', 'Bread')
    await form.until(() => form.text.includes('changed in another tab'))
    form.type('productSold', 'Bread and cakes')
    form.press('Keep what is here')
    await form.next('merchant-apply-draft-saved')
    assert.equal(bff.draft?.values.productSold, 'Bread and cakes')
  })

  it('keeps a person of whom nothing but the name is known, and opens that page again', async () => {
    const { bff, form } = await opened('signers', { ...BUSINESS, businessPhone: '2125550123' })
    form.type('signers[0].firstName', 'Ada')
    await form.next('merchant-apply-draft-saved')
    unmountAllApply()
    const again = await opened('signers', {}, bff)
    assert.equal((again.form.field('signers[0].firstName') as HTMLInputElement).value, 'Ada')
  })
})
