import { assert } from '@open-wc/testing'
import type { SubmitApplication } from '@tapboard/contract'
import { sendKeys } from '@web/test-runner-commands'
import { SECRETS } from '../testing/filled.ts'
import { agreed, atAgreement, SUBMITTED } from '../testing/filled-stage.ts'
import { unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { SEAL_KEY } from '../testing/scripted-boarding.ts'
import type { Seen } from '../testing/scripted-bff.ts'

const SUBMIT = 'Agree and submit application'
const DOUBT = 'Your application may have been received'
const PATH = '/v1/application/submit'

const sent = ({ bff }: ApplyStage): Seen[] => bff.to('POST', PATH)
const bytes = ({ headers, body }: Seen): string => JSON.stringify([headers.get('Idempotency-Key'), body])
const named = ({ events }: ApplyStage, name: string): number =>
  events.filter(({ type }) => type === name).length
/** Skips the pause before the next try, as a restored network does. */
const online = (): void => void dispatchEvent(new Event('online'))

describe('submitting an application', () => {
  afterEach(unmountAllApply)

  it('a second press is a no-op', async () => {
    const stage = await agreed()
    const button = stage.form.button(SUBMIT)
    for (let press = 0; press < 50; press += 1) button.click()
    await stage.form.step('done')
    assert.lengthOf(sent(stage), 1)
    assert.equal(named(stage, 'merchant-apply-submit'), 1)
    assert.equal(named(stage, 'merchant-apply-submitted'), 1)
  })

  it('the page can prevent it', async () => {
    const stage = await agreed()
    stage.element.addEventListener('merchant-apply-submit', (event) => event.preventDefault(), { once: true })
    stage.form.press(SUBMIT)
    assert.isEmpty(sent(stage))
    stage.form.press(SUBMIT)
    await stage.form.step('done')
  })

  // P45 asserts: 0 secrets in DOM, events, storage, cookies and history.
  it('P45 a received application leaves no secret in the page, its events, storage or history', async () => {
    const stage = await agreed()
    const { form, element } = stage
    form.press(SUBMIT)
    await form.step('done')
    await form.until(() => form.text.includes('APP-20441'))
    const seen = [
      form.root.innerHTML,
      element.outerHTML,
      JSON.stringify(stage.events.map(({ detail }) => detail)),
      JSON.stringify(sent(stage).map(({ body, path }) => [path, body])),
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      location.href,
      JSON.stringify(history.state),
      document.cookie,
      ...Array.from(form.root.querySelectorAll('input'), ({ value }) => value),
    ].join('\n')
    for (const secret of SECRETS) assert.notInclude(seen, secret)
  })

  it('seals the submitted secrets and empties their places', async () => {
    const stage = await agreed()
    stage.form.press(SUBMIT)
    await stage.form.step('done')
    const [{ values, secrets }] = stage.bff.submissions as [(typeof stage.bff.submissions)[0]]
    assert.equal(
      values.taxId + values.banking.accountNumber + values.signers.map(({ ssn }) => ssn).join(''),
      '',
    )
    assert.match(secrets, /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('P48 a request lost on its way shows "may have been received" until the status is known', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    bff.offline = true
    form.press(SUBMIT)
    await form.until(() => form.title === DOUBT)
    assert.include(form.text, 'Do not send it again.')
    assert.notInclude(form.buttons.join(), 'again')
    assert.equal(form.spoken, DOUBT)
    assert.equal(form.root.activeElement?.id, 'title')
    bff.offline = false
    online()
    await form.until(() => form.title === 'Your application was not received')
    form.press('Send it again')
    await form.until(() => form.title === 'Application submitted')
    assert.lengthOf(sent(stage), 2)
    assert.equal(bytes(sent(stage)[0]!), bytes(sent(stage)[1]!))
    assert.equal(named(stage, 'merchant-apply-submitted'), 1)
  })

  it('P48 an answer lost on its way shows the true status after the first successful poll', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    bff.handler = ({ path }) => {
      if (path !== PATH) return null
      bff.handler = null
      bff.become(SUBMITTED)
      bff.offline = true
      throw new TypeError('Failed to fetch')
    }
    form.press(SUBMIT)
    await form.until(() => form.title === DOUBT)
    bff.offline = false
    online()
    await form.until(() => form.title === 'Application submitted')
    assert.include(form.text, 'APP-20441')
    assert.lengthOf(sent(stage), 1)
  })

  it('polls the status after an unreadable answer', async () => {
    for (const answer of [
      () => new Response('<html>', { status: 200 }),
      () => new Response('bad gateway', { status: 502 }),
      (stage: ApplyStage) => stage.bff.problem('internal-error'),
    ]) {
      const stage = await agreed()
      const { form, bff } = stage
      bff.handler = ({ path }) => {
        if (path !== PATH) return null
        bff.handler = null
        bff.become(SUBMITTED)
        return answer(stage)
      }
      form.press(SUBMIT)
      await form.until(() => form.title === 'Application submitted')
      assert.lengthOf(sent(stage), 1)
    }
  })

  it('an application that was certainly not sent stays editable with all consents', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    bff.handler = ({ path }) => (path === PATH ? bff.problem('upstream-unavailable') : null)
    form.press(SUBMIT)
    await form.until(() => form.text.includes('Nothing was sent'))
    assert.equal(stage.element.step, 'agreement')
    assert.notInclude(form.text, DOUBT)
    bff.handler = null
    form.press(SUBMIT)
    await form.step('done')
    assert.equal(bytes(sent(stage)[0]!), bytes(sent(stage)[1]!))
  })

  it('says who must act when a new try cannot help', async () => {
    for (const code of ['store-restored', 'upstream-refused', 'forbidden'] as const) {
      const stage = await agreed()
      const { form, bff } = stage
      bff.handler = ({ path }) => (path === PATH ? bff.problem(code) : null)
      form.press(SUBMIT)
      await form.until(() => form.text.includes('Nothing was sent: Northwind cannot take applications'))
      assert.include(form.root.querySelector('[role=status]')?.textContent, 'Please tell them.')
      assert.notInclude(form.text, 'in a moment')
      assert.equal(stage.element.step, 'agreement')
    }
  })

  it('resumes the draft save that a rejected submission interrupted', async () => {
    const { form, bff } = await atAgreement()
    form.press('Back')
    await form.step('review')
    await form.until(() => form.text.includes('Saved'))
    const saves = (): number => bff.to('PUT', '/v1/application/draft').length
    const before = saves()
    bff.handler = ({ method, path }) => {
      if (path === PATH) return bff.problem('upstream-unavailable')
      return method === 'PUT' && saves() === before + 1 ? new Promise(() => undefined) : null
    }
    form.press('Continue')
    await form.step('agreement')
    await form.until(() => form.text.includes('I have read'))
    while (saves() === before) await new Promise(requestAnimationFrame)
    assert.include(form.text, 'Saving…')
    form.choose('I have read')
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.until(() => form.text.includes('Nothing was sent') && !form.text.includes('Saving…'))
    assert.include(form.text, 'Saved')
    assert.equal(saves(), before + 2)
  })

  it('seals to the BFF’s new key on the next press', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    bff.handler = ({ path }) => {
      if (path !== PATH) return null
      bff.handler = null
      return bff.problem('invalid-secrets')
    }
    bff.page = { sealKey: { ...SEAL_KEY, kid: 'seal-2' } }
    form.press(SUBMIT)
    await form.until(() => form.text.includes('nothing was sent'))
    while (bff.to('GET', '/v1/application').length < 2) await new Promise(requestAnimationFrame)
    // Requests of the background that have been handled already: answers arrive in the order of the requests.
    await form.element.refresh()
    form.press(SUBMIT)
    await form.step('done')
    const [{ secrets }] = bff.submissions as [SubmitApplication]
    assert.equal(
      JSON.parse(atob(secrets.split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/'))).kid,
      'seal-2',
    )
  })

  it('shows fields rejected by the BFF in the review, and a correction is a new attempt', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    bff.handler = ({ path }) => {
      if (path !== PATH) return null
      bff.handler = null
      const issues = [{ path: 'businessPhone', code: 'phone', message: 'x' }]
      return bff.problem('invalid-application', { issues })
    }
    form.press(SUBMIT)
    await form.step('review')
    assert.lengthOf(form.problems, 1)
    form.type('businessPhone', '7325550177')
    form.press('Continue')
    await form.step('agreement')
    await form.until(() => form.text.includes('I have read'))
    form.choose('I have read')
    form.type('consent.signerName', 'Dana Whitfield')
    form.press(SUBMIT)
    await form.step('done')
    const [first, second] = sent(stage)
    assert.notEqual(first!.headers.get('Idempotency-Key'), second!.headers.get('Idempotency-Key'))
  })

  it('a rejection by the service leads to its fields and keeps the secrets', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    bff.handler = ({ path }) => {
      if (path !== PATH) return null
      bff.handler = null
      const issues = [
        { path: 'dbaName', code: 'latin', message: 'x' },
        { path: '', code: 'upstream', message: 'Call us about this application.' },
      ]
      return bff.json(bff.become({ state: 'refused', issues }))
    }
    form.press(SUBMIT)
    await form.step('review')
    await form.until(() => form.problems.length === 2)
    assert.include(form.problems, 'Call us about this application.')
    assert.include(form.text, '•••••7365')
    assert.notInclude(form.text, 'Missing')
    form.type('dbaName', 'Corner Repair')
    form.press('Continue')
    await form.step('agreement')
    assert.isEmpty(form.problems)
  })

  it('shows an application that already exists, without a second submission', async () => {
    const stage = await agreed()
    const { form, bff } = stage
    bff.handler = ({ path }) => {
      if (path !== PATH) return null
      const application = bff.become(SUBMITTED)
      return bff.problem('application-closed', { application })
    }
    form.press(SUBMIT)
    await form.until(() => form.title === 'Application submitted')
  })

  it('asks for the state when it is put back after a removal during a submission', async () => {
    const stage = await agreed()
    const { form, bff, element } = stage
    let heard = false
    bff.handler = ({ path }) => {
      if (path !== PATH) return null
      heard = true
      return new Promise(() => undefined)
    }
    form.press(SUBMIT)
    while (!heard) await new Promise(requestAnimationFrame)
    element.remove()
    await Promise.resolve()
    bff.handler = null
    bff.become(SUBMITTED)
    document.body.append(element)
    await form.until(() => form.title === 'Application submitted')
    assert.lengthOf(sent(stage), 1)
  })

  it('D-109 keeps the focus on the button during the request, and announces a rejection that keeps the form open', async () => {
    const { form, bff } = await agreed()
    let answer: (response: Response) => void = () => undefined
    bff.handler = ({ path }) => (path === PATH ? new Promise((resolve) => (answer = resolve)) : null)
    const button = form.button(SUBMIT)
    button.focus()
    await sendKeys({ press: 'Enter' })
    while (!bff.to('POST', PATH).length) await new Promise(requestAnimationFrame)
    await form.until(() => button.ariaDisabled === 'true')
    assert.equal(form.root.activeElement, button)
    await sendKeys({ press: 'Enter' })
    await sendKeys({ press: ' ' })
    answer(bff.problem('upstream-unavailable'))
    await form.until(() => form.spoken.includes('Nothing was sent'))
    assert.equal(form.root.activeElement, button)
    assert.lengthOf(bff.to('POST', PATH), 1)
  })

  it('keeps the focus on "Send it again" during the request', async () => {
    const { form, bff } = await agreed()
    bff.offline = true
    form.press(SUBMIT)
    await form.until(() => form.title === DOUBT)
    bff.offline = false
    online()
    await form.until(() => form.title === 'Your application was not received')
    let answer: (response: Response) => void = () => undefined
    bff.handler = ({ path }) => (path === PATH ? new Promise((resolve) => (answer = resolve)) : null)
    const button = form.button('Send it again')
    button.focus()
    await sendKeys({ press: ' ' })
    while (bff.to('POST', PATH).length < 2) await new Promise(requestAnimationFrame)
    await form.until(() => form.title !== 'Your application was not received')
    assert.isNotNull(form.root.activeElement)
    answer(bff.json(bff.become(SUBMITTED)))
    await form.until(() => form.title === 'Application submitted')
    assert.isNotNull(form.root.activeElement)
  })

  it('locks and announces the form during the submission', async () => {
    const { form, bff } = await agreed()
    let answer: (response: Response) => void = () => undefined
    bff.handler = ({ path }) => (path === PATH ? new Promise((resolve) => (answer = resolve)) : null)
    form.press(SUBMIT)
    await form.until(() => form.buttons.some((label) => label.startsWith('Sending your application')))
    assert.equal(form.button('Sending').ariaDisabled, 'true')
    assert.notInclude(form.buttons, 'Back')
    while (!bff.to('POST', PATH).length) await new Promise(requestAnimationFrame)
    answer(bff.json(bff.become(SUBMITTED)))
    await form.step('done')
  })
})
