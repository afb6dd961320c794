// The device's screen for each state of the terminal, and its texts, also those for screen readers.
import { moneyText } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import * as draw from './drawings.ts'
import type { Prompt, Refusal, Screen, Terminal } from './machine.ts'

/** A headline and a sentence. */
interface Words {
  readonly title: string
  readonly text: string
}

/** Texts for a rejected terminal, with the remedy. */
function refusalWords(refusal: Refusal): Words {
  switch (refusal.code) {
    case 'replaced':
      return {
        title: 'In use elsewhere',
        text: 'This terminal is open in another window. Only one at a time can take payments.',
      }
    case 'wrong_code':
    case 'too_many_tries':
      return { title: 'Pairing did not work', text: refusal.message }
    case 'wrong_key':
      return { title: 'Pair this terminal again', text: 'The service no longer knows this pairing.' }
    case 'removed':
      return { title: 'Removed', text: 'This terminal was removed from the account.' }
    case 'bad_message':
      return {
        title: 'Something went wrong',
        text: 'The service did not understand this terminal. Try again.',
      }
  }
}

const endings: Readonly<Record<Extract<Screen, { kind: 'ended' }>['reason'], Words>> = {
  timeout: { title: 'Timed out', text: 'No card was presented in time.' },
  api_cancelled: { title: 'Canceled', text: 'The payment was canceled at the till.' },
  user_cancelled: { title: 'Canceled', text: 'The payment was canceled here.' },
  error: { title: 'Something went wrong', text: 'The payment could not be completed.' },
}

const results: Readonly<Record<Extract<Screen, { kind: 'result' }>['status'], string>> = {
  approved: 'Approved',
  declined: 'Declined',
  error: 'Could not be processed',
  timeout: 'No answer in time',
}

/** The amount of a prompt: `$42.00`, or `Refund $42.00`. */
export function amountWords({ amount, currency, isRefund }: Prompt, language: string): string {
  const shown = moneyText(Number(amount), currency, language)
  return isRefund ? `Refund ${shown}` : shown
}

/** Texts of a final screen. */
const endingWords = (screen: Extract<Screen, { kind: 'ended' | 'result' }>): Words =>
  screen.kind === 'ended' ? endings[screen.reason] : { title: results[screen.status], text: screen.message }

/** Said while the terminal starts. */
const SHORTENED = 'Shortened here: a real terminal takes about a minute.'

interface ScreenActions {
  readonly language: string
  /** Milliseconds until the prompt ends. */
  readonly remainingMs: number
  takeBack(): void
  pair(code: string): void
}

const amountOf = (prompt: Prompt | null, language: string): TemplateResult | typeof nothing =>
  prompt === null ? nothing : html`<p class="amount small">${amountWords(prompt, language)}</p>`

const notice = (mark: unknown, title: string, text: string, extra: unknown = nothing): TemplateResult =>
  html` <div class="view notice">
    <span class="mark">${mark}</span>
    <h2>${title}</h2>
    <p>${text}</p>
    ${extra}
  </div>`

function pairingForm(terminal: Terminal, actions: ScreenActions): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    const code = new FormData(event.currentTarget).get('code')
    if (typeof code === 'string' && code.trim() !== '') actions.pair(code.trim())
  }
  const problem = terminal.refusal
  return html`<form class="view pairing" @submit=${submit}>
    <h2>Pair this terminal</h2>
    <p>Serial number <strong>${terminal.serial}</strong></p>
    ${problem === null ? nothing : html`<p class="problem" role="alert">${refusalWords(problem).text}</p>`}
    <label for="code">One-time pairing code</label>
    <input
      id="code"
      name="code"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      maxlength="16"
      required
    />
    <button class="screen-button">Pair</button>
  </form>`
}

function prompt(
  terminal: Terminal,
  shown: Prompt,
  message: string | null,
  actions: ScreenActions,
): TemplateResult {
  const seconds = Math.max(0, Math.ceil(actions.remainingMs / 1000))
  const share = Math.max(0, Math.min(1, actions.remainingMs / Math.max(shown.remainingMs, 1)))
  return html`<div class="view prompt">
    <p class="merchant">${terminal.identity?.merchant ?? ''}</p>
    <p class="amount ${shown.isRefund ? 'small' : ''}">${amountWords(shown, actions.language)}</p>
    <span class="target">${draw.contactless(72)}</span>
    <p class="ask">Tap, insert or swipe</p>
    ${
      shown.saleCardLastFour === null
        ? nothing
        : html`<p class="sub">Paid with the card ending ${shown.saleCardLastFour}</p>`
    }
    ${message === null ? nothing : html`<p class="problem">${message}</p>`}
    <p class="left" aria-hidden="true">
      <svg viewBox="0 0 100 2" preserveAspectRatio="none">
        <rect class="rail" width="100" height="2" />
        <rect class="bar" width=${100 * share} height="2" />
      </svg>
      ${seconds} s
    </p>
  </div>`
}

function link(terminal: Terminal, actions: ScreenActions): TemplateResult | null {
  const { refusal } = terminal
  const typed = !terminal.selfPairing && refusal?.code !== 'replaced' && refusal?.code !== 'bad_message'
  if (typed && (terminal.link === 'pairing' || terminal.link === 'refused'))
    return pairingForm(terminal, actions)
  if (terminal.link === 'refused' && refusal !== null) {
    const { title, text } = refusalWords(refusal)
    const label = refusal.code === 'replaced' ? 'Use here' : 'Try again'
    return notice(
      draw.attention(34),
      title,
      text,
      html`<button class="screen-button" @click=${() => actions.takeBack()}>${label}</button>`,
    )
  }
  if (!terminal.plugged)
    return notice(draw.plug(32), 'No network', 'Plug the network cable in, or check the Wi-Fi.')
  return null
}

export function screenOf(terminal: Terminal, actions: ScreenActions): TemplateResult {
  if (terminal.power === 'booting')
    return html`<div class="view boot">
      <p class="maker">countertop</p>
      ${draw.spinner(36)}
      <p>Starting…</p>
      <p class="sub">${SHORTENED}</p>
    </div>`
  const instead = link(terminal, actions)
  if (instead !== null) return instead
  const { screen } = terminal
  switch (screen.kind) {
    case 'idle':
      return terminal.link === 'online'
        ? html`<div class="view idle">
            <p class="merchant">${terminal.identity?.merchant ?? ''}</p>
            <span class="target">${draw.contactless(64)}</span>
            <p class="ask">Welcome</p>
            <p class="sub">Ready for the next payment</p>
          </div>`
        : html`<div class="view boot">
            ${draw.spinner(36)}
            <p>Connecting…</p>
          </div>`
    case 'prompt':
      return prompt(terminal, screen.prompt, screen.notice, actions)
    case 'reading':
    case 'cancelling':
    case 'authorizing':
      return html`<div class="view busy">
        ${amountOf(screen.prompt, actions.language)}${draw.spinner(56)}
        <p class="ask">
          ${screen.kind === 'reading' ? 'Reading card…' : screen.kind === 'cancelling' ? 'Canceling…' : 'Authorizing…'}
        </p>
        <p class="sub">
          ${terminal.link === 'online' ? 'Please wait' : 'No network: continues when it is back'}
        </p>
      </div>`
    case 'result':
    case 'ended': {
      const { title, text } = endingWords(screen)
      const approved = screen.kind === 'result' && screen.status === 'approved'
      return html`<div class="view end ${approved ? 'good' : 'bad'}">
        ${screen.kind === 'result' ? amountOf(screen.prompt, actions.language) : nothing}
        <span class="mark">${approved ? draw.check(48) : draw.cross(44)}</span>
        <h2>${title}</h2>
        <p class="sub">${approved ? 'Thank you' : text}</p>
        ${
          screen.kind === 'result' && screen.approvalCode !== null
            ? html`<p class="code">Approval ${screen.approvalCode}</p>`
            : nothing
        }
      </div>`
    }
  }
}

/** Live-region text for the current screen. */
export function describe(terminal: Terminal, language: string): string {
  const { screen, link } = terminal
  if (terminal.power === 'booting') return `Terminal is starting. ${SHORTENED}`
  if (link === 'refused' && terminal.refusal !== null) {
    const { title, text } = refusalWords(terminal.refusal)
    return `${title}. ${text}`
  }
  if (!terminal.plugged) return 'Terminal has no network.'
  if (link === 'pairing') return 'Terminal waits to be paired.'
  switch (screen.kind) {
    case 'idle':
      return link === 'online' ? 'Terminal is ready.' : 'Terminal is connecting.'
    case 'prompt':
      return `${screen.notice === null ? '' : `${screen.notice} `}${amountWords(screen.prompt, language)}: tap, insert or swipe a card.`
    case 'reading':
      return 'Reading the card.'
    case 'cancelling':
      return 'Canceling.'
    case 'authorizing':
      return 'Authorizing.'
    case 'result':
    case 'ended': {
      const { title, text } = endingWords(screen)
      return `${title}. ${text}`
    }
  }
}
