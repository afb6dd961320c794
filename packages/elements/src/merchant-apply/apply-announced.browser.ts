import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { agreed } from '../testing/filled-stage.ts'
import { listen } from '../testing/listen.ts'
import { unmountAllApply } from '../testing/mount-apply.ts'
import { left } from '../testing/screens/apply.screens.ts'

describe('announcements of <merchant-apply>', () => {
  afterEach(unmountAllApply)

  it('errors are read at the focus, in the order of the fields; the live region stays empty', async () => {
    const { form } = await left('contact')
    const said = listen(form.root)
    form.field('businessPhone').focus()
    await sendKeys({ press: 'Enter' })
    await form.until(() => form.root.activeElement?.id === 'summary')
    const paths = Array.from(form.root.querySelectorAll('.summary a'), (link) =>
      link.getAttribute('href')!.slice(1),
    )
    const fields = paths.map((path) => form.field(path))
    assert.isAbove(fields.length, 3)
    for (const [index, field] of fields.slice(1).entries())
      assert.equal(
        fields[index]!.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
        Node.DOCUMENT_POSITION_FOLLOWING,
      )
    for (const [index, field] of fields.entries()) {
      const told = field.getAttribute('aria-describedby')!.split(' ')
      const words = told.map((id) => form.root.getElementById(id)?.textContent?.trim())
      assert.include(words, form.problems[index])
      assert.equal(field.getAttribute('aria-invalid'), 'true')
    }
    assert.deepEqual(said, [])
  })

  it('announces an unsaved draft once, and not again in the next step', async () => {
    const { form, bff } = await left('plan', { tierName: 'Plus', ownershipType: 'llc' })
    const said = listen(form.root)
    bff.offline = true
    form.press('Continue')
    await form.step('business')
    await form.until(() => form.spoken !== '')
    form.press('Back')
    await form.step('plan')
    form.press('Continue')
    await form.step('business')
    // Each retry fails, too.
    while (bff.to('PUT', '/v1/application/draft').length < 4) {
      dispatchEvent(new Event('online'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    assert.deepEqual(said, ['Not saved yet. We keep trying; you can go on.'])
    bff.offline = false
  })

  it('announces each status of the application once', async () => {
    const { form, bff } = await agreed()
    const said = listen(form.root)
    form.press('Agree and submit application')
    await form.until(() => form.title === 'Application submitted')
    bff.become({ state: 'in_review' })
    form.press('Check now')
    await form.until(() => form.title === 'Your application is being reviewed')
    bff.become({ state: 'approved' })
    form.press('Check now')
    await form.until(() => form.title === 'Your application is approved')
    assert.deepEqual(said.slice(-3), [
      'Application submitted',
      'Your application is being reviewed',
      'Your application is approved',
    ])
    assert.equal(new Set(said).size, said.length)
  })
})
