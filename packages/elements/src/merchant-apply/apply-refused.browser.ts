import { assert } from '@open-wc/testing'
import type { Issue } from '@tapboard/contract'
import { FILLED_DRAFT } from '../testing/filled.ts'
import { agreed } from '../testing/filled-stage.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { ScriptedBoarding } from '../testing/scripted-boarding.ts'

const REFUSED = 'This answer was not accepted. Check it and enter it again.'
const NAME = 'This answer was not accepted. Enter the name just as on official papers.'
const ISSUES: readonly Issue[] = [
  { path: 'signers[0].dateOfBirth', code: 'upstream', message: REFUSED },
  { path: 'dbaName', code: 'upstream', message: REFUSED },
  { path: 'businessPhone', code: 'upstream', message: REFUSED },
]
const LISTED = [
  `Trading name: ${NAME}`,
  'Business phone: This answer was not accepted. Check that it is complete and in use.',
  'Dana Whitfield: Date of birth: This answer was not accepted. Compare the date with an official paper.',
]

/** The listed sentences, each with its step. */
const lines = ({ form }: ApplyStage): readonly (readonly (string | null | undefined)[])[] =>
  Array.from(form.root.querySelectorAll('.fixes li'), (line) => [
    line.getAttribute('aria-label'),
    line.querySelector('small')?.textContent.trim(),
  ])

const heading = ({ form }: ApplyStage): string => form.root.getElementById('to-fix')!.textContent.trim()

/** Names of the steps marked as complete. */
const ticked = ({ form }: ApplyStage): readonly string[] =>
  Array.from(form.root.querySelectorAll('.progress li.past'), (item) => item.textContent.trim())

/** Submitted, and rejected for three fields in three steps. */
async function refused(issues = ISSUES): Promise<ApplyStage> {
  const stage = await agreed()
  const { form, bff } = stage
  bff.handler = ({ path }) => {
    if (path !== '/v1/application/submit') return null
    bff.handler = null
    return bff.json(bff.become({ state: 'refused', issues: [...issues] }))
  }
  form.press('Agree and submit application')
  await form.step('review')
  await form.until(() => form.problems.length > 0)
  return stage
}

describe('an application rejected for fields of several steps', () => {
  afterEach(unmountAllApply)

  it('D-165 lists each field by name with its step, in the order of the steps', async () => {
    const stage = await refused()
    assert.equal(heading(stage), '3 things to fix')
    assert.deepEqual(lines(stage), [
      [LISTED[0], 'Your business'],
      [LISTED[1], 'Where to find you'],
      [LISTED[2], 'Owners and signers'],
    ])
    assert.equal(stage.form.root.activeElement?.id, 'fixes')
    assert.equal(stage.form.root.getElementById('dbaName-message')?.textContent.trim(), NAME)
  })

  it('D-165 takes the answers in the list, keeps the focus there, and then continues', async () => {
    const stage = await refused()
    const { form } = stage
    form.field('dbaName').focus()
    form.type('dbaName', 'Corner Repair')
    await form.until(() => form.problems.length === 2)
    assert.equal(heading(stage), '2 things to fix')
    assert.equal(lines(stage)[0]![0], 'Fixed')
    assert.equal(form.root.activeElement?.id, 'dbaName')
    form.press('Continue')
    await form.until(() => form.root.activeElement?.id === 'fixes')
    assert.equal(form.element.step, 'review', 'two are left')
    form.type('businessPhone', '(503) 555-0199')
    form.type('signers[0].dateOfBirth', '3/10/1984')
    await form.until(() => heading(stage) === 'Everything is fixed')
    form.press('Continue')
    await form.step('agreement')
  })

  it('D-166 asks for the agreement again after a correction', async () => {
    const stage = await refused()
    const { form, bff } = stage
    form.type('dbaName', 'Corner Repair')
    form.type('businessPhone', '503-555-0199')
    form.type('signers[0].dateOfBirth', '3/10/1984')
    form.press('Continue')
    await form.step('agreement')
    await form.until(() => form.text.includes('I have read'))
    assert.isFalse(form.root.querySelector<HTMLInputElement>('[type=checkbox]')!.checked)
    form.choose('I have read')
    form.type('consent.signerName', 'Dana Whitfield')
    form.press('Agree and submit application')
    await form.step('done')
    assert.equal(bff.submissions.at(-1)!.values.businessPhone, '5035550199', 'cleaned in the list')
    assert.equal(bff.submissions.at(-1)!.values.dbaName, 'Corner Repair')
  })

  it('keeps the marks of the steps that are still valid', async () => {
    const stage = await refused()
    const { form } = stage
    assert.deepEqual(ticked(stage), ['Choose a plan', 'Tax details', 'Bank account'])
    form.type('dbaName', 'Corner Repair')
    await form.until(() => form.problems.length === 2)
    assert.deepEqual(ticked(stage), ['Choose a plan', 'Your business', 'Tax details', 'Bank account'])
  })

  it('keeps the control that a person types in when the answer makes a seventh thing to fix', async () => {
    const share = 'signers[1].ownershipPercentage'
    const paths = ['productSold', 'businessEmail', share]
    const more = paths.map((path) => ({ path, code: 'upstream', message: REFUSED }) as const)
    const stage = await refused([...ISSUES, ...more])
    const { form } = stage
    await form.until(() => form.problems.length === 6)
    const control = form.field(share) as HTMLInputElement
    control.focus()
    const { top } = control.getBoundingClientRect()
    // 60 % and 60 % are more than 100 %: the total is one more thing to fix.
    control.value = '60'
    control.dispatchEvent(new Event('input', { bubbles: true }))
    await form.until(() => form.problems.length === 6 && heading(stage).startsWith('6'))
    await form.element.updateComplete
    assert.isTrue(control.isConnected)
    assert.equal(form.root.activeElement?.id, share)
    assert.equal(control.getBoundingClientRect().top, top)
  })

  it('more than six things are links, which lead to their field and back', async () => {
    const bff = new ScriptedBoarding()
    bff.become({ state: 'refused', issues: [...ISSUES] })
    bff.draft = FILLED_DRAFT
    const stage = mountApply({ bff })
    const { form } = stage
    await form.until(() => form.problems.length > 0)
    assert.equal(heading(stage), '7 things to fix')
    assert.deepEqual(
      form.problems.filter((line) => line.includes('was not accepted')),
      LISTED,
    )
    assert.deepEqual(ticked(stage), ['Choose a plan'])
    form.follow(LISTED[1]!)
    await form.step('contact')
    await form.until(() => form.root.activeElement?.id === 'businessPhone')
    form.type('businessPhone', '503-555-0199')
    form.press('Continue')
    await form.step('review')
    await form.until(() => form.problems.length === 6)
  })
})
