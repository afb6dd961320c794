// The screens of <merchant-apply> while it is filled in: every step when it opens, filled in, and with all errors; and the
// messages around a step.
import {
  DRAFT_STEPS,
  emptySigner,
  emptyValues,
  withoutSecrets,
  type ApplicationValues,
  type Step,
} from '@tapboard/contract'
import type { FoundAddress, LookUpHost } from '../../merchant-apply/look-up.ts'
import { StepLoader } from '../../merchant-apply/steps/loader.ts'
import { FILLED, FILLED_DRAFT } from '../filled.ts'
import { mountApply, type ApplySetting, type ApplyStage } from '../mount-apply.ts'
import { APPLY_NOW_MS, ScriptedBoarding, TIERS } from '../scripted-boarding.ts'
import { never, type Table } from './screen.ts'
import { holdTimers } from './stopped-clock.ts'

const EMPTY: Partial<ApplicationValues> = { tierName: 'Plus', ownershipType: 'llc' }

/** A saved draft, reopened at a step. */
export async function left(
  step: Step,
  values: Partial<ApplicationValues> = EMPTY,
  setting: ApplySetting = {},
): Promise<ApplyStage> {
  const { bff = new ScriptedBoarding() } = setting
  bff.draft = { ...FILLED_DRAFT, step: step as 'plan', values: { ...emptyValues(), ...values } }
  const stage = mountApply({ ...setting, bff })
  await stage.form.step(step)
  return stage
}

/** A step that the person reached in this page, with the earlier answers. */
async function reached(step: Step, values: Partial<ApplicationValues>): Promise<ApplyStage> {
  const stage = await left(step, values, { properties: { prefill: values } })
  if (stage.form.text.includes('Welcome back')) {
    stage.form.press('Continue')
    await stage.form.until(() => stage.element.step !== step || stage.form.problems.length > 0)
    await stage.element.goTo(step)
    await stage.form.step(step)
  }
  return stage
}

async function wrong(stage: Promise<ApplyStage>): Promise<ApplyStage> {
  const { form } = await stage
  form.press(form.buttons.includes('Save person') ? 'Save person' : 'Continue')
  await form.until(() => form.problems.length > 0)
  return stage
}

/** Opens a person of the list. */
async function person(values: Partial<ApplicationValues>, save = false): Promise<ApplyStage> {
  const stage = await left('signers', { ...EMPTY, ...values })
  const { form } = stage
  // The first person is open at once.
  if (!form.buttons.includes('Save person')) form.press('Change')
  await form.until(() => form.buttons.includes('Save person'))
  if (!save) return stage
  form.press('Save person')
  await form.until(() => form.problems.length > 0)
  return stage
}

/** The typed values, and the result of saving them. */
async function saving(save: (bff: ScriptedBoarding) => void, words: string): Promise<ApplyStage> {
  const stage = await left('business', withoutSecrets(FILLED))
  const { bff, form } = stage
  save(bff)
  form.press('Continue')
  await form.step('tax')
  form.type('taxId', FILLED.taxId)
  await form.until(() => form.text.includes(words))
  bff.offline = false
  return stage
}

const FOUND = [
  { streetAddress: '500 Commerce Way', city: 'Edison', state: 'NJ', zip: '08817' },
  { streetAddress: '512 Center Street', city: 'Newark', state: 'NJ', zip: '07102' },
] as const satisfies readonly FoundAddress[]

/** The suggestions of a look-up, open; the second of them is active. */
async function suggested(step: Step, path: string, text: string, lookUps: LookUpHost): Promise<ApplyStage> {
  const stage = await left(step, EMPTY, { properties: lookUps })
  const { form } = stage
  await form.until(() => form.field(path).role === 'combobox')
  const input = form.field(path) as HTMLInputElement
  input.value = text
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await form.until(() => form.root.querySelector('[role=option]') !== null)
  for (const key of ['ArrowDown', 'ArrowDown'])
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  await form.until(() => form.root.querySelector('[aria-selected=true]') !== null)
  return stage
}

const fieldSteps = DRAFT_STEPS.filter((step) => step !== 'review' && step !== 'plan')

const STEPS: Table = Object.fromEntries(
  fieldSteps.flatMap((step) => [
    [`${step}, empty`, () => left(step)],
    [`${step}, everything wrong`, () => wrong(left(step))],
    [`${step}, filled in`, () => reached(step, FILLED)],
  ]),
)

const WARNED: Partial<ApplicationValues> = {
  ...FILLED,
  ownershipType: 'soleProprietorship',
  businessAddress: { ...FILLED.businessAddress, zip: '90210' },
}

/** The most people that an application has; one of them has a long name. */
const TEN_PEOPLE = [
  'Dana Whitfield',
  'Luis Ortega',
  'Maximiliana-Theodora Featherstonehaugh',
  'Bo Li',
  'Amara Okonkwo',
  'Søren Kjærgaard',
  'Priya Raghunathan',
  'Mihail Țurcanu',
  'Aoife Ní Bhriain',
  'Kenji Watanabe',
].map((name, index) => {
  const [firstName = '', ...lastName] = name.split(' ')
  const person = { ...FILLED.signers[0]!, firstName, lastName: lastName.join(' ') }
  return {
    ...person,
    title: index === 0 ? 'Managing member' : 'Member',
    ownershipPercentage: '10',
    ssn: `53690884${index}`,
    isPrimary: index === 0,
    isControlPerson: index === 0,
  }
})

/** Name → setup of the screen. */
export const APPLY_SCREENS: Table = {
  loading: async () => {
    const stage = mountApply({ properties: { fetcher: never } })
    await stage.form.phase('loading')
    return stage
  },
  'loading, read only': async () => {
    const stage = mountApply({ properties: { fetcher: never, readonly: true } })
    await stage.form.phase('loading')
    return stage
  },
  'out of reach': async () => {
    const bff = new ScriptedBoarding()
    bff.offline = true
    const stage = mountApply({ bff })
    await stage.form.phase('fault')
    return stage
  },
  'not set up': async () => {
    const stage = mountApply({ properties: { bffUrl: 'nowhere:' } })
    await stage.form.phase('fault')
    return stage
  },
  start: async () => {
    const stage = mountApply()
    await stage.form.step('start')
    return stage
  },
  'start, in earnest': async () => {
    const bff = new ScriptedBoarding()
    bff.page = { environment: 'production' }
    const stage = mountApply({ bff })
    await stage.form.step('start')
    return stage
  },
  'plan, none chosen': () => left('plan', {}),
  'plan, none chosen, complained of': () => wrong(left('plan', {})),
  'plan, chosen': () => left('plan', FILLED),
  'plan, no longer offered': async () => {
    const bff = new ScriptedBoarding()
    bff.draft = { ...FILLED_DRAFT, values: { ...FILLED, tierName: 'Gone' } }
    const stage = mountApply({ bff })
    await stage.form.step('plan')
    return stage
  },
  'plan, without fees': async () => {
    const bff = new ScriptedBoarding()
    bff.page = { tiers: [{ ...TIERS[0]!, fees: [] }, TIERS[1]!] }
    return left('plan', {}, { bff })
  },
  ...STEPS,
  'business, for a sole proprietor': () =>
    left('business', { ...FILLED, ownershipType: 'soleProprietorship' }),
  'business, businesses of a look-up': () =>
    suggested('business', 'corporateName', 'Harbor', {
      lookUpBusiness: async () => [
        { corporateName: 'Harbor Cycle Repair LLC', businessAddress: FOUND[0] },
        { corporateName: 'Harbor Coffee Inc.', businessAddress: FOUND[1] },
      ],
    }),
  'contact, addresses of a look-up': () =>
    suggested('contact', 'businessAddress.streetAddress', '500 C', { lookUpAddress: async () => FOUND }),
  'contact, another mailing address': () =>
    left('contact', { ...FILLED, mailingSame: false, mailingAddress: FILLED.signers[0]!.address }),
  'contact, in Canada': () =>
    left('contact', {
      ...FILLED,
      businessAddress: { ...FILLED.businessAddress, state: 'QC', zip: 'H7A 1A1', country: 'CA' },
    }),
  'contact, postal code that does not fit': async () => {
    const stage = await left('contact', WARNED)
    stage.form.type('businessAddress.zip', '90210')
    // The line below the form says "Saved" again after a while.
    holdTimers(true)
    await stage.form.until(() => stage.form.text.includes('90210 is in California. Is New Jersey right?'))
    return stage
  },
  'signers, a new person': () => person({ signers: [emptySigner(true)] }),
  'signers, a person, everything wrong': () => person({ signers: [emptySigner(true)] }, true),
  'signers, a person, filled in': () => person({ signers: FILLED.signers }),
  'signers, ten people': () => reached('signers', { ...FILLED, signers: TEN_PEOPLE }),
  'signers, one was removed': async () => {
    const stage = await left('signers', FILLED)
    stage.form.press('Remove')
    holdTimers(true)
    await stage.form.until(() => stage.form.buttons.includes('Undo'))
    return stage
  },
  'welcome back': () => left('contact', withoutSecrets(FILLED)),
  'welcome back, start over?': async () => {
    const stage = await left('contact', FILLED)
    stage.form.press('Start over')
    await stage.form.until(() => stage.form.buttons.includes('Keep them'))
    return stage
  },
  'draft, saving': () =>
    saving((bff) => {
      bff.handler = ({ method }) => (method === 'PUT' ? never() : null)
    }, 'Saving'),
  'draft, saved': () => saving(() => undefined, 'Saved'),
  'draft, not saved': () => saving((bff) => (bff.offline = true), 'Not saved yet'),
  'draft, changed elsewhere': () =>
    saving((bff) => {
      bff.draft = { ...bff.draft!, version: 9, savedAtMs: APPLY_NOW_MS }
    }, 'another tab'),
  'a step that does not come': async () => {
    const { load } = StepLoader.prototype
    StepLoader.prototype.load = function failing(step) {
      return step === 'plan' ? Promise.resolve(null) : load.call(this, step)
    }
    const stage = mountApply()
    await stage.form.step('start')
    stage.form.press('Start')
    await stage.form
      .until(() => stage.form.text.includes('could not be loaded'))
      .finally(() => (StepLoader.prototype.load = load))
    return stage
  },
}
