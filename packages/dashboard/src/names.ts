// Words for states, steps and statuses.
import type { Role, TransactionState } from '@tapboard/contract/dashboard'

/** The meaning of a badge, which the style sheet gives a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'live'

export const STATE_NAMES: Readonly<Record<TransactionState, { readonly name: string; readonly tone: Tone }>> =
  {
    running: { name: 'In progress', tone: 'live' },
    approved: { name: 'Approved', tone: 'good' },
    declined: { name: 'Declined', tone: 'bad' },
    cancelled: { name: 'Canceled', tone: 'calm' },
    timeout: { name: 'Timed out', tone: 'warn' },
    error: { name: 'Error', tone: 'bad' },
  }

export const ROLE_NAMES: Readonly<Record<Role, { readonly name: string; readonly article: string }>> = {
  owner: { name: 'Owner', article: 'an owner' },
  viewer: { name: 'Viewer', article: 'a viewer' },
}

const COMMANDS: Readonly<Record<string, string>> = {
  'cc:sale': 'Sale',
  'cc:credit': 'Refund',
}

export const commandName = (command: string): string => COMMANDS[command] ?? command

const STEPS: Readonly<Record<string, string>> = {
  started: 'Payment started',
  prompt_shown: 'Terminal asks for the card',
  card_presented: 'Card presented',
  authorized: 'Processor answered',
  ended: 'Ended',
  reversed: 'Processor confirmed the reversal',
}

/** Words for a step; the end names how the session ended. */
export const stepName = (event: string, state: TransactionState): string =>
  event === 'ended' ? STATE_NAMES[state].name : (STEPS[event] ?? event)

const STATUSES: Readonly<Record<string, string>> = {
  INITIATING: 'Starting',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  TIMEOUT: 'Timed out',
  ERROR: 'Error',
  USER_CANCELLED: 'Canceled at the terminal',
  API_CANCELLED: 'Canceled by your software',
}

/** Words for the status of a session. */
export const statusName = (status: string): string => STATUSES[status] ?? status

const ENTRIES: Readonly<Record<string, string>> = { tap: 'tapped', dip: 'inserted', swipe: 'swiped' }

export const entryName = (entry: string): string => ENTRIES[entry] ?? entry

export const APPLICATION_NAMES: Readonly<Record<string, { readonly name: string; readonly tone: Tone }>> = {
  received: { name: 'Received', tone: 'calm' },
  in_review: { name: 'In review', tone: 'live' },
  action_required: { name: 'Action required', tone: 'warn' },
  approved: { name: 'Approved', tone: 'good' },
  declined: { name: 'Declined', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'calm' },
}

const OWNERSHIP: Readonly<Record<string, string>> = {
  soleProprietorship: 'Sole proprietorship',
  llc: 'Limited liability company',
}

/** A word of a program as words: `publicCorporation` → `Public corporation`. */
export function wordsOf(name: string): string {
  const known = OWNERSHIP[name]
  if (known !== undefined) return known
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
