// State of the step "Agreement": the documents, the checked boxes, the typed name, the terms token. It is reset when the plan,
// its fees, the people or the documents have changed.
import {
  judgeConsent,
  type Consent,
  type FieldIssue,
  type SubmitApplication,
  type Terms,
} from '@tapboard/contract'
import type { StepScene } from '../step.ts'
import type { AgreementState } from '../step-memory.ts'

const NEW: readonly string[] = ['consent.documents', 'termsToken']

/** First and last names of all people. */
export const namesOf = ({ values }: StepScene): readonly string[] =>
  values.signers.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

export const planOf = ({ page, values }: StepScene) => page.tiers.find(({ name }) => name === values.tierName)

const languageOf = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase()

const isIn = (lang: string, { locale }: { readonly locale: string }): boolean =>
  languageOf(locale) === languageOf(lang)

/** Checks whether the texts have more than one language. */
export const isBilingual = ({ documents, consents }: Terms): boolean =>
  new Set([...documents, ...consents].map(({ locale }) => languageOf(locale))).size > 1

/** A statement in the language of the consent, and its translation for the reader. */
export type Statement = readonly [text: Consent, translation?: Consent]

/**
 * The texts of each statement: the first one, which is in the language of the consent, and its translation for a reader of
 * `lang`. If the service sent no text in `lang`, the translation is the English one.
 */
export function statementsOf({ terms }: AgreementState, lang: string): readonly Statement[] {
  const consents = terms?.consents ?? []
  const isFirst = (one: Consent): boolean => consents.find(({ id }) => id === one.id) === one
  return consents.filter(isFirst).map((first) => {
    const others = consents.filter((one) => one.id === first.id && one !== first)
    const translation = [lang, 'en'].flatMap((one) => others.filter((other) => isIn(one, other)))[0]
    return isIn(lang, first) || !translation ? [first] : [first, translation]
  })
}

/** French documents come first if the business address or mailing address is in Quebec. */
export const termsLocale = ({ values, lang }: StepScene): string =>
  [values.businessAddress, ...(values.mailingSame ? [] : [values.mailingAddress])].some(
    ({ country, state }) => country === 'CA' && state === 'QC',
  )
    ? 'fr-CA'
    : lang

/** Checks whether French comes first on a page in another language. */
export const isFrenchFirst = (scene: StepScene): boolean =>
  termsLocale(scene) !== scene.lang && languageOf(scene.lang) !== 'fr'

/** Reads the documents; if they have changed, unchecks all boxes. */
export async function read(scene: StepScene, state: AgreementState): Promise<void> {
  state.failed = false
  const locale = (state.locale = termsLocale(scene))
  const answer = await scene.form.terms(locale)
  if (scene.memory.agreeing !== state || state.locale !== locale) return
  if (!answer.ok) state.failed = !state.terms
  else {
    if (JSON.stringify(answer.value) !== JSON.stringify(state.terms)) state.accepted.clear()
    state.terms = answer.value
    for (const paper of answer.value.documents) scene.memory.papers.set(paper.sha256, paper)
    state.readIn = locale
  }
  scene.form.redraw()
}

/** The present consent; starts again if its subject has changed. */
export function agreementOf(scene: StepScene): AgreementState {
  const { memory, shown, busy, page } = scene
  const about = JSON.stringify([planOf(scene), namesOf(scene)])
  const past = memory.agreeing
  const stale = past?.sent === true && !busy && NEW.some((path) => shown.has(path))
  const locale = termsLocale(scene)
  if (past?.about === about && !stale) {
    // The page's language changed: read the documents again with that language first.
    if (past.locale !== locale && page.terms.mode === 'service') void read(scene, past)
    return past
  }
  const state: AgreementState = {
    about,
    locale,
    terms: null,
    readIn: null,
    failed: false,
    accepted: new Set(),
    name: past?.name ?? '',
    token: undefined,
    asking: false,
    open: new Set(),
    sent: false,
  }
  memory.agreeing = state
  if (page.terms.mode === 'service') void read(scene, state)
  return state
}

/** The consent to submit; the BFF compares its documents with those in its language. */
export const consentOf = ({ lang }: StepScene, state: AgreementState): SubmitApplication['consent'] => ({
  documents: (state.terms?.documents ?? []).map(({ id, version, sha256 }) => ({ id, version, sha256 })),
  accepted: [...state.accepted],
  signerName: state.name,
  locale: state.readIn ?? lang,
})

/** The missing parts of the consent; each open statement is one of them. */
export function missing(scene: StepScene, state: AgreementState): readonly FieldIssue[] {
  const { page, values, lang } = scene
  const issues = judgeConsent(consentOf(scene, state), values.signers, state.terms).flatMap((issue) =>
    issue.code === 'consent-missing'
      ? statementsOf(state, lang).flatMap(([{ id }], index) =>
          state.accepted.has(id) ? [] : { ...issue, path: `${issue.path}[${index}]` },
        )
      : issue,
  )
  return page.terms.mode === 'frame' && state.token === undefined
    ? [{ path: 'termsToken', code: 'terms-token' }, ...issues]
    : issues
}
