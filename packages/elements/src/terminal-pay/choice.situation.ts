// Selects the row of the truth table while no sale is known: reading the order, and choosing a terminal. Pure; `nowMs` is the
// page's estimate of the BFF's clock.
import type { Sale } from '@tapboard/contract'
import { isSetup } from '../shared/mistakes.ts'
import type { ChoiceSituation } from './choice.rows.ts'
import type { View } from './view.ts'

/** Role of the user: a manager may settle a sale whose result is unknown. */
export type Who = 'clerk' | 'manager'

/** A state shorter than this is not shown, because it would only flash. */
export const SETTLE_MS = 400
/** A longer list of terminals has a search field. */
export const LONG_LIST = 10
/** Remaining time in which the terminal may ask for the card of an unknown sale; 0 when it is free. */
export const fenceMs = ({ deviceFreeAtMs }: Pick<Sale, 'deviceFreeAtMs'>, nowMs: number): number =>
  Math.max(0, (deviceFreeAtMs ?? 0) - nowMs)

/** The chosen terminal as the list has it. */
export const chosenOf = ({ checkout, deviceId }: View) => checkout?.devices.find(({ id }) => id === deviceId)

/** Time for which another sale may still hold a terminal: `null` if it is free, `Infinity` if the time is unknown. */
export function heldMs(view: View, deviceId: string, nowMs: number): number | null {
  const { checkout } = view
  const hold = checkout?.devices.find(({ id }) => id === deviceId)?.hold
  if (!checkout || !hold) return null
  if (hold.freeInMs === null) return Infinity
  const left = checkout.nowMs + hold.freeInMs - nowMs
  return left > 0 ? left : null
}

/** The situation of a choice. */
export function choosing(view: View, nowMs: number): ChoiceSituation {
  if (!view.checkout!.devices.length) return 'no-terminal'
  const device = chosenOf(view)
  if (!device) return 'none-chosen'
  if (device.status === 'DISCONNECTED') return 'terminal-away'
  return heldMs(view, device.id, nowMs) === null ? 'ready' : 'terminal-held'
}

/** The situation before the first read has succeeded. */
export function unread({ fault, running }: View): ChoiceSituation {
  if (!fault) return 'loading'
  if (running) return 'running-fault'
  return isSetup(fault.code) ? 'setup-fault' : 'read-fault'
}

/** The situation of a view without a press and without a sale. */
export const choiceOf = (view: View, nowMs: number): ChoiceSituation =>
  view.checkout ? choosing(view, nowMs) : unread(view)
