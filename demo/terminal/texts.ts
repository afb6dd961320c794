// Texts of the device: on its screen and for screen readers. Pure.
import { moneyText } from '@tapboard/contract'
import type { Prompt, Refusal, Screen, Terminal } from './machine.ts'

/** A headline and a sentence. */
export interface Words {
  readonly title: string
  readonly text: string
}

/** Texts for a rejected terminal, with the remedy. */
export function refusalWords(refusal: Refusal): Words {
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
export const endingWords = (screen: Extract<Screen, { kind: 'ended' | 'result' }>): Words =>
  screen.kind === 'ended' ? endings[screen.reason] : { title: results[screen.status], text: screen.message }

/** Said while the terminal starts. */
export const SHORTENED = 'Shortened here: a real terminal takes about a minute.'

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
