// The scenes of the scenario bar: which order each begins with, what happens in it, and what to watch. Pure; `scene-play.ts` plays
// them, and nothing in them is pretended: cents, cables and connections do it.
import type { Scenario } from '../host/orders.ts'

/** One scene. */
export interface CheckoutScene {
  readonly label: string
  /** What the order costs decides what the processor answers. */
  readonly order: Scenario
  /** What is going on, and what to watch. */
  readonly watch: string
  /** What it came to. */
  readonly after: string
}

/** All of them by name, in the order of the bar. */
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
    after: 'The line is back. The BFF asked what became of the sale, and was told: there is one charge.',
  },
  unplugged: {
    label: 'Unplugged',
    order: 'approved',
    watch:
      'The terminal’s network cable was pulled in the middle of the sale. Watch the page keep the sale; the cable goes back in after a few seconds.',
    after: 'The terminal came back to its prompt, the card was presented, and there is one charge.',
  },
  busy: {
    label: 'Busy',
    order: 'approved',
    watch:
      'Another till has just begun a sale on the same terminal. Watch this page refuse to charge there instead of taking over.',
    after:
      'The other sale was canceled at the terminal. The terminal is free: charge again, here or on another terminal. Nothing was charged.',
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
    after: 'Both tabs know the end, and there is one charge.',
  },
  offline: {
    label: 'Offline',
    order: 'approved',
    watch:
      'This page has lost its connection; the terminal has not. The card is presented meanwhile. Watch the page catch up.',
    after: 'The page is back, and knows what happened while it was away.',
  },
} as const satisfies Record<string, CheckoutScene>

/** Name of one. */
export type SceneName = keyof typeof SCENES

/** Is this the name of one? */
export const isSceneName = (value: unknown): value is SceneName =>
  typeof value === 'string' && Object.hasOwn(SCENES, value)
