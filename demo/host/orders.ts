// Orders of the repair shop, in minor units. Pure; the amount of a token comes from here, never from the
// page. The cents of an amount select the answer of the service's test processor.
import { formatDecimal } from '@tapboard/contract'

/** A line of an order. */
interface OrderLine {
  readonly text: string
  readonly note: string
  /** Price of the line in US cents. */
  readonly priceMinor: number
}

/** A repair to be paid. */
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

/** Creates a total that ends in .77: the demo's proxy loses every answer about the sale. */
const LOST_PRICE = 1277
/** Creates a total that ends in .76: the proxy loses the first answers only. */
const LOST_A_WHILE_PRICE = 1276

/** Sample orders by the result that their cents select. */
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

/** Name of a sample order. */
export type Scenario = keyof typeof SCENARIOS

/** Whether a text names a scenario. */
export const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'string' && Object.hasOwn(SCENARIOS, value)

/** The scenario of the order after one of the given total, such as `42.00`: another amount, which is approved. */
export const nextScenario = (total: string): Scenario =>
  total === decimal(totalMinor(SCENARIOS.approved.lines)) ? 'tune_up' : 'approved'

/** Total of an order in US cents. */
export const totalMinor = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, line) => sum + line.priceMinor, 0)

/** Formats cents, for example `4200` → `42.00`. */
export const decimal = (minor: number): string => formatDecimal(minor, 'USD')

const customers = ['Ada Marsh', 'Tomás Reyes', 'June Okafor', 'Wim de Boer', 'Priya Nair']
const bicycles = ['City bike, green', 'Touring bike, black', 'Cargo bike, red', 'Folding bike, silver']
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Creates the order with the given number. */
export const newOrder = (number: number, scenario: Scenario, nowMs: number): Order => ({
  id: `R-${number}`,
  customer: at(customers, number),
  bicycle: at(bicycles, number),
  lines: SCENARIOS[scenario].lines,
  createdAtMs: nowMs,
})
