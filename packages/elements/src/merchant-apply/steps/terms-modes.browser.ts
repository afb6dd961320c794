import { assert } from '@open-wc/testing'
import type { ApplicationPage, SubmitApplication } from '@tapboard/contract'
import { FILLED } from '../../testing/filled.ts'
import { atAgreement, type FilledSetting } from '../../testing/filled-stage.ts'
import { unmountAllApply, type ApplyStage } from '../../testing/mount-apply.ts'
import { SPOKEN } from '../../testing/spoken.ts'
import type { GetTermsToken } from '../step.ts'
import { TERMS_MESSAGE } from '../terms-frame.ts'

const SUBMIT = 'Agree and submit application'
const AGREED = 'You have agreed'
const ASKS = 'Agree to the terms and conditions'
/** A page of the vendor on this page's own origin, so that the test can send its messages. */
const FRAME = new URL('../../testing/vendor-terms.html', import.meta.url)
const framed: ApplicationPage['terms'] = { mode: 'frame', frameUrl: FRAME.href }
const silent: ApplicationPage['terms'] = { mode: 'frame', frameUrl: `${FRAME.href}?silent` }
const hosted: ApplicationPage['terms'] = { mode: 'host', frameUrl: null }

const frameOf = ({ form }: ApplyStage): HTMLIFrameElement => form.root.querySelector('iframe')!
const says = (
  stage: ApplyStage,
  change: Partial<MessageEventInit> & { readonly token?: string } = {},
): void => {
  const { token = 'token-1', ...rest } = change
  dispatchEvent(
    new MessageEvent('message', {
      origin: FRAME.origin,
      source: frameOf(stage).contentWindow,
      data: { type: TERMS_MESSAGE, application: 'app_1', token },
      ...rest,
    }),
  )
}

async function inFrame(setting: FilledSetting = {}): Promise<ApplyStage> {
  const stage = await atAgreement({ page: { terms: framed }, ...setting })
  await stage.form.until(() => frameOf(stage) !== null)
  return stage
}

describe('terms in the vendor’s frame', () => {
  afterEach(unmountAllApply)

  it('the frame gets its application and plan, and its token is submitted', async () => {
    const stage = await inFrame()
    const { form, bff } = stage
    // The vendor's page accepts automatically, with a token made from the message.
    await form.until(() => form.text.includes(AGREED))
    assert.isEmpty(bff.to('GET', '/v1/application/terms'))
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.step('done')
    assert.equal(bff.submissions[0]!.termsToken, 'agreed app_1 Plus en')
    assert.deepEqual(bff.submissions[0]!.consent.documents, [])
  })

  it('submits the language given to the frame, for a business in Quebec', async () => {
    const address = { ...FILLED.businessAddress, state: 'QC', zip: 'H7A1A1', country: 'CA' }
    const { form, bff } = await inFrame({ values: { businessAddress: address } })
    await form.until(() => form.text.includes(AGREED))
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.step('done')
    const [{ termsToken, consent }] = bff.submissions as [SubmitApplication]
    assert.deepEqual([termsToken, consent.locale], ['agreed app_1 Plus fr-CA', 'fr-CA'])
  })

  it('the frame is sandboxed and has a name', async () => {
    const frame = frameOf(await inFrame())
    assert.notInclude(frame.getAttribute('sandbox')!, 'top-navigation')
    assert.equal(SPOKEN.read(frame.title), 'Terms and conditions')
    assert.notInclude(frame.src, 'app_1')
  })

  it('P45 ignores messages of another page, frame or application', async () => {
    const stage = await inFrame({ page: { terms: silent } })
    const { form, bff } = stage
    says(stage, { origin: 'https://evil.example' })
    says(stage, { source: window })
    says(stage, { source: null })
    says(stage, { data: { type: TERMS_MESSAGE, application: 'app_2', token: 'x' } })
    says(stage, { data: 'token-1' })
    says(stage, { token: 'x'.repeat(5000) })
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, [ASKS])
    assert.isEmpty(bff.submissions)
    form.follow(ASKS)
    await form.until(() => form.root.activeElement === frameOf(stage))
    says(stage)
    await form.until(() => form.problems.length === 0)
    assert.include(form.text, AGREED)
  })

  it('answers a frame that was not ready for the first message', async () => {
    const stage = await inFrame({ page: { terms: { ...framed, frameUrl: `${FRAME.href}?late` } } })
    await stage.form.until(() => stage.form.text.includes(AGREED))
  })

  it('requests a new token in a new frame when the service rejects the first', async () => {
    const stage = await inFrame({ page: { terms: silent } })
    const { form, bff } = stage
    says(stage)
    await form.until(() => form.text.includes(AGREED))
    const before = frameOf(stage)
    bff.handler = ({ path }) => {
      if (path !== '/v1/application/submit') return null
      const issues = [{ path: 'termsToken', code: 'terms-token', message: 'x' }]
      return bff.problem('invalid-application', { issues })
    }
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, [ASKS])
    assert.notInclude(form.text, AGREED)
    assert.notEqual(frameOf(stage), before)
  })

  it('drops the token when the step is left, because its plan may change', async () => {
    const stage = await inFrame()
    const { form } = stage
    await form.until(() => form.text.includes(AGREED))
    form.press('Back')
    await form.step('review')
    stage.bff.page = { terms: silent }
    await stage.element.refresh()
    form.press('Continue')
    await form.step('agreement')
    await form.until(() => frameOf(stage) !== null)
    assert.notInclude(form.text, AGREED)
    // The removed frame has no listener.
    says(stage, { source: null })
    assert.notInclude(form.text, AGREED)
  })
})

describe('terms that the page shows', () => {
  afterEach(unmountAllApply)

  const inPage = (getTermsToken: GetTermsToken): Promise<ApplyStage> =>
    atAgreement({ page: { terms: hosted }, properties: { getTermsToken } })

  it('requests the token from the page on submit', async () => {
    const wishes: unknown[] = []
    const { form, bff } = await inPage(async (wish) => {
      wishes.push(wish)
      return 'token-of-page'
    })
    assert.isEmpty(wishes)
    assert.isNotNull(form.root.querySelector('slot[name=terms]'))
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    form.press(SUBMIT)
    await form.step('done')
    assert.deepEqual(wishes, [{ application: 'app_1', tier: 'Plus' }])
    assert.equal(bff.submissions[0]!.termsToken, 'token-of-page')
  })

  it('submits nothing without a token, and can be retried', async () => {
    let broken: string | null = 'closed'
    const { form, bff } = await inPage(async () => {
      if (broken === 'closed') throw new Error('closed')
      return broken ? (7 as unknown as string) : 'token-of-page'
    })
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.until(() => form.problems.length > 0)
    assert.deepEqual(form.problems, [ASKS])
    broken = 'no text'
    form.press(SUBMIT)
    await form.until(() => form.problems.length === 1)
    assert.isEmpty(bff.submissions)
    broken = null
    form.press(SUBMIT)
    await form.step('done')
  })
})
