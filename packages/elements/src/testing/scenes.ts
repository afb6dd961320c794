// Every state with text of both elements, each reached by its causes and independent of any language: for tests of languages,
// widths and directions.
import { emptySigner, type ApplicationSnapshot, type ApplicationStatus, type Step } from '@tapboard/contract'
import { FILLED, FILLED_DRAFT } from './filled.ts'
import { SUBMITTED } from './filled-stage.ts'
import { mountApply, type ApplySetting, type ApplyStage } from './mount-apply.ts'
import { mount, type Setting, type Stage } from './mount.ts'
import { APPROVED, DEVICES } from './scripted-bff.ts'
import { APPLICATION, APPLY_NOW_MS, ScriptedBoarding } from './scripted-boarding.ts'

/** An element in one of its states. */
export type Scene<Strings> = (strings: Strings) => Promise<ApplyStage | Stage>

type PayStrings = NonNullable<Setting['properties']>['strings']
type ApplyStrings = NonNullable<ApplySetting['properties']>['strings']

const main = (root: ShadowRoot): void => root.querySelector<HTMLButtonElement>('button.main')!.click()

const pay =
  (
    setting: Setting,
    phase: Parameters<Stage['pay']['phase']>[0],
    after?: (stage: Stage) => Promise<void>,
  ): Scene<PayStrings> =>
  async (strings) => {
    const properties = { ...setting.properties, ...(strings && { strings }) }
    const stage = mount({ ...setting, properties })
    await stage.pay.phase(phase)
    await after?.(stage)
    return stage
  }

export const PAY_SCENES: Readonly<Record<string, Scene<PayStrings>>> = {
  'the choice of a terminal': pay({ attributes: { setup: '' } }, 'choosing'),
  'no terminal yet': pay({ checkout: { devices: [] } }, 'choosing'),
  'a terminal that is away': pay({ checkout: { devices: [DEVICES[1]!] } }, 'choosing'),
  'the registration of a terminal': pay(
    { attributes: { setup: '' } },
    'choosing',
    async ({ pay: driver }) => {
      // "Change" opens the list, which loads later and ends with the button of the registration.
      const pressed = new Set<Element>()
      await driver.until(() => {
        const next = Array.from(
          driver.root.querySelectorAll<HTMLButtonElement>('button:not(.main, [role="option"])'),
        ).find((button) => !pressed.has(button))
        if (next && driver.root.querySelector('form') === null) {
          pressed.add(next)
          next.click()
        }
        return driver.root.querySelector('form input:not([type])') !== null
      })
    },
  ),
  'contacting the terminal': pay({ sale: { state: 'sending' } }, 'contacting'),
  'presenting the card': pay({ sale: { state: 'started', phase: 'present_card' } }, 'waiting'),
  authorising: pay({ sale: { state: 'started', phase: 'authorizing' } }, 'waiting'),
  'still waiting': pay({ sale: { state: 'started', phase: 'present_card', stillWaiting: true } }, 'waiting'),
  'nobody watching': pay({ sale: { state: 'started' } }, 'waiting', async ({ pay: driver, element }) => {
    element.stopWatching()
    await driver.phase('unwatched')
  }),
  'an unknown result': pay({ sale: { state: 'in_doubt', reason: 'overdue', checkable: true } }, 'doubt'),
  'an unknown result to decide': pay(
    {
      sale: { state: 'in_doubt', reason: 'no_session', cancelable: false, checkable: true },
      attributes: { resolve: '' },
    },
    'doubt',
    ({ pay: { root }, pay: driver }) =>
      driver.until(() => root.querySelector('[part=resolve] button') !== null),
  ),
  'a contradiction': pay({ sale: { state: 'review', reason: 'amount_mismatch' } }, 'review'),
  approved: pay({ sale: APPROVED }, 'approved'),
  declined: pay({ sale: { state: 'declined', message: null } }, 'unpaid'),
  'the time ran out': pay({ sale: { state: 'timed_out' } }, 'unpaid'),
  'out of reach': pay({ properties: { fetcher: () => Promise.reject(new TypeError('offline')) } }, 'fault'),
}

const apply =
  (
    step: Step,
    {
      bff = new ScriptedBoarding(),
      after,
      ...setting
    }: ApplySetting & { readonly after?: (stage: ApplyStage) => Promise<void> } = {},
  ) =>
  async (strings: ApplyStrings): Promise<ApplyStage> => {
    const properties = { ...setting.properties, ...(strings && { strings }) }
    const stage = mountApply({ bff, ...setting, properties })
    await stage.form.step(step)
    await after?.(stage)
    return stage
  }

/** A draft at a step, with all values except those that `change` empties. */
function left(step: Step, change: Partial<typeof FILLED> = {}, after?: (stage: ApplyStage) => Promise<void>) {
  const bff = new ScriptedBoarding()
  bff.draft = { ...FILLED_DRAFT, step, values: { ...FILLED_DRAFT.values, ...change } }
  return apply(step, { bff, ...(after && { after }) })
}

/** Continue is pressed, and every field has an error. */
const wrong = async ({ form }: ApplyStage): Promise<void> => {
  main(form.root)
  await form.until(() => form.problems.length > 0)
}

const EMPTY_ADDRESS = { ...FILLED.businessAddress, streetAddress: '', city: '', state: '', zip: '' }

function ended(state: ApplicationStatus, change: Partial<ApplicationSnapshot> = {}) {
  const bff = new ScriptedBoarding()
  bff.become({ ...SUBMITTED, state, ...change })
  return apply('done', { bff })
}

const none: Partial<ApplicationSnapshot> = { appId: null, reference: null, checkedAtMs: null }

/** A person's page, empty and with errors. */
async function person(stage: ApplyStage): Promise<void> {
  const { form } = stage
  const [change] = form.root.querySelectorAll<HTMLButtonElement>('.person button')
  // The first person is open at once.
  change?.click()
  await form.until(() => form.root.getElementById('signers[0].firstName') !== null)
  await wrong(stage)
}

export const APPLY_SCENES: Readonly<Record<string, () => Scene<ApplyStrings>>> = {
  'before the first step': () => apply('start'),
  'out of reach': () => async (strings) => {
    const bff = new ScriptedBoarding()
    bff.offline = true
    const stage = mountApply({ bff, properties: strings ? { strings } : {} })
    await stage.form.phase('fault')
    return stage
  },
  'the plan, none chosen': () => left('plan', { tierName: '' }, wrong),
  'the business, nothing given': () =>
    left(
      'business',
      {
        ownershipType: '',
        corporateName: '',
        dbaName: '',
        productSold: '',
        website: 'x',
        businessStartDate: '',
        annualCreditCardSales: '250.000',
      },
      wrong,
    ),
  'the business, as it was left': () => left('business'),
  'the tax number': () => left('tax', {}, wrong),
  'the tax number of a sole proprietor': () =>
    left('tax', { ownershipType: 'soleProprietorship', taxIdType: 'SSN' }),
  'two addresses, both empty': () =>
    left(
      'contact',
      {
        businessAddress: EMPTY_ADDRESS,
        mailingSame: false,
        mailingAddress: { ...EMPTY_ADDRESS, country: 'CA' },
        businessPhone: '',
        businessEmail: 'x',
      },
      wrong,
    ),
  'two people': () => left('signers', { allOwnersListed: false }, wrong),
  'nobody yet': () => left('signers', { signers: [] }, wrong),
  'one person, nothing given': () => left('signers', { signers: [emptySigner(true)] }, person),
  'the bank account': () =>
    left('bank', { banking: { bankName: '', routingNumber: '', accountNumber: '' } }, wrong),
  'the review': () => left('review'),
  'the review of nothing': () =>
    left('review', { corporateName: '', businessAddress: EMPTY_ADDRESS, tierName: '', bankingLater: true }),
  'the review, read only': () =>
    apply('review', { properties: { prefill: FILLED }, attributes: { readonly: '' } }),
  'the agreement': () => async (strings) => {
    const bff = new ScriptedBoarding()
    bff.draft = FILLED_DRAFT
    const properties = { prefill: FILLED, ...(strings && { strings }) }
    const stage = mountApply({ bff, properties })
    await stage.form.step('review')
    main(stage.form.root)
    await stage.form.step('agreement')
    await stage.form.until(() => stage.form.root.querySelector('[type=checkbox]') !== null)
    await wrong(stage)
    return stage
  },
  'changed elsewhere': () => async (strings) => {
    const stage = await left('bank', { bankingLater: true })(strings)
    stage.bff.draft = { ...stage.bff.draft!, version: 99, savedAtMs: APPLY_NOW_MS }
    main(stage.form.root)
    await stage.form.until(() => stage.form.spoken !== '')
    return stage
  },
  'refused by the service': () => async (strings) => {
    const bff = new ScriptedBoarding()
    bff.draft = FILLED_DRAFT
    const issues = [{ path: 'corporateName', code: 'required', message: '' }]
    bff.application = { ...APPLICATION, state: 'refused', issues }
    return apply('review', { bff })(strings)
  },
  submitting: () => ended('submitting', none),
  'in doubt': () => ended('in_doubt', none),
  submitted: () => ended('submitted'),
  'in review': () => ended('in_review'),
  'action required': () => ended('action_required'),
  approved: () => ended('approved'),
  declined: () => ended('declined'),
  withdrawn: () => ended('withdrawn'),
}
