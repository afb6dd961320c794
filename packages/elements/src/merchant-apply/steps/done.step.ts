// Step "Confirmation": the state of the application, the next events, and a copy of the agreement. It shows the server's state.
// If no answer came it says so, and offers to send again only an application that was certainly not received.
import { isDecided, isEditable } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { facts } from '../fields/facts.ts'
import { mainButton, notice, type Part } from '../../shared/controls.ts'
import { plainButton } from '../fields/form.ts'
import { wordsIn } from '../fields/words.ts'
import type { StepPart, StepScene } from '../step.ts'
import { DONE, type DoneStrings } from './done.strings.ts'
import { END_STYLES } from './end.styles.ts'

const text = (scene: StepScene): DoneStrings => wordsIn(scene, 'done', DONE)

/** Title and sentences. */
function textOf(scene: StepScene): readonly string[] {
  const { application, delivery, busy, page } = scene
  const { states, lost, notReceived } = text(scene)
  const { state } = application
  if (state !== 'draft' && state !== 'refused') return states(page.partner)[state]
  if (busy) return states(page.partner).submitting
  return delivery === 'unreceived' ? notReceived : lost
}

const KIND = { approved: 'good', submitted: 'good', in_review: 'good', submitting: 'good' } as const

const time = ({ lang }: StepScene, ms: number | null): string =>
  ms === null ? '' : new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' }).format(ms)

/** An ID that people read out and type elsewhere: always left-to-right. */
const id = (value: string | null): Part =>
  value === null ? nothing : html`<bdi class="id" dir="ltr">${value}</bdi>`

function agreed(scene: StepScene): Part {
  const { agreed: copy } = scene.application
  const words = text(scene)
  if (!copy) return nothing
  return html`<h3>${words.agreed}</h3>
    ${facts([
      [words.signedBy, copy.signerName],
      [words.signedAt, time(scene, copy.atMs)],
      ...copy.documents.map(
        ({ title, version, sha256 }) =>
          [
            title,
            html`${words.version(version)}<br /><small class="hash">SHA-256 ${sha256}</small>`,
          ] as const,
      ),
    ])}`
}

function repeatButtons({ form, busy }: StepScene, { sendAgain, toForm }: DoneStrings): TemplateResult {
  return html`<div class="row">
    ${mainButton(sendAgain, () => form.repeat(), busy)} ${plainButton([toForm, () => form.go('review')])}
  </div>`
}

export const STEP: StepPart = {
  alone: () => true,
  title: (scene) => textOf(scene)[0]!,
  styles: END_STYLES,
  render(scene) {
    const { application, page, values, form, delivery, busy } = scene
    const words = text(scene)
    const { state, appId, reference, submittedAtMs, checkedAtMs } = application
    const tierName = application.tierName ?? values.tierName
    const kind = KIND[state as keyof typeof KIND] ?? (isEditable(state) && busy ? 'good' : 'warn')
    const repeatable = delivery === 'unreceived' && isEditable(state)
    return html`${notice(
        kind,
        textOf(scene)
          .slice(1)
          .map((sentence) => html`<p>${sentence}</p>`),
      )}
      ${repeatable ? repeatButtons(scene, words) : nothing}
      ${facts([
        [words.appId, appId && id(appId)],
        [words.reference, reference && id(reference)],
        [words.ourId, appId ? null : id(application.id)],
        [words.plan, page.tiers.find(({ name }) => name === tierName)?.label ?? tierName],
        [words.submitted, time(scene, submittedAtMs)],
        [words.checked, time(scene, checkedAtMs)],
      ])}
      ${agreed(scene)}
      <div class="row">
        ${isEditable(state) || isDecided(state) ? nothing : plainButton([words.check, () => form.refreshStatus()])}
        ${plainButton([words.print, () => form.print()])}
      </div>`
  },
}
