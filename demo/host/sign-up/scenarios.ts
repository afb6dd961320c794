// Scenarios of the partner's page. Pure: allowed plans, key of the BFF, initial values. The suffix of a legal
// name selects the service's sandbox script.
import { FORMER_PLAN, PLANS } from './plans.ts'

/** A scenario of the page. */
export interface SignUpScene {
  readonly label: string
  /** Names of the allowed plans; default: all. */
  readonly tiers?: readonly string[]
  /** Uses the key without boarding permission. */
  readonly locked?: true
  /** Prefills the data of the partner's customer. */
  readonly prefill?: 'known' | 'all'
  /** Starts with a draft of another day. */
  readonly begun?: true
  /** Suffix of the legal name. */
  readonly ending?: string
  /** The secrets are typed in isolated fields. */
  readonly isolate?: true
  /** Uses a business in Quebec, whose documents are in French first. */
  readonly quebec?: true
}

/** Suffix of a legal name for which the demo's proxy loses the answer to the submission. */
export const LOST_ENDING = '(answer lost)'

export const SIGN_UPS = {
  plans: { label: 'Three plans' },
  one_plan: { label: 'One plan', tiers: [PLANS[1].name] },
  no_plan: { label: 'No plan', tiers: [FORMER_PLAN] },
  locked: { label: 'Key may not board', locked: true },
  known: { label: 'Prefilled', prefill: 'known' },
  begun: { label: 'Resumed', begun: true },
  isolated: { label: 'Isolated fields', isolate: true },
  quebec: { label: 'In Quebec', prefill: 'all', quebec: true },
  refused: { label: 'Three fields refused', prefill: 'all', ending: '(refused)' },
  lost: { label: 'Answer lost', prefill: 'all', ending: LOST_ENDING },
  more: { label: 'More information', prefill: 'all', ending: '(more information)' },
  declined: { label: 'Declined', prefill: 'all', ending: '(declined)' },
} as const satisfies Record<string, SignUpScene>

export type SignUpScenario = keyof typeof SIGN_UPS

/** Whether a text names a scenario. */
export const isSignUpScenario = (value: unknown): value is SignUpScenario =>
  typeof value === 'string' && Object.hasOwn(SIGN_UPS, value)

/** Returns a scenario with its defaults. */
export const sceneOf = (scenario: SignUpScenario): SignUpScene => SIGN_UPS[scenario]
