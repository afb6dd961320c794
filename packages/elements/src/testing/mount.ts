// Mounts a <terminal-pay> with a scripted BFF in a test page, and checks afterwards that all requests were expected.
import { place, takeAway } from './page.ts'
import type { Checkout, Sale } from '@tapboard/contract'
import '../terminal-pay/terminal-pay.define.ts'
import { TerminalPayDriver } from '../terminal-pay/terminal-pay.driver.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { TerminalPayEvent, TerminalPayEventName } from '../terminal-pay/terminal-pay.events.ts'
import { SALE, ScriptedBff } from './scripted-bff.ts'
import { SPOKEN } from './spoken.ts'

const NAMES: readonly TerminalPayEventName[] = [
  'terminal-pay-ready',
  'terminal-pay-device-change',
  'terminal-pay-start',
  'terminal-pay-progress',
  'terminal-pay-settled',
  'terminal-pay-done',
  'terminal-pay-close',
  'terminal-pay-error',
]

export interface Setting {
  readonly bff?: ScriptedBff
  /** The order's open or last sale, as a change of {@link SALE}. */
  readonly sale?: Partial<Sale>
  readonly checkout?: Partial<Checkout>
  readonly attributes?: Readonly<Record<string, string>>
  readonly properties?: Partial<TerminalPay>
}

/** An element in a page, driven. */
export interface Stage {
  readonly bff: ScriptedBff
  readonly element: TerminalPay
  readonly pay: TerminalPayDriver
  /** Every event of the element, in order. */
  readonly events: TerminalPayEvent[]
}

const stages = new Set<Stage>()

/** Mounts an element; it has not read any data yet. */
export function mount({
  bff = new ScriptedBff(),
  sale,
  checkout,
  attributes = {},
  properties,
}: Setting = {}): Stage {
  if (sale) bff.sale = { ...SALE, ...sale }
  if (checkout) bff.checkout = checkout
  const element = document.createElement('terminal-pay')
  const events: TerminalPayEvent[] = []
  for (const name of NAMES) element.addEventListener(name, (event) => events.push(event))
  place(element, bff, SPOKEN.pay, properties, attributes)
  const stage = { bff, element, pay: new TerminalPayDriver(element), events }
  stages.add(stage)
  return stage
}

/** Removes the mounted elements; an unexpected request fails the test. */
export function unmountAll(): void {
  try {
    takeAway(stages)
  } finally {
    localStorage.clear()
    sessionStorage.clear()
  }
}

/** Names of a stage's events. */
export const named = ({ events }: Stage): string[] => events.map(({ type }) => type)
