// Handles the service's messages. A prompt repeated after a reconnect gets the user's earlier action once
// more; an authorization is shown and acknowledged every time (D-28).
import type { ToTerminal } from '@tapboard/contract'
import type { Effect, Prompt, Screen, Step, Terminal } from './machine.ts'

/** Display time of a result. */
const RESULT_MS = 5000

/** After a welcome, this much silence about the displayed session means that it has ended. */
const STALE_MS = 4000

/** Wait after the prompt's end before the screen gives up by itself. */
const GRACE_MS = 3000

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

/** Applies a message of the service. */
export function handleMessage(state: Terminal, message: ToTerminal): Step {
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
