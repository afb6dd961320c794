// State machine of a terminal application, without clock, network or screen: `reduce(state, event)` returns
// the next state and effects. The service decides about charges; the device only shows and reports (§1.3,
// D-28).
import type { FromTerminal, PresentedCard, ToTerminal } from '@tapboard/contract'
import { handleMessage } from './service-messages.ts'

/** Identity data from the `welcome` message. */
interface Identity {
  readonly name: string
  readonly make: string
  readonly merchant: string
}

/** A displayed request for a card. */
export interface Prompt {
  readonly sessionId: string
  /** Amount as a decimal string, for example `"42.00"`. */
  readonly amount: string
  readonly currency: string
  readonly remainingMs: number
  /** The terminal pays the amount back to the card. */
  readonly isRefund: boolean
  /** Last four digits of the card that paid the refunded sale, if the service names it. */
  readonly saleCardLastFour: string | null
}

/** Screen of the running application. */
export type Screen =
  | { readonly kind: 'idle' }
  | { readonly kind: 'prompt'; readonly prompt: Prompt; readonly notice: string | null }
  /** A presented card that the service has not confirmed yet. */
  | { readonly kind: 'reading'; readonly prompt: Prompt; readonly card: PresentedCard }
  | { readonly kind: 'cancelling'; readonly prompt: Prompt }
  | { readonly kind: 'authorizing'; readonly sessionId: string; readonly prompt: Prompt | null }
  | {
      readonly kind: 'result'
      readonly sessionId: string
      readonly prompt: Prompt | null
      readonly status: 'approved' | 'declined' | 'error' | 'timeout'
      readonly message: string
      readonly approvalCode: string | null
    }
  | { readonly kind: 'ended'; readonly reason: 'timeout' | 'api_cancelled' | 'user_cancelled' | 'error' }

/** Code of the service's rejection. */
export type Refusal = Omit<Extract<ToTerminal, { type: 'refused' }>, 'type'>

/** Connection state of the terminal. */
export type Link = 'off' | 'connecting' | 'online' | 'waiting' | 'pairing' | 'refused'

/** Complete state of a terminal. */
export interface Terminal {
  readonly serial: string
  /** Whether the page can fetch a pairing code, or a user must type it. */
  readonly selfPairing: boolean
  readonly power: 'booting' | 'on'
  readonly plugged: boolean
  readonly link: Link
  /** Connection attempts since the last welcome. */
  readonly attempts: number
  readonly terminalKey: string | null
  readonly pairingCode: string | null
  readonly identity: Identity | null
  readonly refusal: Refusal | null
  readonly screen: Screen
}

/** Timers of a terminal; each runs at most once at a time. */
export type TimerName = 'boot' | 'retry' | 'result' | 'prompt' | 'stale'

export type TerminalEvent =
  | { readonly type: 'switched_on' }
  | { readonly type: 'timer_fired'; readonly timer: TimerName }
  | { readonly type: 'unplugged' }
  | { readonly type: 'plugged_in' }
  | { readonly type: 'socket_opened' }
  | { readonly type: 'socket_lost' }
  | { readonly type: 'network_returned' }
  | { readonly type: 'message_received'; readonly message: ToTerminal }
  | { readonly type: 'code_given'; readonly code: string }
  | { readonly type: 'code_missing'; readonly message: string }
  | { readonly type: 'card_shown'; readonly card: PresentedCard }
  | { readonly type: 'cancel_pressed' }
  | { readonly type: 'taken_back' }

export type Effect =
  | { readonly do: 'open' | 'close' | 'forget_key' | 'fetch_code' }
  | { readonly do: 'remember_key'; readonly terminalKey: string }
  | { readonly do: 'say'; readonly message: FromTerminal }
  | { readonly do: 'beat'; readonly seconds: number }
  | { readonly do: 'wait'; readonly timer: TimerName; readonly ms: number }
  | { readonly do: 'stop'; readonly timer: TimerName }

/** Next state and effects, in order. */
export type Step = readonly [Terminal, readonly Effect[]]

/** Boot time of the application: long enough to be seen. A real one may take a minute (§1.3). */
const BOOT_MS = 1200

/** Longest backoff: with a longer one, a clerk would reboot a terminal that only needs the network. */
export const RETRY_LIMIT_MS = 10_000

/** A terminal that is switched off. */
export const switchedOff = (serial: string, terminalKey: string | null, selfPairing: boolean): Terminal => ({
  serial,
  selfPairing,
  power: 'booting',
  plugged: true,
  link: 'off',
  attempts: 0,
  terminalKey,
  pairingCode: null,
  identity: null,
  refusal: null,
  screen: { kind: 'idle' },
})

const stay = (state: Terminal): Step => [state, []]

const stopAll: readonly Effect[] = (['boot', 'retry', 'result', 'prompt', 'stale'] as const).map((timer) => ({
  do: 'stop',
  timer,
}))

/** Connects with a key or code; otherwise requests a pairing code first. */
function connect(state: Terminal): Step {
  if (state.power !== 'on' || !state.plugged) return stay({ ...state, link: 'off' })
  if (state.terminalKey === null && state.pairingCode === null)
    return [{ ...state, link: 'pairing' }, state.selfPairing ? [{ do: 'fetch_code' }] : []]
  return [{ ...state, link: 'connecting', refusal: null }, [{ do: 'open' }]]
}

/** Schedules the next attempt: 0.5 s, 1 s, 2 s … {@link RETRY_LIMIT_MS}. */
const retryLater = (state: Terminal): Step => [
  { ...state, link: 'waiting', attempts: state.attempts + 1 },
  [{ do: 'wait', timer: 'retry', ms: Math.min(500 * 2 ** Math.min(state.attempts, 10), RETRY_LIMIT_MS) }],
]

function timerFired(state: Terminal, timer: TimerName): Step {
  switch (timer) {
    case 'boot':
      return connect({ ...state, power: 'on' })
    case 'retry':
      return state.link === 'waiting' ? connect(state) : stay(state)
    case 'result':
      return state.screen.kind === 'result' || state.screen.kind === 'ended'
        ? stay({ ...state, screen: { kind: 'idle' } })
        : stay(state)
    case 'prompt':
    case 'stale':
      return stay({ ...state, screen: { kind: 'idle' } })
  }
}

const hello = (state: Terminal): FromTerminal => ({
  type: 'hello',
  serial: state.serial,
  ...(state.terminalKey === null
    ? { pairingCode: state.pairingCode ?? '' }
    : { terminalKey: state.terminalKey }),
})

/** Returns the next state and effects; an event that does not fit the state changes nothing. */
export function reduce(state: Terminal, event: TerminalEvent): Step {
  const { screen } = state
  switch (event.type) {
    case 'switched_on': {
      const booting: Terminal = {
        ...state,
        power: 'booting',
        link: 'off',
        refusal: null,
        screen: { kind: 'idle' },
      }
      return [booting, [...stopAll, { do: 'close' }, { do: 'wait', timer: 'boot', ms: BOOT_MS }]]
    }
    case 'timer_fired':
      return timerFired(state, event.timer)
    case 'unplugged':
      return [{ ...state, plugged: false, link: 'off' }, [{ do: 'stop', timer: 'retry' }, { do: 'close' }]]
    case 'plugged_in':
      return connect({ ...state, plugged: true, attempts: 0 })
    case 'socket_opened':
      return state.link === 'connecting' ? [state, [{ do: 'say', message: hello(state) }]] : stay(state)
    case 'socket_lost':
      return state.link === 'connecting' || state.link === 'online' ? retryLater(state) : stay(state)
    case 'network_returned': {
      if (state.link !== 'waiting') return stay(state)
      const [next, effects] = connect({ ...state, attempts: 0 })
      return [next, [{ do: 'stop', timer: 'retry' }, ...effects]]
    }
    case 'message_received':
      return handleMessage(state, event.message)
    case 'code_given':
      return connect({ ...state, pairingCode: event.code, terminalKey: null })
    case 'code_missing':
      return stay({ ...state, link: 'refused', refusal: { code: 'wrong_code', message: event.message } })
    case 'card_shown':
      if (screen.kind !== 'prompt' || state.link === 'refused') return stay(state)
      return [
        { ...state, screen: { kind: 'reading', prompt: screen.prompt, card: event.card } },
        state.link === 'online'
          ? [
              {
                do: 'say',
                message: { type: 'card_presented', sessionId: screen.prompt.sessionId, card: event.card },
              },
            ]
          : [],
      ]
    case 'cancel_pressed':
      if (screen.kind !== 'prompt') return stay(state)
      return [
        { ...state, screen: { kind: 'cancelling', prompt: screen.prompt } },
        state.link === 'online'
          ? [{ do: 'say', message: { type: 'cancelled', sessionId: screen.prompt.sessionId } }]
          : [],
      ]
    case 'taken_back':
      return state.link === 'refused' ? connect({ ...state, attempts: 0 }) : stay(state)
  }
}
