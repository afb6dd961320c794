// Step "Confirmation": the state of the application, the next events, a reference to quote, and a copy of the agreement. It shows
// the server's state. If no answer came it says so, and offers to send again only an application that was certainly not received.
import { isDecided, isEditable, type ApplicationStatus, type TermsDocument } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { facts } from '../fields/facts.ts'
import { button, mainButton, type Part } from '../../shared/controls.ts'
import { stateSign, type SignKind } from '../../shared/signs.ts'
import { SIGN_STYLES } from '../../shared/signs.styles.ts'
import { plainButton } from '../fields/form.ts'
import { wordsIn } from '../fields/wording.ts'
import type { StepPart, StepScene } from '../step.ts'
import { AGREEMENT } from './agreement.strings.ts'
import { DONE, type DoneStrings } from './done.strings.ts'
import { DONE_STYLES } from './done.styles.ts'
import { END_STYLES } from './end.styles.ts'
import { paperButtons } from './papers.ts'
import { referenceOf } from './reference.ts'

const text = (scene: StepScene): DoneStrings => wordsIn(scene, 'done', DONE)

/** Title and sentences. */
function textOf(scene: StepScene): readonly string[] {
  const { application, delivery, busy, page } = scene
  const { states, lost, notReceived } = text(scene)
  const { state } = application
  if (state === 'action_required') {
    const [title, ...sentences] = states(page.partner)[state]
    return [title, ...(page.contact ? text(scene).answer(page.partner) : sentences), text(scene).noReason]
  }
  if (state !== 'draft' && state !== 'refused') return states(page.partner)[state]
  if (busy) return states(page.partner).submitting
  return delivery === 'unreceived' ? notReceived : lost
}

const SIGNS: Readonly<Record<keyof ReturnType<DoneStrings['states']>, SignKind>> = {
  submitting: 'wait',
  in_doubt: 'doubt',
  submitted: 'good',
  in_review: 'wait',
  action_required: 'warn',
  approved: 'good',
  declined: 'bad',
  withdrawn: 'none',
}

function signOf({ application: { state }, busy, delivery }: StepScene): SignKind {
  if (state !== 'draft' && state !== 'refused') return SIGNS[state]
  return busy ? 'wait' : delivery === 'unreceived' ? 'warn' : 'doubt'
}

const time = ({ lang }: StepScene, ms: number | null): string =>
  ms === null ? '' : new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' }).format(ms)

/** An ID that people read out and type elsewhere: always left-to-right. */
const id = (value: string | null): Part =>
  value === null ? nothing : html`<bdi class="id" dir="ltr">${value}</bdi>`

/** Submission, review and decision, while the review lasts. */
function stages(scene: StepScene): Part {
  const { state } = scene.application
  const at = ['submitted', 'in_review', 'action_required'].indexOf(state)
  if (at < 0) return nothing
  const { submitted, review, decision } = text(scene)
  return html`<ol class="stages" role="list">
    <li>${submitted}</li>
    <li class=${at ? '' : 'next'} aria-current=${at ? 'step' : nothing}>${review}</li>
    <li class="next">${decision}</li>
  </ol>`
}

/** The short reference, and a button that copies the whole ID. */
function reference(scene: StepScene): TemplateResult {
  const { application, memory, form } = scene
  const { quote, copy, copied } = text(scene)
  const whole = application.appId ?? application.id
  const isCopied = memory.copied === whole
  const put = async (): Promise<void> => {
    memory.copied = await navigator.clipboard.writeText(whole).then(
      () => whole,
      () => '',
    )
    if (memory.copied) form.announce(copied)
    form.redraw()
  }
  return html`<div class="quote">
    <p><small>${quote}</small> <bdi class="short" dir="ltr">${referenceOf(whole)}</bdi></p>
    ${button(isCopied ? copied : copy, put, false, '', `${isCopied ? copied : copy}: ${quote}`)}
  </div>`
}

/** The states whose next step may be a question to the partner. */
const ASKING: readonly ApplicationStatus[] = ['action_required', 'in_doubt', 'declined', 'withdrawn']

/** A part of an address. Half of a surrogate pair has no encoding. */
const encoded = (part: string): string => encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

/** The addresses of the partner, as links that begin a message with the reference or a call. */
function contact(scene: StepScene): Part {
  const { application, page } = scene
  const { email, phone, url } = page.contact ?? {}
  if (!page.contact) return nothing
  const words = text(scene)
  const link = (href: string, shown: string): TemplateResult =>
    html`<a part="link" href=${href} target="_blank" rel="noopener"><bdi dir="ltr">${shown}</bdi></a>`
  const subject = encoded(words.subject(referenceOf(application.appId ?? application.id)))
  // Script as the address of a page would run in this one.
  const isPage = url !== undefined && /^https?:/i.test(url)
  return html`<div class="reach">
    <h3>${words.contact(page.partner)}</h3>
    ${facts([
      [
        words.email,
        email ? link(`mailto:${encoded(email).replace('%40', '@')}?subject=${subject}`, email) : '',
      ],
      [words.phone, phone ? link(`tel:${phone.replaceAll(/[^+\d]/g, '')}`, phone) : ''],
      [words.website, isPage ? link(url, url.replace(/^https?:\/\//i, '')) : ''],
    ])}
  </div>`
}

type SignedPaper = NonNullable<StepScene['application']['agreed']>['documents'][number]

/** Reads a document that was signed: the texts of the plan may have changed since, so its hash decides. */
async function find(
  { application, memory, form, lang, wording, page }: StepScene,
  { sha256 }: SignedPaper,
): Promise<TermsDocument | null> {
  memory.noPaper = null
  let failed = false
  for (const locale of new Set([lang, 'en', 'fr-CA'])) {
    if (memory.papers.has(sha256)) break
    const answer = await form.terms(locale, application.tierName ?? '')
    failed = !answer.ok
    if (answer.ok) for (const paper of answer.value.documents) memory.papers.set(paper.sha256, paper)
  }
  const found = memory.papers.get(sha256) ?? null
  if (!found) {
    const why = failed
      ? wordsIn({ wording }, 'agreement', AGREEMENT).failed
      : wordsIn({ wording }, 'done', DONE).gone(page.partner)
    memory.noPaper = [sha256, why]
  }
  form.redraw()
  return found
}

function signedPaper(scene: StepScene, paper: SignedPaper): TemplateResult {
  const { title, version, sha256 } = paper
  const [missing, why] = scene.memory.noPaper ?? []
  return html`<div class="signed">
    <p>
      <b><bdi>${title}</bdi></b> <small>${text(scene).version(version)}</small>
    </p>
    <div class="row">${paperButtons(scene, title, () => find(scene, paper))}</div>
    ${missing === sha256 ? html`<p class="message bad" role="alert">${why}</p>` : nothing}
  </div>`
}

function agreed(scene: StepScene): Part {
  const { agreed: signed } = scene.application
  const words = text(scene)
  if (!signed) return nothing
  return html`<details>
    <summary>${words.agreed}</summary>
    ${facts([
      [words.signedBy, signed.signerName],
      [words.signedAt, time(scene, signed.atMs)],
    ])}
    ${signed.documents.map((paper) => signedPaper(scene, paper))}
  </details>`
}

/** All IDs and hashes, for support and for a proof. */
function record(scene: StepScene): TemplateResult {
  const words = text(scene)
  const { appId, reference: refnum, id: ours, checkedAtMs, agreed: signed } = scene.application
  return html`<details>
    <summary>${words.record}</summary>
    ${facts([
      [words.appId, appId && id(appId)],
      [words.reference, refnum && id(refnum)],
      [words.ourId, appId ? null : id(ours)],
      [words.checked, time(scene, checkedAtMs)],
      ...(signed?.documents ?? []).map(
        ({ title, sha256 }) => [title, html`<small>SHA-256</small> ${id(sha256)}`] as const,
      ),
    ])}
  </details>`
}

function repeatButtons({ form, busy }: StepScene, { sendAgain, toForm }: DoneStrings): TemplateResult {
  return html`<div class="way">
    ${plainButton([toForm, () => form.go('review')])} ${mainButton(sendAgain, () => form.repeat(), busy)}
  </div>`
}

export const STEP: StepPart = {
  alone: () => true,
  title: (scene) => textOf(scene)[0]!,
  sign: (scene) => stateSign(signOf(scene)),
  styles: [END_STYLES, SIGN_STYLES, DONE_STYLES],
  render(scene) {
    const { application, page, values, form, delivery } = scene
    const words = text(scene)
    const { state, submittedAtMs } = application
    const tierName = application.tierName ?? values.tierName
    const repeatable = delivery === 'unreceived' && isEditable(state)
    // A person who has to act needs the address first, then the reference to give there.
    const parts = ASKING.includes(state)
      ? [contact(scene), reference(scene), stages(scene)]
      : [stages(scene), reference(scene)]
    return html`<div class="lead">
        ${textOf(scene)
          .slice(1)
          .map((sentence) => html`<p>${sentence}</p>`)}
      </div>
      ${repeatable ? repeatButtons(scene, words) : nothing} ${parts}
      <div class="sides">
        ${facts([
          [words.plan, page.tiers.find(({ name }) => name === tierName)?.label ?? tierName],
          [words.submitted, time(scene, submittedAtMs)],
        ])}
        <div>${agreed(scene)} ${record(scene)}</div>
      </div>
      <div class="row">
        ${isEditable(state) || isDecided(state) ? nothing : plainButton([words.check, () => form.refreshStatus()])}
        ${plainButton([words.print, () => form.print()])}
      </div>`
  },
}
