import { assert } from '@open-wc/testing'
import type { ApplicationSnapshot, ApplicationStatus } from '@tapboard/contract'
import { SUBMITTED, watermark } from '../../testing/filled-stage.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'
import { ScriptedBoarding } from '../../testing/scripted-boarding.ts'

/** State → title and required texts. */
const STATES: Readonly<Partial<Record<ApplicationStatus, readonly [title: string, ...words: string[]]>>> = {
  submitting: ['Sending your application', 'Do not send it again.', 'Our reference app_1'],
  in_doubt: [
    'Your application may have been received',
    'Do not send it again.',
    'contact Northwind',
    'Our reference app_1',
  ],
  submitted: ['Application submitted', 'The review starts automatically', 'APP-20441', 'R-778'],
  in_review: ['Your application is being reviewed', 'nothing you need to do', 'APP-20441'],
  action_required: ['Something more is needed', 'Northwind will ask', 'APP-20441'],
  approved: ['Your application is approved', 'Northwind will tell you how to begin', 'APP-20441'],
  declined: ['Your application was declined', 'Ask Northwind for the reasons', 'APP-20441'],
  withdrawn: ['The application was withdrawn', 'contact Northwind', 'APP-20441'],
}
const UNKNOWN: Partial<ApplicationSnapshot> = { appId: null, reference: null, checkedAtMs: null }

/** A new page view while the application is in this state. */
async function opened(
  state: ApplicationStatus,
  attributes: Readonly<Record<string, string>> = {},
): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  const unknown = state === 'submitting' || state === 'in_doubt'
  bff.become({ ...SUBMITTED, ...(unknown && UNKNOWN), state })
  const stage = mountApply({ bff, attributes })
  await stage.form.step('done')
  return stage
}

/** Skips the pause before the next poll, as a return to the page does. */
const look = (): void => void dispatchEvent(new Event('pageshow'))

describe('the status of the application', () => {
  afterEach(unmountAllApply)

  for (const [state, [title, ...words]] of Object.entries(STATES))
    it(`shows and announces the status, also after a reload: ${state}`, async () => {
      const { form, bff } = await opened(state as ApplicationStatus)
      assert.equal(form.title, title)
      assert.equal(form.spoken, title)
      for (const word of words) assert.include(form.text, word)
      assert.notInclude(form.buttons.join(), 'end it again')
      assert.notInclude(form.buttons.join(), 'submit')
      assert.isEmpty(bff.to('POST', '/v1/application/submit'))
    })

  it('keeps a copy of the agreement: documents with version and hash, name, time', async () => {
    const { form } = await opened('approved')
    for (const words of [
      'What you agreed to',
      'Signed by Dana Whitfield',
      'Merchant services agreement Version 2026-11',
      'a'.repeat(64),
      'November 21, 2026',
    ])
      assert.include(form.text, words)
  })

  it('announces a new status without moving the focus', async () => {
    const outside = document.createElement('input')
    document.body.append(outside)
    const { form, bff } = await opened('submitted')
    outside.focus()
    bff.become({ state: 'in_review' })
    look()
    await form.until(() => form.title === 'Your application is being reviewed')
    assert.equal(form.spoken, form.title)
    assert.equal(document.activeElement, outside)
    outside.remove()
  })

  it('a press requests the status, and a final status is not polled', async () => {
    const { form, bff } = await opened('in_review')
    bff.become({ state: 'approved' })
    form.press('Check now')
    await form.until(() => form.title === 'Your application is approved')
    assert.notInclude(form.buttons, 'Check now')
    const asked = bff.requests.length
    look()
    await form.element.updateComplete
    assert.lengthOf(bff.requests, asked)
  })

  it('reports that an application in doubt was received', async () => {
    const { form, bff } = await opened('in_doubt')
    bff.become({ ...SUBMITTED, state: 'submitted' })
    look()
    await form.until(() => form.title === 'Application submitted')
    assert.include(form.text, 'APP-20441')
  })

  it('an application in doubt that was not received can be edited again', async () => {
    const { form, bff } = await opened('in_doubt')
    bff.become({ state: 'refused', issues: [{ path: 'dbaName', code: 'latin', message: 'x' }] })
    look()
    await form.step('business')
    await form.until(() => form.problems.length === 1)
  })

  it('ignores an older answer that arrives late', async () => {
    const { form, bff } = await opened('approved')
    const now = bff.application
    bff.application = { ...now, state: 'in_review', version: now.version - 1 }
    await form.element.refresh()
    await form.element.updateComplete
    assert.equal(form.title, 'Your application is approved')
  })

  it('keeps the last status while offline', async () => {
    const { form, bff } = await opened('in_review')
    bff.offline = true
    form.press('Check now')
    await form.element.updateComplete
    assert.equal(form.title, 'Your application is being reviewed')
    bff.offline = false
  })

  it('prints the element alone', async () => {
    const stage = await opened('submitted')
    const { form, element } = stage
    const { print } = globalThis
    let marked = false
    globalThis.print = () => {
      marked = element.hasAttribute('data-tapboard-print')
      dispatchEvent(new Event('afterprint'))
    }
    try {
      form.press('Print')
    } finally {
      globalThis.print = print
    }
    assert.isTrue(marked)
    assert.equal(watermark(stage), 'Test mode')
  })
})
