// The repair shop's orders: what was done, for how much, in minor units. Pure; the amount of a token comes from here and
// never from the page. The cents of an amount choose what the service's test processor answers.
import { formatDecimal } from '@tapboard/contract'

/** One line of an order. */
export interface OrderLine {
  readonly text: string
  readonly note: string
  /** Price of the line, US cents. */
  readonly priceMinor: number
}

/** A repair that is ready to be paid. */
export interface Order {
  readonly id: string
  readonly customer: string
  readonly bicycle: string
  readonly lines: readonly OrderLine[]
  readonly createdAtMs: number
}

const work: readonly OrderLine[] = [
  { text: 'Brake service', note: 'Front and rear, new pads', priceMinor: 2400 },
  { text: 'Inner tube', note: '28 × 1.6, fitted', priceMinor: 950 },
  { text: 'Chain clean and wax', note: 'While you wait', priceMinor: 850 },
]

const extra = (text: string, note: string, priceMinor: number): readonly OrderLine[] => [
  ...work,
  { text, note, priceMinor },
]

/** Makes a total that ends in .77: the demo's line to the service loses every answer about such a sale. */
const LOST_PRICE = 1277
/** The same for .76, where it loses the first answers alone. */
const LOST_A_WHILE_PRICE = 1276

/** What can be ordered, by the answer that its cents bring (magic amounts of the service). */
export const SCENARIOS = {
  approved: { label: 'Approved', lines: work },
  declined: { label: 'Declined', lines: extra('Valve caps', 'Pair', 51) },
  error: { label: 'Processor error', lines: extra('Cable ends', 'Set of four', 91) },
  timeout: { label: 'No answer in time', lines: extra('Reflective dots', 'Sheet', 98) },
  tune_up: {
    label: 'Approved, larger',
    lines: extra('Full tune-up', 'True wheels, adjust gears and bearings', 7640),
  },
  lost: { label: 'Answer lost', lines: extra('Bell', 'Brass, fitted', LOST_PRICE) },
  lost_a_while: { label: 'Lost for a while', lines: extra('Bell', 'Steel, fitted', LOST_A_WHILE_PRICE) },
} as const satisfies Record<string, { label: string; lines: readonly OrderLine[] }>

/** Name of a scenario. */
export type Scenario = keyof typeof SCENARIOS

/** Is this a scenario's name? */
export const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'string' && Object.hasOwn(SCENARIOS, value)

/** What an order costs, US cents. */
export const totalMinor = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, line) => sum + line.priceMinor, 0)

/** `4200` → `42.00`. */
export const decimal = (minor: number): string => formatDecimal(minor, 'USD')

const customers = ['Ada Marsh', 'Tomás Reyes', 'June Okafor', 'Wim de Boer', 'Priya Nair']
const bicycles = ['City bike, green', 'Touring bike, black', 'Cargo bike, red', 'Folding bike, silver']
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** The order with the given number. */
export const newOrder = (number: number, scenario: Scenario, nowMs: number): Order => ({
  id: `R-${number}`,
  customer: at(customers, number),
  bicycle: at(bicycles, number),
  lines: SCENARIOS[scenario].lines,
  createdAtMs: nowMs,
})
