// The state stage of <terminal-pay>: one tinted panel for each state of a press or a sale, with its picture, the amount, the
// title and the time. It is readable from two meters, and as high in each state of a sale; lower while a person has to act: what to do
// follows below.
import { html, nothing, svg, type TemplateResult } from 'lit'
import type { Part } from '../shared/controls.ts'
import { own } from '../shared/own.ts'
import { phrase, phrases, spokenOf } from './choice.phrases.ts'
import { gestures, moving, sign, type Sign } from './drawings.ts'
import { clock } from './format.ts'
import { amountOf } from './phrases.ts'
import { PRESS_MS } from './press.ts'
import type { SaleScene } from './scene.ts'
import type { Phase } from './truth-row.ts'
import type { Situation } from './truth-table.ts'

/** Colour of a stage: in progress, paid, refused, to be looked at, or none of them. */
type Tone = 'live' | 'good' | 'bad' | 'warn' | 'calm'

type Look = readonly [tone: Tone, sign: Sign]

const UNKNOWN: Look = ['warn', 'unknown']
/** The page has no news of the sale. */
const OFFLINE: Look = ['warn', 'offline']
const ALERT: Look = ['warn', 'warn']
const MARKED: Look = ['calm', 'person']
const ENDED: Look = ['calm', 'none']

/** Looks of situations that differ from their phase. A result that a person entered never looks approved. */
const LOOKS = own<Readonly<Partial<Record<Situation, Look>>>>({
  'setup-fault': ALERT,
  'read-fault': OFFLINE,
  'running-fault': UNKNOWN,
  'terminal-away': ['warn', 'unplugged'],
  'terminal-held': ['calm', 'late'],
  'not-sent-yet': OFFLINE,
  'no-answer': UNKNOWN,
  'contacting-stale': OFFLINE,
  'contacting-offline': OFFLINE,
  'contacting-refused': OFFLINE,
  'contacting-stop': ALERT,
  'waiting-stale': OFFLINE,
  'waiting-offline': OFFLINE,
  'waiting-refused': OFFLINE,
  'terminal-lost': ['warn', 'unplugged'],
  stop: ALERT,
  'stop-canceling': ALERT,
  'hidden-stop': ALERT,
  'marked-paid': MARKED,
  'done-marked': MARKED,
  'closed-unpaid': MARKED,
  'paid-twice': ALERT,
  'done-twice': ALERT,
  'not-sent': ENDED,
  'never-started': ENDED,
  expired: ENDED,
  abandoned: ENDED,
  canceled: ENDED,
  'canceled-here': ENDED,
  'timed-out': ['calm', 'late'],
  'processor-timed-out': ['calm', 'late'],
  'unpaid-no-news': ALERT,
  'unpaid-paid-before': ALERT,
})

const LOOK_OF = own<Readonly<Partial<Record<Phase, Look>>>>({
  queued: ['calm', 'late'],
  unwatched: ['calm', 'hidden'],
  doubt: UNKNOWN,
  review: ALERT,
  approved: ['good', 'good'],
  done: ['good', 'good'],
  closed: ENDED,
  unpaid: ['bad', 'bad'],
})

/** Checks whether the scene has a stage: it shows a press or a sale, or the page cannot read the order. */
export const isStaged = ({ row }: Pick<SaleScene, 'row'>): boolean => !/^(loading|choosing)$/.test(row.phase)

/** Checks whether a press or a sale is in progress. */
const isRunning = ({ row }: SaleScene): boolean => /^(contacting|waiting)$/.test(row.phase)

const lookOf = ({ situation, row }: SaleScene): Look | undefined => LOOKS[situation] ?? LOOK_OF[row.phase]

/** The amount of a refund with its word, as in "Refund $42.00"; empty in a sale. */
const refundOf = (scene: SaleScene): string => phrase('refundOf', scene)

/** The announcement of a press or a sale in progress, in a refund with its amount and the word for it; otherwise empty. */
export const spokenProgress = (scene: SaleScene): string =>
  isRunning(scene) ? spokenOf(phrases(['refundOf', ...scene.row.spoken], scene)) : ''

/** Progress of the terminal: 0 contacting, 1 card, 2 authorizing; `undefined` if it is unknown or stopping. */
const STEP = own<Readonly<Partial<Record<Situation, number>>>>({
  pressed: 0,
  posted: 0,
  contacting: 0,
  follow: 0,
  'present-card': 1,
  authorizing: 2,
})

const stepOf = ({ situation, view }: SaleScene): number | undefined =>
  situation === 'still-waiting' ? (view.sale?.phase === 'present_card' ? 1 : 2) : STEP[situation]

/** Most letters, without spaces and marks, of a title that has two lines on the smallest phone. */
const LETTERS_MAX = 24

/** The classes of a stage. */
function classesOf(scene: SaleScene): string {
  const [tone] = lookOf(scene) ?? [scene.situation === 'canceling' ? 'calm' : 'live']
  const { phase, title } = scene.row
  const length = phrase(title, scene).replace(/\P{L}/gu, '').length > LETTERS_MAX ? 'long' : ''
  return `panel ${tone} ${length} ${refundOf(scene) && 'refund'} ${/done|closed/.test(phase) ? 'compact' : /doubt|review/.test(phase) ? 'short' : 'tall'}`
}

/** Checks whether the title contains the amount. */
export const namesAmount = (scene: SaleScene): boolean =>
  phrase(scene.row.title, scene).includes(amountOf(scene))

function picture(scene: SaleScene): Part {
  const look = lookOf(scene)
  const back = refundOf(scene) && 'back'
  if (look) return sign(look[1] === 'good' ? back || 'good' : look[1])
  if (scene.situation === 'canceling') return moving('cancel')
  const step = stepOf(scene)
  if (step === 1) return gestures(scene.text.ways)
  return html`<div class="stage">${moving(step === 2 ? back || 'authorize' : 'contact')}</div>`
}

/** Time for which a terminal asks for the card. No document of the upstream names it: the page shows an estimate. */
const PROMPT_MS = 120_000

/** Time since the press or the start. */
const elapsedMs = ({ view: { press, sale }, nowMs }: SaleScene): number =>
  nowMs - (press ? (press.request.deadlineAtMs ?? nowMs) - PRESS_MS : (sale?.createdAtMs ?? nowMs))

/** Time left to present the card; 0 in other states, and when the estimate has passed. */
const leftMs = (scene: SaleScene): number =>
  scene.situation === 'present-card' ? Math.max(0, PROMPT_MS - elapsedMs(scene)) : 0

const time = (scene: SaleScene): TemplateResult => {
  const left = leftMs(scene)
  const { elapsed, timeLeft } = scene.text
  return html`<p class="quiet">${left ? timeLeft(clock(left)) : elapsed(clock(elapsedMs(scene)))}</p>`
}

/** The time left, drawn in the line of the present step. */
const bar = (left: number): TemplateResult =>
  html`<svg class="bar" viewBox="0 0 120 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    ${svg`<path d="M0 3h120"/><path class="left" d=${`M0 3h${Math.min(120, Math.ceil(left / 1000))}`} />`}
  </svg>`

function steps(scene: SaleScene, step: number): TemplateResult {
  const left = leftMs(scene)
  const { steps, stepDone } = scene.text
  return html`<ol part="steps">
    ${steps.map((name, index) =>
      index < step
        ? html`<li class="past">
            <span aria-hidden="true">${name}</span><span class="unseen">${stepDone(name)}</span>
          </li>`
        : html`<li aria-current=${index === step ? 'step' : 'false'}>
            ${left && index === step ? bar(left) : nothing}${name}
          </li>`,
    )}
  </ol>`
}

/** Below the title of an approval: the card and the approval code, as far as the service reports them. */
function evidence({ row, view: { sale }, text }: SaleScene): Part {
  if (row.phase !== 'approved' || sale?.by !== 'upstream') return nothing
  const { card, approvalCode } = sale
  return html`<p class="evidence">
    ${card ? html`<bdi>${card}</bdi>` : nothing}
    ${approvalCode ? html`<span>${text.approvalCode} <bdi dir="ltr">${approvalCode}</bdi></span>` : nothing}
  </p>`
}

/** Below the title of an end without a payment: its reason. A change of the amount is above the button instead. */
const reason = (scene: SaleScene): readonly TemplateResult[] => {
  const { phase, sentences } = scene.row
  const keys = phase === 'unpaid' ? sentences.filter((key) => key !== 'amountNow') : []
  return phrases(keys, scene).map((words) => html`<p class="reason"><bdi>${words}</bdi></p>`)
}

/** Below the title of a press or a sale in progress: the time, and the steps unless they are unknown. */
function progress(scene: SaleScene): Part {
  if (!isRunning(scene)) return nothing
  const step = stepOf(scene)
  return html`${time(scene)}${step === undefined ? nothing : steps(scene, step)}`
}

/** The stage of a chosen terminal that cannot take the sale now: it follows the place of Charge, and its title is not the page's. */
export function renderAside(scene: SaleScene, title: string, more: unknown): TemplateResult {
  const [tone, kind] = lookOf(scene)!
  return html`<div class="panel ${tone} short" part="notice">
    <div class="lead">${sign(kind)}</div>
    <div>
      <h3>${title}</h3>
      ${more}
    </div>
  </div>`
}

/** The title on its stage: below the picture and, if it does not contain it, the amount. */
export function renderStage(scene: SaleScene, title: TemplateResult): TemplateResult {
  const staged = isStaged(scene)
  return html`<div class=${staged ? classesOf(scene) : nothing}>
    ${
      staged
        ? html`<div class="lead">
            ${picture(scene)}
            ${
              namesAmount(scene)
                ? nothing
                : html`<p class="amount" part="amount"><bdi>${refundOf(scene) || amountOf(scene)}</bdi></p>`
            }
          </div>`
        : nothing
    }
    ${title} ${staged ? html`${reason(scene)}${evidence(scene)}${progress(scene)}` : nothing}
  </div>`
}
