import { assert } from '@open-wc/testing'
import type { ApplicationPage, ApplicationSnapshot, ApplicationStatus } from '@tapboard/contract'
import { SUBMITTED, watermark } from '../../testing/filled-stage.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'
import { Paper, type Saved } from '../../testing/paper.ts'
import { ScriptedBoarding, TERMS } from '../../testing/scripted-boarding.ts'
import { SPOKEN } from '../../testing/spoken.ts'

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
  action_required: ['More information is needed', 'Northwind will ask', 'APP-20441'],
  approved: ['Your application is approved', 'Northwind will tell you how to begin', 'APP-20441'],
  declined: ['Your application was declined', 'Ask Northwind for the reasons', 'APP-20441'],
  withdrawn: ['The application was withdrawn', 'contact Northwind', 'APP-20441'],
}
const UNKNOWN: Partial<ApplicationSnapshot> = { appId: null, reference: null, checkedAtMs: null }

/** An ID as long as those of the service. */
const LONG_ID = 'app_k2fqz7m3w5nd4hxy6ajt2zzmzdce27i'

/** A new page view while the application is in this state. */
async function opened(
  state: ApplicationStatus,
  attributes: Readonly<Record<string, string>> = {},
  known: Partial<ApplicationSnapshot> = {},
  page: Partial<ApplicationPage> = {},
): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.page = page
  const unknown = state === 'submitting' || state === 'in_doubt'
  bff.become({ ...SUBMITTED, ...(unknown && UNKNOWN), ...known, state })
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

  describe('a signed document', () => {
    let paper: Paper
    let shown: ApplyStage
    const SHA = 'a'.repeat(64)

    beforeEach(async () => {
      shown = await opened('approved')
      paper = new Paper(() => shown.form.root.querySelector('.sheet')?.textContent ?? '')
    })
    afterEach(() => paper.restore())

    it('is saved and printed after a reload, with the signature', async () => {
      const { form, bff } = shown
      form.press('Download: Merchant services agreement')
      const [{ text }] = (await paper.saved) as [Saved]
      for (const words of ['Signed by Dana Whitfield, November 21, 2026', SHA, 'They do so in writing.'])
        assert.include(SPOKEN.read(text), words)
      form.press('Print: Merchant services agreement')
      assert.include((await paper.printed)[0], 'Signed by Dana Whitfield')
      assert.deepEqual(
        bff.to('GET', '/v1/application/terms').map(({ query }) => query),
        ['?tier=Plus&locale=en'],
      )
    })

    it('D-181 is looked for in French, too, and never replaced by another version', async () => {
      const { form, bff } = shown
      const [document] = TERMS.documents
      bff.handler = ({ path, query }) =>
        path.endsWith('/terms')
          ? bff.json({
              ...TERMS,
              documents: [{ ...document!, sha256: (query.endsWith('fr-CA') ? 'c' : 'b').repeat(64) }],
            })
          : null
      form.press('Download: Merchant services agreement')
      await form.until(() => form.text.includes('Ask Northwind for a copy.'))
      assert.equal(paper.count, 0)
      assert.lengthOf(form.root.querySelectorAll('[role=alert]'), 1)
      assert.lengthOf(bff.to('GET', '/v1/application/terms'), 2)
    })

    it('is asked for again after a failed read', async () => {
      const { form, bff } = shown
      bff.handler = ({ path }) => (path.endsWith('/terms') ? bff.problem('upstream-unavailable') : null)
      form.press('Download: Merchant services agreement')
      await form.until(() => form.text.includes('could not be loaded'))
      bff.handler = null
      form.press('Download: Merchant services agreement')
      await paper.saved
      assert.notInclude(form.text, 'could not be loaded')
    })
  })

  it('keeps a copy of the agreement: documents with version and hash, name, time', async () => {
    const { form } = await opened('approved')
    for (const words of [
      'What you agreed to',
      'Signed by Dana Whitfield',
      'Merchant services agreement Version 2026-11',
      `SHA-256 ${'a'.repeat(64)}`,
      'November 21, 2026',
    ])
      assert.include(form.text, words)
  })

  it('shows no ID and no hash of a machine until the person asks for them', async () => {
    const { form } = await opened('approved', {}, { appId: LONG_ID })
    const folded = [...form.root.querySelectorAll('details')]
    assert.deepEqual(
      folded.map((each) => each.querySelector('summary')!.textContent.trim()),
      ['What you agreed to', 'Full IDs and proof'],
    )
    assert.isTrue(folded.every((each) => !each.open))
    for (const each of folded) each.remove()
    for (const code of [LONG_ID, 'aaaa', 'SHA']) assert.notInclude(form.text, code)
  })

  it('D-164 copies the whole ID beside the reference that people read out, and says so', async () => {
    const { clipboard } = navigator
    const copied: string[] = []
    const value = { writeText: (words: string) => Promise.resolve(void copied.push(words)) }
    Object.defineProperty(navigator, 'clipboard', { value, configurable: true })
    const { form } = await opened('in_review', {}, { appId: LONG_ID })
    try {
      assert.include(form.text, 'Your reference MZDC-E27I')
      form.press('Copy: Your reference')
      await form.until(() => form.buttons.includes('Copied: Your reference'))
    } finally {
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    }
    assert.deepEqual(copied, [LONG_ID])
  })

  it('D-167 an application that needs more information has no field', async () => {
    const { form } = await opened('action_required')
    assert.lengthOf(form.root.querySelectorAll('input, select, textarea'), 0)
    assert.include(form.text, 'nothing to fill in on this page')
  })

  describe('with a contact of the partner', () => {
    const contact = {
      email: 'sign-up@northwind.example',
      phone: '(503) 555-0142',
      url: 'https://northwind.example/help',
    }
    const hrefs = ({ form }: ApplyStage): readonly string[] =>
      Array.from(form.root.querySelectorAll<HTMLAnchorElement>('.reach a'), ({ href }) =>
        SPOKEN.read(decodeURIComponent(href)),
      )

    it('D-167 links to it for missing information, with the reference', async () => {
      const stage = await opened('action_required', {}, {}, { contact })
      const order = [
        'Northwind tells the main contact what is missing.',
        'Send it to the contact below',
        'The review has not told us what is missing.',
        'Contact Northwind',
        'Your reference',
        'Decision',
      ].map((words) => stage.form.text.indexOf(words))
      assert.deepEqual(
        order,
        order.toSorted((one, other) => one - other),
        'the action comes first, then the contact and the reference',
      )
      assert.notInclude(order, -1)
      assert.deepEqual(hrefs(stage), [
        'mailto:sign-up@northwind.example?subject=Application APP-20441',
        'tel:5035550142',
        'https://northwind.example/help',
      ])
    })

    it('links to it in doubt and after a refusal, not while nothing is to be asked', async () => {
      for (const state of ['in_doubt', 'declined', 'withdrawn'] as const)
        assert.lengthOf(hrefs(await opened(state, {}, {}, { contact })), 3)
      for (const state of ['submitted', 'in_review', 'approved'] as const)
        assert.lengthOf(hrefs(await opened(state, {}, {}, { contact })), 0)
    })

    it('shows no address that is a script', async () => {
      const stage = await opened('declined', {}, {}, { contact: { url: 'javascript:alert(1)' } })
      assert.lengthOf(hrefs(stage), 0)
    })
  })

  it('marks the review as the present stage until the decision', async () => {
    const current = ({ form }: ApplyStage): readonly string[] =>
      Array.from(form.root.querySelectorAll('.stages [aria-current]'), (one) => one.textContent.trim())
    assert.deepEqual(current(await opened('in_review')), ['Review'])
    const { form } = await opened('approved')
    assert.lengthOf(form.root.querySelectorAll('.stages'), 0)
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
    await form.step('review')
    await form.until(() => form.problems.some((sentence) => sentence.includes('for the trading name')))
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

  it('prints the element alone, with everything that is folded', async () => {
    const stage = await opened('submitted')
    const { form, element } = stage
    const { print } = globalThis
    let marked = false
    const isUnfolded = (): boolean => [...form.root.querySelectorAll('details')].every((each) => each.open)
    let unfolded = false
    globalThis.print = () => {
      marked = element.hasAttribute('data-tapboard-print')
      unfolded = isUnfolded()
      dispatchEvent(new Event('afterprint'))
    }
    try {
      form.press('Print')
    } finally {
      globalThis.print = print
    }
    assert.isTrue(marked)
    assert.isTrue(unfolded)
    assert.isFalse(isUnfolded(), 'folded again')
    assert.equal(watermark(stage), 'Test mode')
  })
})
