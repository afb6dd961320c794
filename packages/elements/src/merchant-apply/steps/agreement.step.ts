// Step "Agreement": the fees of the plan, the documents, the statements, a name, and the submit button. If a vendor's frame or
// the page shows the terms, their token replaces the documents.
import type { Judge, TermsDocument } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { facts } from '../fields/facts.ts'
import { fieldAt, hintOf, labelOf, messageOf } from '../fields/field.ts'
import { mainButton, notice, type Part } from '../../shared/controls.ts'
import { plainButton } from '../fields/form.ts'
import { messageAt, NO_WORDS, fieldTexts, type FieldGroup } from '../fields/words.ts'
import { wordsIn } from '../fields/wording.ts'
import type { StepPart, StepScene } from '../step.ts'
import type { AgreementState } from '../step-memory.ts'
import { Submission } from '../submission.ts'
import { termsFrame } from '../terms-frame.ts'
import { AGREEMENT, type AgreementStrings } from './agreement.strings.ts'
import {
  agreementOf,
  consentOf,
  isBilingual,
  isFrenchFirst,
  missing,
  namesOf,
  planOf,
  read,
  statementsOf,
  termsLocale,
} from './agreement.terms.ts'
import { END_STYLES } from './end.styles.ts'
import { languageName, paperButtons, paragraphsOf } from './papers.ts'

const text = (scene: StepScene): AgreementStrings => wordsIn(scene, 'agreement', AGREEMENT)

const words: FieldGroup['words'] = (path, scene) =>
  text(scene).fields[path as keyof AgreementStrings['fields']] ?? NO_WORDS

/** A statement is named by its beginning in an error. */
const NAMED_LENGTH = 80

const beginningOf = (statement: string): string =>
  statement.length > NAMED_LENGTH
    ? `${Array.from(statement)
        .slice(0, NAMED_LENGTH)
        .join('')
        .replace(/\s\S*$/, '')}…`
    : statement

/** The error of a box, such as `consent.accepted[2]`, names its statement in the language of the page. */
function message(path: string, scene: StepScene): string {
  const usual = messageAt({ scene, words }, path)
  const { agreeing } = scene.memory
  const index = path.split(/\W/)[2]
  const statement = usual && index && agreeing && statementsOf(agreeing, scene.lang)[Number(index)]
  return statement ? text(scene).tick(beginningOf(statement.at(-1)!.text)) : usual
}

const fieldOf = (scene: StepScene, path: string) => fieldAt({ scene, words, message }, path)

/** Shows an error for each missing part, or none. */
const judging =
  (scene: StepScene, state: AgreementState): Judge =>
  (values) => ({ values, issues: missing(scene, state), warnings: [] })

/** Handles a checked box or typed text: clears its error once it is valid. */
const changed = (scene: StepScene, state: AgreementState, path: string): void =>
  scene.form.change(path, '', judging(scene, state))

async function submit(scene: StepScene, state: AgreementState): Promise<void> {
  const { form, page } = scene
  const isLoading = page.terms.mode === 'service' && !state.terms
  if (isLoading || !form.check(judging(scene, state))) return
  if (page.terms.mode === 'host') {
    if (state.asking) return
    state.asking = true
    state.token = (await form.termsToken()) ?? undefined
    state.asking = false
    const none: Judge = (values) => ({
      values,
      issues: [{ path: 'termsToken', code: 'terms-token' }],
      warnings: [],
    })
    if (state.token === undefined) return void form.check(none)
  }
  state.sent = true
  await form.submit(consentOf(scene, state), state.token)
}

/** Identifies a document in the list: its languages share one ID. */
const documentKey = ({ id, locale }: TermsDocument): string => `${id} ${locale}`

/** A card of a document: its title, and a button that opens its text, its copies and its proof below. Print shows the text. */
function paper(
  scene: StepScene,
  state: AgreementState,
  document: TermsDocument,
  index: number,
): TemplateResult {
  const { title, version, sha256, locale } = document
  const { edition, read: label, close, proof, language } = text(scene)
  const key = documentKey(document)
  const isOpen = state.open.has(key)
  const toggle = (): void => {
    if (!state.open.delete(key)) state.open.add(key)
    scene.form.redraw()
  }
  return html`<div class="leaf" part="document">
    <div class="cover">
      <div>
        <h4 lang=${locale} id="document-${index}">${title}</h4>
        <p class="hint">
          ${edition(version)}${isBilingual(state.terms!) ? `\u00a0· ${languageName(scene, locale)}` : nothing}
        </p>
      </div>
      <button
        type="button"
        part="button"
        aria-expanded=${isOpen}
        aria-controls="document-${index}-text"
        aria-describedby="document-${index}"
        @click=${toggle}
      >
        ${isOpen ? close : label}
      </button>
    </div>
    <div class="inside ${isOpen ? '' : 'closed'}" id="document-${index}-text">
      <div
        class="paper-text"
        part="document-text"
        role="region"
        tabindex="0"
        lang=${locale}
        dir="auto"
        aria-labelledby="document-${index}"
      >
        ${paragraphsOf(document)}
      </div>
      <div class="row">${paperButtons(scene, title, () => document)}</div>
      <details>
        <summary>${proof}</summary>
        ${facts([
          [language, languageName(scene, locale)],
          ['SHA-256', html`<bdi class="id" dir="ltr">${sha256}</bdi>`],
        ])}
      </details>
    </div>
  </div>`
}

/** The statements, each with its box. Open ones have one error together, which names the statement if it is the only one. */
function statements(scene: StepScene, state: AgreementState): Part {
  const path = 'consent.accepted'
  const field = fieldOf(scene, path)
  const list = statementsOf(state, scene.lang)
  if (!list.length) return nothing
  const [error = field.error, ...others] = list.flatMap(
    (_, index) => message(`${path}[${index}]`, scene) || [],
  )
  return html`<fieldset class="field" part="field" id=${path}>
    <legend>${labelOf(field, scene)}</legend>
    ${list.map(([consent, translation], index) => {
      const isAccepted = state.accepted.has(consent.id)
      const isWrong = !isAccepted && error !== ''
      return html`<label class="choice" part="choice">
        <input
          type="checkbox"
          id="${path}[${index}]"
          aria-describedby=${isWrong ? field.described : nothing}
          aria-invalid=${isWrong || nothing}
          .checked=${isAccepted}
          @change=${({ currentTarget }: Event) => {
            if ((currentTarget as HTMLInputElement).checked) state.accepted.add(consent.id)
            else state.accepted.delete(consent.id)
            changed(scene, state, path)
          }}
        />
        <span>
          <span lang=${consent.locale} dir="auto">${consent.text}</span>
          ${translation ? html`<small lang=${translation.locale} dir="auto">${translation.text}</small>` : nothing}
        </span>
      </label>`
    })}
    ${messageOf({ ...field, error: others.length ? field.words.errors['consent-missing']! : error })}
  </fieldset>`
}

function documents(scene: StepScene, state: AgreementState): TemplateResult {
  const { loading, failed, tryAgain, quebec } = text(scene)
  const field = fieldOf(scene, 'consent.documents')
  const { terms } = state
  return html`<h3 id=${field.path} tabindex="-1" aria-describedby=${field.described}>
      ${labelOf(field, scene)}
    </h3>
    ${field.error ? messageOf(field) : nothing}
    ${
      state.failed
        ? notice('bad', html`${failed} ${plainButton([tryAgain, () => void read(scene, state)])}`)
        : terms
          ? html`${isFrenchFirst(scene) && isBilingual(terms) ? html`<p>${quebec}</p>` : nothing}
              <div class="papers">
                ${terms.documents.map((document, index) => paper(scene, state, document, index))}
              </div>
              ${statements(scene, state)}`
          : html`<p role="status">${loading}</p>`
    }`
}

/** The frame, or the page, in place of the documents. */
function otherTerms(scene: StepScene, state: AgreementState): TemplateResult {
  const { agreed, host } = text(scene)
  const field = fieldOf(scene, 'termsToken')
  const { mode, frameUrl } = scene.page.terms
  const request = {
    application: scene.application.id,
    tier: scene.values.tierName,
    locale: termsLocale(scene),
  }
  const receive = (token: string): void => {
    state.token = token
    state.readIn = request.locale
    scene.form.announce(agreed)
    changed(scene, state, field.path)
  }
  // Script as the address of the frame would run in the page.
  const framed = mode === 'frame' && /^https?:/i.test(frameUrl ?? '')
  return html`<h3 id=${framed ? nothing : field.path} tabindex="-1">${labelOf(field, scene)}</h3>
    ${
      framed
        ? keyed(
            state,
            html`<iframe
              id=${field.path}
              part="frame"
              title=${field.words.label}
              src=${frameUrl}
              sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
              referrerpolicy="origin"
              aria-describedby=${field.described}
              ${termsFrame(request, receive)}
            ></iframe>`,
          )
        : html`<slot name="terms"></slot>
            <p>${host}</p>`
    }
    ${framed && state.token !== undefined ? notice('good', agreed) : nothing} ${messageOf(field)}`
}

function signature(scene: StepScene, state: AgreementState): TemplateResult {
  const path = 'consent.signerName'
  const field = fieldOf(scene, path)
  const names = new Intl.ListFormat(scene.lang, { type: 'disjunction' }).format(namesOf(scene))
  return html`<div class="field" part="field">
    <label for=${path}>${labelOf(field, scene)}</label>
    ${hintOf({ ...field }, text(scene).signers(names))}
    <input
      part="input"
      id=${path}
      autocomplete="name"
      autocapitalize="words"
      spellcheck="false"
      dir="auto"
      aria-describedby="${path}-hint ${field.described}"
      aria-invalid=${field.invalid}
      .value=${state.name}
      @input=${({ currentTarget }: Event) => {
        state.name = (currentTarget as HTMLInputElement).value
        changed(scene, state, path)
      }}
    />
    ${messageOf(field)}
  </div>`
}

export const STEP: StepPart = {
  ...fieldTexts(words),
  message,
  Submission,
  alone: () => true,
  styles: [END_STYLES],
  render(scene) {
    const state = agreementOf(scene)
    const { busy, page, readonly, form } = scene
    const { fees, sending, submit: label, back } = text(scene)
    const plan = planOf(scene)
    const locked = busy || readonly
    const send = (event: Event): void => {
      event.preventDefault()
      if (!locked) void submit(scene, state)
    }
    return html`<form class="content" novalidate @submit=${send}>
      ${
        plan?.fees.length
          ? html`<h3>${fees(plan.label)}</h3>
              ${facts(plan.fees.map((fee) => [fee.label, fee.value]))}`
          : nothing
      }
      ${page.terms.mode === 'service' ? documents(scene, state) : otherTerms(scene, state)}
      ${signature(scene, state)}
      ${mainButton(
        html`${busy ? sending : label}
          <small>${[plan?.label, page.partner].filter(Boolean).join(' · ')}</small>`,
        null,
        locked,
      )}
      ${busy ? nothing : plainButton([back, () => form.back()])}
    </form>`
  },
}
