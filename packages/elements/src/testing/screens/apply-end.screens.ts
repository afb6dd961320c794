// The screens of <merchant-apply> after all values are filled in: review, agreement, submission and results.
import {
  emptyValues,
  type ApplicationPage,
  type ApplicationSnapshot,
  type ApplicationStatus,
} from '@tapboard/contract'
import { agreed, atAgreement, atReview, SUBMITTED } from '../filled-stage.ts'
import { FILLED, FILLED_DRAFT } from '../filled.ts'
import { mountApply, type ApplyStage } from '../mount-apply.ts'
import { ScriptedBoarding, TERMS } from '../scripted-boarding.ts'
import { left } from './apply.screens.ts'
import { never, type Table } from './screen.ts'

const SUBMIT = 'Agree and submit application'
const PATH = '/v1/application/submit'
const FRAME = new URL('../vendor-terms.html', import.meta.url).href
const UNKNOWN: Partial<ApplicationSnapshot> = { appId: null, reference: null, checkedAtMs: null }

/** A new page view while the application is in this state. */
const opened =
  (state: ApplicationStatus, page: Partial<ApplicationPage> = {}) =>
  async (): Promise<ApplyStage> => {
    const bff = new ScriptedBoarding()
    bff.page = page
    const unknown = state === 'submitting' || state === 'in_doubt'
    bff.become({ ...SUBMITTED, ...(unknown && UNKNOWN), state })
    const stage = mountApply({ bff })
    await stage.form.step('done')
    return stage
  }

/** The result of the submit button; resolves when these texts are shown. */
async function pressed(answer: (stage: ApplyStage) => void, words: string): Promise<ApplyStage> {
  const stage = await agreed()
  answer(stage)
  stage.form.press(SUBMIT)
  await stage.form.until(() => `${stage.form.title} ${stage.form.text}`.includes(words))
  return stage
}

const CONTACT: ApplicationPage['contact'] = {
  email: 'sign-up@northwind.example',
  phone: '(503) 555-0142',
  url: 'https://northwind.example/help',
}

const hosted = { page: { terms: { mode: 'host', frameUrl: null } } } as const

/** Name → setup of the screen. */
export const APPLY_END_SCREENS: Table = {
  review: () => atReview(),
  'review, secrets asked again': () => atReview({ secrets: false }),
  'review, everything missing': async () => {
    const stage = await left('review', emptyValues())
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.problems.length > 0)
    return stage
  },
  'review, read only': async () => {
    const bff = new ScriptedBoarding()
    const stage = mountApply({ bff, properties: { readonly: true, prefill: FILLED } })
    await stage.form.step('review')
    return stage
  },
  agreement: async () => {
    const stage = await atReview()
    const [first] = TERMS.documents
    const titles = ['Merchant services agreement', 'Fee schedule', 'Consent to electronic records']
    stage.bff.terms = { ...TERMS, documents: titles.map((title) => ({ ...first!, id: title, title })) }
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.text.includes('Fee schedule'))
    return stage
  },
  'agreement, in Quebec': async () => {
    const address = { ...FILLED.businessAddress, state: 'QC', zip: 'H7A 1A1', country: 'CA' }
    const stage = await atReview({ values: { businessAddress: address } })
    const [english] = TERMS.documents
    const french = {
      ...english!,
      locale: 'fr-CA',
      title: 'Entente de services',
      text: 'Les parties s’entendent.',
    }
    const consent = { id: 'terms', locale: 'fr-CA', text: 'J’ai lu les documents et je les accepte.' }
    stage.bff.terms = { documents: [french, english!], consents: [consent, ...TERMS.consents] }
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.text.includes('Entente de services'))
    return stage
  },
  'agreement, a document in full': async () => {
    const stage = await atAgreement()
    stage.form.press('Read')
    await stage.form.until(() => stage.form.buttons.includes('Close'))
    return stage
  },
  'agreement, agreed': () => agreed(),
  'agreement, nothing agreed': async () => {
    const stage = await atReview()
    const texts = ['I have read the documents.', 'I may sign for the business.', 'The answers are true.']
    stage.bff.terms = {
      ...TERMS,
      consents: texts.map((text, index) => ({ id: `${index}`, locale: 'en', text })),
    }
    stage.form.press('Continue')
    await stage.form.until(() => stage.form.text.includes('The answers'))
    stage.form.press(SUBMIT)
    await stage.form.until(() => stage.form.problems.length > 0)
    return stage
  },
  'agreement, documents do not come': async () => {
    const stage = await atReview()
    const { bff, form } = stage
    bff.handler = ({ path }) => (path.endsWith('/terms') ? bff.problem('upstream-unavailable') : null)
    form.press('Continue')
    await form.until(() => form.text.includes('could not be loaded'))
    return stage
  },
  'agreement, documents have changed': () =>
    pressed(({ bff }) => {
      bff.handler = ({ path }) => {
        if (path !== PATH) return null
        bff.handler = null
        bff.terms = { ...TERMS, documents: [{ ...TERMS.documents[0]!, version: '2026-12' }] }
        const issues = [{ path: 'consent.documents', code: 'documents-changed', message: 'x' }]
        return bff.problem('invalid-application', { issues })
      }
    }, 'Version 2026-12'),
  'agreement, in the frame of a vendor': async () => {
    const terms = { mode: 'frame', frameUrl: `${FRAME}?silent` } as const
    const stage = await atAgreement({ page: { terms } })
    await stage.form.until(() => stage.form.root.querySelector('iframe') !== null)
    return stage
  },
  'agreement, agreed in the frame': async () => {
    const stage = await atAgreement({
      page: { terms: { mode: 'frame', frameUrl: FRAME } },
    })
    await stage.form.until(() => stage.form.text.includes('You have agreed'))
    return stage
  },
  'agreement, in the page': () => atAgreement(hosted),
  'submitting, not answered': () =>
    pressed(({ bff }) => {
      bff.handler = ({ path }) => (path === PATH ? never() : null)
    }, 'Agreement'),
  'submitting, service out of reach': () =>
    pressed(({ bff }) => {
      bff.handler = ({ path }) => (path === PATH ? bff.problem('upstream-unavailable') : null)
    }, 'Nothing was sent'),
  'submitting, answer lost': () => pressed(({ bff }) => (bff.offline = true), 'may have been received'),
  'submitting, not received': async () => {
    const stage = await pressed(({ bff }) => (bff.offline = true), 'may have been received')
    stage.bff.offline = false
    dispatchEvent(new Event('online'))
    await stage.form.until(() => stage.form.title === 'Your application was not received')
    return stage
  },
  'refused, at its field': async () => {
    const bff = new ScriptedBoarding()
    bff.become({ state: 'refused', issues: [{ path: 'dbaName', code: 'latin', message: 'x' }] })
    bff.draft = FILLED_DRAFT
    const stage = mountApply({ bff })
    await stage.form.until(() => stage.form.problems.length > 0)
    return stage
  },
  submitting: opened('submitting'),
  'in doubt': opened('in_doubt'),
  submitted: opened('submitted'),
  'in review': opened('in_review'),
  'action required': opened('action_required'),
  'action required, with an address': opened('action_required', { contact: CONTACT }),
  approved: opened('approved'),
  declined: opened('declined'),
  withdrawn: opened('withdrawn'),
}
