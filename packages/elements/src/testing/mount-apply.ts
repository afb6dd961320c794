// Mounts a <merchant-apply> with a scripted BFF in a test page, and checks afterwards that all requests were expected.
import { place, takeAway } from './page.ts'
import '../merchant-apply/merchant-apply.define.ts'
import { MerchantApplyDriver } from '../merchant-apply/merchant-apply.driver.ts'
import type { MerchantApply } from '../merchant-apply/merchant-apply.element.ts'
import type { MerchantApplyEvent, MerchantApplyEventName } from '../merchant-apply/merchant-apply.events.ts'
import { SPOKEN } from './spoken.ts'
import { ScriptedBoarding } from './scripted-boarding.ts'

const NAMES: readonly MerchantApplyEventName[] = [
  'merchant-apply-ready',
  'merchant-apply-step',
  'merchant-apply-draft-saved',
  'merchant-apply-submit',
  'merchant-apply-submitted',
  'merchant-apply-error',
]

export interface ApplySetting {
  readonly bff?: ScriptedBoarding
  readonly attributes?: Readonly<Record<string, string>>
  readonly properties?: Partial<MerchantApply>
}

/** An element in a page, driven. */
export interface ApplyStage {
  readonly bff: ScriptedBoarding
  readonly element: MerchantApply
  readonly form: MerchantApplyDriver
  /** Every event of the element, in order. */
  readonly events: MerchantApplyEvent[]
}

const stages = new Set<ApplyStage>()

/** Mounts an element; it has not read any data yet. */
export function mountApply({
  bff = new ScriptedBoarding(),
  attributes = {},
  properties,
}: ApplySetting = {}): ApplyStage {
  const element = document.createElement('merchant-apply')
  const events: MerchantApplyEvent[] = []
  for (const name of NAMES) element.addEventListener(name, (event) => events.push(event))
  place(element, bff, SPOKEN.apply, properties, attributes)
  const stage = { bff, element, form: new MerchantApplyDriver(element), events }
  stages.add(stage)
  return stage
}

/** Removes the mounted elements; an unexpected request fails the test. */
export function unmountAllApply(): void {
  takeAway(stages)
}
