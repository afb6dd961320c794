// Scenes of the scenario bar: the order, the events and hints of each. Pure; `play-scene.ts` plays them with
// real amounts, cables and connections.
import type { Scenario } from '../host/orders.ts'

/** A scene of the checkout. */
interface CheckoutScene {
  readonly label: string
  /** The order, whose amount selects the processor's answer. */
  readonly order: Scenario
  readonly watch: string
  readonly after: string
}

/** All scenes by name, in display order. */
export const SCENES = {
  declined: {
    label: 'Declined',
    order: 'declined',
    watch: 'The amount ends in .51, so the processor declines the card. Watch the sale end unpaid.',
    after:
      'Declined, and nothing was charged. The same amount can be tried again, here or on another terminal.',
  },
  timeout: {
    label: 'Timed out',
    order: 'timeout',
    watch: 'The amount ends in .98, so the processor gives no answer in time. Watch the sale end unpaid.',
    after: 'Timed out, and nothing was charged. The clerk may try again.',
  },
  lost: {
    label: 'Answer lost',
    order: 'lost_a_while',
    watch:
      'The line to the service loses the answers about this sale. The terminal charges the card; watch the page refuse to guess until the line is back.',
    after: 'The connection is back. The BFF looked up the sale and found it: there is one charge.',
  },
  unplugged: {
    label: 'Unplugged',
    order: 'approved',
    watch:
      'The terminal’s network cable was pulled in the middle of the sale. Watch the page notice it and keep the sale; the cable goes back in after a few seconds.',
    after: 'The terminal came back to its prompt, the card was presented, and there is one charge.',
  },
  busy: {
    label: 'Busy',
    order: 'approved',
    watch:
      'Another till has just begun a sale on the same terminal. Watch this page wait for its turn: it charges once, when the terminal is free.',
    after:
      'The other sale was canceled at the terminal. The waiting charge started once, as soon as the terminal was free, and was paid.',
  },
  reload: {
    label: 'Reload',
    order: 'approved',
    watch: 'The page is loaded again in the middle of the sale. Watch the same sale come back.',
    after: 'The same sale came back, the card was presented, and there is one charge.',
  },
  tab: {
    label: 'Second tab',
    order: 'approved',
    watch:
      'Open the same order in a second tab and present the card there: both tabs show one sale and its end.',
    after: 'Both tabs show the end, and there is one charge.',
  },
  offline: {
    label: 'Offline',
    order: 'approved',
    watch:
      'This page has lost its connection; the terminal has not. The card is presented meanwhile. Watch the page catch up.',
    after: 'The page is online again and shows what happened meanwhile.',
  },
} as const satisfies Record<string, CheckoutScene>

export type SceneName = keyof typeof SCENES

/** Whether a text names a scene. */
export const isSceneName = (value: unknown): value is SceneName =>
  typeof value === 'string' && Object.hasOwn(SCENES, value)
