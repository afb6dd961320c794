// What the partner's page can be opened as. Pure: which plans the token allows, whose key the BFF uses, and what stands in
// the form at first. How a legal name ends tells the service's sandbox what shall become of the application.
import { FORMER_PLAN, PLANS } from './plans.ts'

/** A way to open the page. */
export interface SignUpScene {
  readonly label: string
  /** Names of the plans that the token allows; all of them when left out. */
  readonly tiers?: readonly string[]
  /** The partner whose key may not board. */
  readonly locked?: true
  /** Filled in by the partner, from what it knows of its customer. */
  readonly prefill?: 'known' | 'all'
  /** A draft is there, begun on another day. */
  readonly begun?: true
  /** End of the legal name. */
  readonly ending?: string
  /** A business in Quebec: its documents are shown in French first. */
  readonly quebec?: true
}

/** Where a legal name ends so, the demo's line to the service loses the answer to its submission. */
export const LOST_ENDING = '(answer lost)'

/** All of them by name. */
export const SIGN_UPS = {
  plans: { label: 'Three plans' },
  one_plan: { label: 'One plan', tiers: [PLANS[1].name] },
  no_plan: { label: 'No plan', tiers: [FORMER_PLAN] },
  locked: { label: 'Key may not board', locked: true },
  known: { label: 'Prefilled', prefill: 'known' },
  begun: { label: 'Resumed', begun: true },
  quebec: { label: 'In Quebec', prefill: 'all', quebec: true },
  refused: { label: 'Three fields refused', prefill: 'all', ending: '(refused)' },
  lost: { label: 'Answer lost', prefill: 'all', ending: LOST_ENDING },
  more: { label: 'More information', prefill: 'all', ending: '(more information)' },
  declined: { label: 'Declined', prefill: 'all', ending: '(declined)' },
} as const satisfies Record<string, SignUpScene>

/** Name of one. */
export type SignUpScenario = keyof typeof SIGN_UPS

/** Is this the name of one? */
export const isSignUpScenario = (value: unknown): value is SignUpScenario =>
  typeof value === 'string' && Object.hasOwn(SIGN_UPS, value)

/** What it is, with everything that it may leave out. */
export const sceneOf = (scenario: SignUpScenario): SignUpScene => SIGN_UPS[scenario]
