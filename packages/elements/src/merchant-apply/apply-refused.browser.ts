import { assert } from '@open-wc/testing'
import type { Issue } from '@tapboard/contract'
import { FILLED_DRAFT } from '../testing/filled.ts'
import { agreed } from '../testing/filled-stage.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { ScriptedBoarding } from '../testing/scripted-boarding.ts'

const REFUSED = 'The application service did not accept this value.'
const ISSUES: readonly Issue[] = [
  { path: 'signers[0].dateOfBirth', code: 'upstream', message: REFUSED },
  { path: 'dbaName', code: 'upstream', message: REFUSED },
  { path: 'businessPhone', code: 'upstream', message: REFUSED },
]
const LISTED = [
  `Trading name: ${REFUSED}`,
  `Business phone: ${REFUSED}`,
  `Dana Whitfield: Date of birth: ${REFUSED}`,
]

/** Lines of the summary: the text of the link, and the linked step if it is another one. */
const lines = ({ form }: ApplyStage): readonly (readonly (string | undefined)[])[] =>
  Array.from(form.root.querySelectorAll('.summary li'), (line) =>
    ['a', 'small'].map((part) => line.querySelector(part)?.textContent.trim()),
  )

/** Names of the steps marked as complete. */
const ticked = ({ form }: ApplyStage): readonly string[] =>
  Array.from(form.root.querySelectorAll('.progress li.past'), (item) => item.textContent.trim())

/** Submitted, and rejected for three fields in three steps. */
async function refused(): Promise<ApplyStage> {
  const stage = await agreed()
  const { form, bff } = stage
  bff.handler = ({ path }) => {
    if (path !== '/v1/application/submit') return null
    bff.handler = null
    return bff.json(bff.become({ state: 'refused', issues: [...ISSUES] }))
  }
  form.press('Agree and submit application')
  await form.step('business')
  await form.until(() => form.problems.length > 0)
  return stage
}

describe('an application rejected for fields of several steps', () => {
  afterEach(unmountAllApply)

  it('lists each field by name in the order of the steps, with the step of later ones', async () => {
    const stage = await refused()
    assert.deepEqual(lines(stage), [
      [LISTED[0], undefined],
      [LISTED[1], 'Where to find you'],
      [LISTED[2], 'Owners and signers'],
    ])
    assert.equal(stage.form.root.activeElement?.id, 'summary')
    assert.equal(stage.form.root.getElementById('dbaName-message')?.textContent.trim(), REFUSED)
  })

  it('a line leads to its field, and disappears when the field is changed', async () => {
    const stage = await refused()
    const { form } = stage
    form.follow(LISTED[2]!)
    await form.step('signers')
    await form.until(() => form.root.activeElement?.id === 'signers[0].dateOfBirth')
    form.type('signers[0].dateOfBirth', '3')
    await form.until(() => form.problems.length === 2)
    assert.deepEqual(lines(stage), [
      [LISTED[0], 'Your business'],
      [LISTED[1], 'Where to find you'],
    ])
  })

  it('keeps the marks of the steps that are still valid', async () => {
    const stage = await refused()
    const { form } = stage
    assert.deepEqual(ticked(stage), ['Choose a plan', 'Tax details', 'Bank account'])
    form.type('dbaName', 'Corner Repair')
    form.press('Continue')
    await form.step('contact')
    assert.deepEqual(ticked(stage), ['Choose a plan', 'Your business', 'Tax details', 'Bank account'])
  })

  it('lists the same after a reload, without the marks of steps with missing secrets', async () => {
    const bff = new ScriptedBoarding()
    bff.become({ state: 'refused', issues: [...ISSUES] })
    bff.draft = FILLED_DRAFT
    const stage = mountApply({ bff })
    await stage.form.until(() => stage.form.problems.length > 0)
    assert.deepEqual(
      lines(stage).map(([sentence]) => sentence),
      LISTED,
    )
    assert.deepEqual(ticked(stage), ['Choose a plan'])
  })
})
