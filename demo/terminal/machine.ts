// State machine of a terminal application, without clock, network or screen: `reduce(state, event)` returns
// the next state and effects. The service decides about charges; the device only shows and reports (§1.3,
// D-28).
import type { FromTerminal, PresentedCard, ToTerminal } from '@tapboard/contract'

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

/** Display time of a result. */
const RESULT_MS = 5000

/** After a welcome, this much silence about the displayed session means that it has ended. */
const STALE_MS = 4000

/** Wait after the prompt's end before the screen gives up by itself. */
const GRACE_MS = 3000

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

const promptOf = (screen: Screen, sessionId: string): Prompt | null =>
  'prompt' in screen && screen.prompt?.sessionId === sessionId ? screen.prompt : null

const quiet: readonly Effect[] = [
  { do: 'stop', timer: 'stale' },
  { do: 'stop', timer: 'prompt' },
  { do: 'stop', timer: 'result' },
]

const sessionOf = (screen: Screen): string | null =>
  'sessionId' in screen ? screen.sessionId : 'prompt' in screen ? screen.prompt.sessionId : null

/** Whether the screen shows a session that only the service can end. */
const isBusy = (screen: Screen): boolean =>
  ['prompt', 'reading', 'cancelling', 'authorizing'].includes(screen.kind)

function welcomed(state: Terminal, message: Extract<ToTerminal, { type: 'welcome' }>): Step {
  const { name, make, merchant, terminalKey, heartbeatSeconds } = message
  return [
    {
      ...state,
      link: 'online',
      attempts: 0,
      refusal: null,
      pairingCode: null,
      terminalKey: terminalKey ?? state.terminalKey,
      identity: { name, make, merchant },
    },
    [
      ...(terminalKey === undefined ? [] : [{ do: 'remember_key' as const, terminalKey }]),
      { do: 'beat', seconds: heartbeatSeconds },
      ...(isBusy(state.screen) ? [{ do: 'wait' as const, timer: 'stale' as const, ms: STALE_MS }] : []),
    ],
  ]
}

function refused(state: Terminal, message: Extract<ToTerminal, { type: 'refused' }>): Step {
  const refusal = { code: message.code, message: message.message }
  const away: Terminal = { ...state, link: 'refused', refusal, pairingCode: null, screen: { kind: 'idle' } }
  const close: readonly Effect[] = [...quiet, { do: 'close' }]
  switch (message.code) {
    case 'replaced':
    case 'bad_message':
    case 'wrong_code':
    case 'too_many_tries':
      return [away, close]
    case 'wrong_key':
    case 'removed': {
      const again = state.selfPairing && state.terminalKey !== null
      return [
        { ...away, terminalKey: null, link: again ? 'pairing' : 'refused', refusal: again ? null : refusal },
        [...close, { do: 'forget_key' }, ...(again ? [{ do: 'fetch_code' as const }] : [])],
      ]
    }
  }
}

function prompted(state: Terminal, message: Extract<ToTerminal, { type: 'prompt' }>): Step {
  const { sessionId, amount, currency, remainingMs, command, saleCardLastFour = null } = message
  const isRefund = command === 'cc:credit'
  const prompt: Prompt = { sessionId, amount, currency, remainingMs, isRefund, saleCardLastFour }
  const { screen } = state
  const effects: Effect[] = [...quiet, { do: 'wait', timer: 'prompt', ms: remainingMs + GRACE_MS }]
  const same = 'prompt' in screen && screen.prompt?.sessionId === sessionId
  if (same && screen.kind === 'reading')
    return [
      state,
      [...effects, { do: 'say', message: { type: 'card_presented', sessionId, card: screen.card } }],
    ]
  if (same && screen.kind === 'cancelling')
    return [state, [...effects, { do: 'say', message: { type: 'cancelled', sessionId } }]]
  return [
    { ...state, screen: { kind: 'prompt', prompt, notice: null } },
    [...effects, { do: 'say', message: { type: 'prompt_shown', sessionId } }],
  ]
}

function ended(state: Terminal, message: Extract<ToTerminal, { type: 'end' }>): Step {
  const { screen } = state
  if (!isBusy(screen) || sessionOf(screen) !== message.sessionId) return [state, []]
  if (message.reason === 'completed') return [{ ...state, screen: { kind: 'idle' } }, quiet]
  return [
    { ...state, screen: { kind: 'ended', reason: message.reason } },
    [...quiet, { do: 'wait', timer: 'result', ms: RESULT_MS }],
  ]
}

/**
 * Applies a message of the service. A prompt repeated after a reconnect gets the user's earlier action once more; an authorization
 * is shown and acknowledged every time (D-28).
 */
function handleMessage(state: Terminal, message: ToTerminal): Step {
  if (state.link !== 'connecting' && state.link !== 'online') return [state, []]
  switch (message.type) {
    case 'welcome':
      return welcomed(state, message)
    case 'refused':
      return refused(state, message)
    case 'heartbeat_seen':
      return [state, []]
    case 'prompt':
      return prompted(state, message)
    case 'card_refused': {
      const prompt = promptOf(state.screen, message.sessionId)
      return prompt === null
        ? [state, []]
        : [{ ...state, screen: { kind: 'prompt', prompt, notice: message.message } }, []]
    }
    case 'authorizing': {
      const { sessionId } = message
      const prompt = promptOf(state.screen, sessionId)
      return [{ ...state, screen: { kind: 'authorizing', sessionId, prompt } }, quiet]
    }
    case 'authorization': {
      const { sessionId, status, approvalCode } = message
      const prompt = promptOf(state.screen, sessionId)
      return [
        {
          ...state,
          screen: { kind: 'result', sessionId, prompt, status, message: message.message, approvalCode },
        },
        [
          ...quiet,
          { do: 'say', message: { type: 'result_shown', sessionId } },
          { do: 'wait', timer: 'result', ms: RESULT_MS },
        ],
      ]
    }
    case 'end':
      return ended(state, message)
  }
}

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
