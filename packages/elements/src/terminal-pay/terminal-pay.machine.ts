// What <terminal-pay> shows and what must be done next, decided from literal events: no clock, network or DOM. The
// server's state is the only state; this never guesses an outcome. The controller performs the effects.
import {
  isSettled,
  isUnpaid,
  type Checkout,
  type Sale,
  type SaleState,
  type StartSale,
} from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'
import type { Running } from '../shared/running.ts'
import type { Outcome, TerminalPayDetails, TerminalPayEventName } from './terminal-pay.events.ts'

/** Everything that decides what is drawn. */
export interface View {
  readonly checkout: Checkout | null
  /** The newest attempt known; versions only go forward (INV-10). */
  readonly sale: Sale | null
  readonly deviceId: string | null
  /** The start that is out and not answered. */
  readonly starting: StartSale | null
  /** The unpaid sale is put aside for another choice. */
  readonly aside: boolean
  readonly watching: boolean
  /** The server cannot be reached. */
  readonly lost: boolean
  readonly done: boolean
  /** A request of the person that is out. */
  readonly asking: 'check' | 'cancel' | 'details' | null
  /** Why the checkout could not be read. */
  readonly fault: FaultCode | null
  /** The sale that this tab could not exclude when the checkout could not be read. */
  readonly running: Running | null
  /** Why the person's last request was refused. */
  readonly refusal: FaultCode | null
  /** ID of the last attempt whose end was told. */
  readonly told: string | null
}

/** Nothing known yet. */
export const EMPTY: View = {
  checkout: null,
  sale: null,
  deviceId: null,
  starting: null,
  aside: false,
  watching: true,
  lost: false,
  done: false,
  asking: null,
  fault: null,
  running: null,
  refusal: null,
  told: null,
}

/** What happened, past tense. */
export type Happening =
  | { readonly type: 'read'; readonly checkout: Checkout; readonly remembered: string | null }
  | { readonly type: 'failed'; readonly code: FaultCode; readonly running: Running | null }
  | { readonly type: 'chosen'; readonly id: string }
  | { readonly type: 'sent'; readonly request: StartSale }
  | { readonly type: 'refused'; readonly code: FaultCode; readonly sale: Sale | null }
  | { readonly type: 'seen'; readonly sale: Sale }
  | { readonly type: 'linked'; readonly alive: boolean }
  | { readonly type: 'watched'; readonly watching: boolean }
  | { readonly type: 'asked'; readonly asking: 'check' | 'cancel' | 'details' }
  | { readonly type: 'answered' }
  | { readonly type: 'shelved' }
  | { readonly type: 'dismissed' }

/** What the controller must do. */
export type Effect =
  | { readonly type: 'follow'; readonly sale: Sale }
  | { readonly type: 'unfollow' | 'load' }
  | {
      [Name in TerminalPayEventName]: {
        readonly type: 'tell'
        readonly name: Name
        readonly detail: TerminalPayDetails[Name]
      }
    }[TerminalPayEventName]

/** What is drawn. */
export type Phase =
  | 'loading'
  | 'fault'
  | 'choosing'
  | 'contacting'
  | 'waiting'
  | 'unwatched'
  | 'doubt'
  | 'review'
  | 'approved'
  | 'unpaid'
  | 'done'

const PHASES: Readonly<Record<SaleState, Phase>> = {
  intent: 'contacting',
  sending: 'contacting',
  started: 'waiting',
  in_doubt: 'doubt',
  review: 'review',
  approved: 'approved',
  declined: 'unpaid',
  timed_out: 'unpaid',
  failed: 'unpaid',
  not_started: 'unpaid',
  abandoned: 'unpaid',
  closed_unpaid: 'unpaid',
}

/** The phase of a view. */
export function phaseOf(view: View): Phase {
  const { sale } = view
  if (!view.checkout) return view.fault ? 'fault' : 'loading'
  if (view.starting) return 'contacting'
  if (!sale || view.aside) return 'choosing'
  if (view.done) return 'done'
  if (!view.watching && !isSettled(sale.state)) return 'unwatched'
  return PHASES[sale.state]
}

/** A sale is on its way that this page asks about: only then a lost connection matters, and is seen to come back. */
const isFollowed = ({ starting, sale, watching }: View): boolean =>
  Boolean(starting ?? (watching && sale && !isSettled(sale.state)))

/**
 * ID of an earlier attempt of the order that turned out paid (rule 22), or `null`. Over once the BFF, which knows all
 * attempts, lets this one stand for the order though it is unpaid.
 */
export function conflictOf({ checkout, sale, starting }: View): string | null {
  if (!sale || starting) return null
  const told = checkout?.sale
  const stands = told?.id === sale.id && told.version === sale.version
  return stands && isUnpaid(sale.state) ? null : sale.conflictWith
}

/** The order's sale that may be running, with the name of its terminal; `null` for none, `undefined` while nobody knows. */
export function runningOf({ checkout, starting, sale }: View): Omit<Running, 'atMs'> | null | undefined {
  if (starting) {
    const { order, deviceId } = starting
    return { order, terminal: checkout?.devices.find(({ id }) => id === deviceId)?.name ?? '' }
  }
  if (!checkout) return undefined
  return sale && !isSettled(sale.state) ? { order: checkout.order, terminal: sale.device.name } : null
}

/** The request that a start would send now, or `null` while a start makes no sense. */
export function nextStart(view: View): StartSale | null {
  const { checkout, sale, deviceId, starting } = view
  if (!checkout || starting || !deviceId || (sale && !isUnpaid(sale.state)) || conflictOf(view)) return null
  const { order, amountMinor, currency, nextAttempt } = checkout
  return { order, attempt: Math.max(nextAttempt, (sale?.attempt ?? 0) + 1), amountMinor, currency, deviceId }
}

const chosen = (checkout: Checkout, ...wishes: readonly (string | null)[]): string | null => {
  const { devices } = checkout
  const has = (id: string | null): boolean => devices.some((device) => device.id === id)
  return wishes.find(has) ?? (devices.length === 1 ? (devices[0]?.id ?? null) : null)
}

const tellDevice = (checkout: Checkout | null, deviceId: string | null): readonly Effect[] => {
  const device = checkout?.devices.find(({ id }) => id === deviceId)
  return device ? [{ type: 'tell', name: 'terminal-pay-device-change', detail: { device } }] : []
}

interface Step {
  readonly view: View
  readonly effects: readonly Effect[]
}

function seeSale(view: View, sale: Sale): Step {
  const old = view.sale
  const same = old?.id === sale.id
  // An earlier attempt comes back when it was paid after all: it, not this one, is to be decided on.
  const past = same ? sale.version <= old.version : old && sale.attempt <= old.attempt
  if (past && sale.id !== old?.conflictWith) return { view, effects: [] }
  const settled = isSettled(sale.state)
  const effects: Effect[] = []
  if (
    !same ||
    sale.state !== old.state ||
    sale.phase !== old.phase ||
    sale.stillWaiting !== old.stillWaiting ||
    sale.conflictWith !== old.conflictWith
  ) {
    effects.push({ type: 'tell', name: 'terminal-pay-progress', detail: { sale } })
  }
  if (settled && view.told !== sale.id) {
    const detail = { outcome: sale.state as Outcome, by: sale.by, sale }
    effects.push({ type: 'tell', name: 'terminal-pay-settled', detail })
  }
  // Last: a stream that is open already says at once what it knows.
  if (!same && !settled) effects.push({ type: 'follow', sale })
  const told = settled ? sale.id : view.told
  const rest = { starting: null, lost: false, refusal: null, aside: false, done: same && view.done }
  return {
    view: { ...view, ...rest, sale, told, deviceId: sale.device.id, watching: same ? view.watching : true },
    effects,
  }
}

function readCheckout(view: View, checkout: Checkout, remembered: string | null): Step {
  const first = view.checkout?.order !== checkout.order
  const deviceId = chosen(checkout, view.deviceId, remembered)
  const base = { ...(first ? EMPTY : view), checkout, deviceId, lost: false, fault: null }
  const seen = checkout.sale ? seeSale(base, checkout.sale) : { view: base, effects: [] }
  return {
    view: seen.view,
    effects: [
      ...(first
        ? [
            {
              type: 'tell',
              name: 'terminal-pay-ready',
              detail: { devices: checkout.devices, sale: checkout.sale },
            } as const,
          ]
        : []),
      ...(deviceId === view.deviceId ? [] : tellDevice(checkout, deviceId)),
      ...seen.effects,
    ],
  }
}

/** One step. */
export function reduce(view: View, event: Happening): Step {
  const next = (change: Partial<View>, ...effects: readonly Effect[]): Step => ({
    view: { ...view, ...change },
    effects,
  })
  switch (event.type) {
    case 'read':
      return readCheckout(view, event.checkout, event.remembered)
    case 'failed':
      return next({ fault: event.code, running: event.running })
    case 'chosen': {
      if (event.id === view.deviceId) return next({})
      // What is known of a terminal that was away may be old: it is read again, and again until it is there.
      const away = view.checkout?.devices.some(({ id, status }) => id === event.id && status !== 'CONNECTED')
      const effects: Effect[] = away ? [{ type: 'load' }] : []
      return next({ deviceId: event.id, refusal: null }, ...tellDevice(view.checkout, event.id), ...effects)
    }
    case 'sent':
      return next({ starting: event.request, refusal: null, aside: false, done: false, watching: true })
    case 'refused': {
      const free = { ...view, starting: null, asking: null, lost: false }
      if (event.sale) return seeSale(free, event.sale)
      return {
        view: { ...free, refusal: event.code, aside: Boolean(view.starting) },
        // What is known of the terminals and the order may be old.
        effects: view.starting ? [{ type: 'load' }] : [],
      }
    }
    case 'seen':
      return seeSale(view, event.sale)
    case 'linked':
      return next({ lost: !event.alive && isFollowed(view) })
    case 'watched':
      return next(
        { watching: event.watching, lost: false },
        event.watching && view.sale ? { type: 'follow', sale: view.sale } : { type: 'unfollow' },
      )
    case 'asked':
      return next({ asking: event.asking, refusal: null })
    case 'answered':
      return next({ asking: null })
    case 'shelved':
      return next({ aside: true, refusal: null }, { type: 'load' })
    case 'dismissed':
      return next(
        { done: true },
        ...(view.sale
          ? [{ type: 'tell', name: 'terminal-pay-done', detail: { sale: view.sale } } as const]
          : []),
      )
  }
}
