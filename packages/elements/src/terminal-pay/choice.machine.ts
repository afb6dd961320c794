// Computes the state of <terminal-pay> while no sale is known, and its effects: reading the order, and choosing a terminal. No
// clock, network or DOM. `terminal-pay.machine.ts` adds the sale and loads later (D-77).
import type { Checkout, DeviceView, Sale, StartSale } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'
import type { Running } from '../shared/running.ts'
import type { TerminalPayDetails, TerminalPayEventName } from './terminal-pay.events.ts'
import { EMPTY, type Asking, type Link, type View } from './view.ts'

/** Events, in the past tense. */
export type MachineEvent =
  | { readonly type: 'read'; readonly checkout: Checkout; readonly remembered: string | null }
  /** The read of the checkout failed; `asked` by the person, or in the background. */
  | {
      readonly type: 'failed'
      readonly code: FaultCode
      readonly asked: boolean
      readonly running: Omit<Running, 'atMs'> | null
    }
  | { readonly type: 'chosen'; readonly id: string }
  /** `queued`: by the page, for a charge that waited for its terminal. */
  | { readonly type: 'pressed'; readonly request: StartSale; readonly queued?: boolean }
  /** The person wants this charge once the terminal is free, or no longer; or the page is still visible. */
  | { readonly type: 'queued'; readonly request: StartSale }
  | { readonly type: 'unqueued' | 'waited' }
  /** Before a start request leaves: the connection and the token are available, or not. */
  | { readonly type: 'probed'; readonly reached: boolean }
  | { readonly type: 'posted' | 'unanswered' | 'gave-up' }
  | {
      readonly type: 'refused'
      readonly action: Asking | 'start' | 'resolve'
      readonly code: FaultCode
      readonly sale: Sale | null
      readonly value?: string
    }
  /** News of the sale that is followed. */
  | { readonly type: 'seen'; readonly sale: Sale }
  /** The attempt that decides for the order, according to the BFF. */
  | { readonly type: 'ordered'; readonly sale: Sale | null; readonly superseded: boolean }
  | { readonly type: 'stale'; readonly sinceMs: number | null; readonly nextAskAtMs: number | null }
  | { readonly type: 'linked'; readonly link: Link }
  | { readonly type: 'device-seen'; readonly device: DeviceView }
  | { readonly type: 'watched'; readonly watching: boolean }
  | { readonly type: 'asked'; readonly asking: Asking }
  | { readonly type: 'answered' | 'shelved' | 'dismissed' | 'closed' | 'reopened' }

/** Effects of a press or a sale. `start` makes the queued charge. */
export type SaleEffect =
  | { readonly type: 'follow'; readonly sale: Sale }
  | { readonly type: 'unfollow' | 'start' }

/** Effects for the controller. */
export type Effect =
  | SaleEffect
  /** `renew` reads the checkout with a new token. */
  | { readonly type: 'load' | 'renew' }
  | {
      [Name in TerminalPayEventName]: {
        readonly type: 'dispatch'
        readonly name: Name
        readonly detail: TerminalPayDetails[Name]
      }
    }[TerminalPayEventName]

// D-153: the first wish that is offered, else the only terminal, else in the first read the only connected one.
const chosen = (
  { devices }: Checkout,
  first: boolean,
  ...wishes: readonly (string | null)[]
): string | null => {
  const has = (id: string | null): boolean => devices.some((device) => device.id === id)
  const usable =
    first && devices.length > 1 ? devices.filter(({ status }) => status === 'CONNECTED') : devices
  return wishes.find(has) ?? (usable.length === 1 ? usable[0]!.id : null)
}

const tellDevice = (checkout: Checkout | null, deviceId: string | null): readonly Effect[] => {
  const device = checkout?.devices.find(({ id }) => id === deviceId)
  return device ? [{ type: 'dispatch', name: 'terminal-pay-device-change', detail: { device } }] : []
}

/** A view and the effects of the step that led to it. */
export interface Step {
  readonly view: View
  readonly effects: readonly Effect[]
}

/** Makes a step: `view` with these changes. */
export const stepTo = (view: View, change: Partial<View>, ...effects: readonly Effect[]): Step => ({
  view: { ...view, ...change },
  effects,
})

/** Takes over what was read of the order, without its sale. */
export function readChoice(view: View, checkout: Checkout, remembered: string | null, nowMs: number): Step {
  const { checkout: old } = view
  const first = old?.order !== checkout.order
  // A chosen terminal that is missing now is not replaced: Charge would ask for the card at another one.
  const deviceId =
    !first && view.deviceId ? view.deviceId : chosen(checkout, first, view.deviceId, remembered)
  const ready: Effect = {
    type: 'dispatch',
    name: 'terminal-pay-ready',
    detail: { kind: checkout.kind, devices: checkout.devices, sale: checkout.sale },
  }
  return stepTo(
    first ? EMPTY : view,
    {
      checkout,
      deviceId,
      link: 'alive',
      heardAtMs: nowMs,
      fault: first || view.fault?.action === 'load' ? null : view.fault,
      amountChanged:
        !first &&
        (view.amountChanged ||
          old.amountMinor !== checkout.amountMinor ||
          old.currency !== checkout.currency),
    },
    ...(first ? [ready] : []),
    ...(deviceId === view.deviceId ? [] : tellDevice(checkout, deviceId)),
  )
}

/** One step while no sale is known; other events change nothing. */
export function reduceChoice(view: View, event: MachineEvent, nowMs: number): Step {
  if (event.type === 'read') return readChoice(view, event.checkout, event.remembered, nowMs)
  if (event.type === 'failed') {
    // A failed background read does not change the screen.
    if (view.checkout && !event.asked) return stepTo(view, {})
    return stepTo(view, { fault: { action: 'load', code: event.code, atMs: nowMs }, running: event.running })
  }
  if (event.type !== 'chosen' || event.id === view.deviceId) return stepTo(view, {})
  // The status of a disconnected terminal may be out of date: read it again until it is connected.
  const away = view.checkout?.devices.some(({ id, status }) => id === event.id && status !== 'CONNECTED')
  const effects: Effect[] = away ? [{ type: 'load' }] : []
  return stepTo(view, { deviceId: event.id, fault: null }, ...tellDevice(view.checkout, event.id), ...effects)
}
