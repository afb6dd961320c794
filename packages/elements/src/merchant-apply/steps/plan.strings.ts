// The texts of the step "Choose a plan", in English. A page replaces any of them under `strings.plan`.

export type PlanError = 'choose' | 'tier-unavailable'

export interface PlanStrings {
  readonly label: string
  readonly none: string
  readonly empty: string
  /** Error → instruction. */
  readonly errors: Readonly<Record<string, string>>
}

export const PLAN: PlanStrings = {
  label: 'Which plan do you want?',
  none: '–',
  empty: 'No plan is available right now. Ask the company that sent you here.',
  errors: {
    choose: 'Choose a plan',
    'tier-unavailable': 'The plan you chose is no longer offered. Choose another one',
  } satisfies Record<PlanError, string>,
}
