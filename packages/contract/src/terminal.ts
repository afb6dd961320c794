// What a terminal application and the service say to each other over the WebSocket channel `/terminal` (D-04, D-28):
// JSON text frames, one message each. On-screen and scripted terminals speak exactly this.
import * as z from 'zod/mini'
import { COMMANDS } from './session.ts'

/** Seconds between heartbeats of a terminal; after 30 s of silence the device is DISCONNECTED (D-04). */
export const HEARTBEAT_SECONDS = 10

/** Silence after which a device counts as DISCONNECTED, milliseconds (D-04). */
export const HEARTBEAT_LIMIT_MS = 30_000

/** Ways to present a card (§1.2). */
export const ENTRY_METHODS = ['tap', 'dip', 'swipe'] as const

/** What kind of card it is: only credit is supported (§1.2). */
export const CARD_KINDS = ['credit', 'debit', 'ebt', 'gift'] as const

/** A card as a terminal reports it: never more than brand, last four digits and kind. */
export const PresentedCard = z.object({
  brand: z.string().check(z.regex(/^[A-Za-z0-9 ]{1,24}$/)),
  lastFour: z.string().check(z.regex(/^\d{4}$/)),
  kind: z.enum(CARD_KINDS),
  entry: z.enum(ENTRY_METHODS),
})

/** Shape of {@link PresentedCard}. */
export type PresentedCard = z.infer<typeof PresentedCard>

const SessionRef = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** First message of a terminal: who it is. `pairingCode` the first time, `terminalKey` ever after (D-28). */
export const Hello = z.object({
  type: z.literal('hello'),
  serial: z.string().check(z.maxLength(32)),
  pairingCode: z.optional(z.string().check(z.maxLength(16))),
  terminalKey: z.optional(z.string().check(z.maxLength(128))),
})

/** Everything a terminal may say. */
export const FromTerminal = z.discriminatedUnion('type', [
  Hello,
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('prompt_shown'), sessionId: SessionRef }),
  z.object({ type: z.literal('card_presented'), sessionId: SessionRef, card: PresentedCard }),
  z.object({ type: z.literal('cancelled'), sessionId: SessionRef }),
  z.object({ type: z.literal('result_shown'), sessionId: SessionRef }),
])

/** Shape of {@link FromTerminal}. */
export type FromTerminal = z.infer<typeof FromTerminal>

/** Everything the service may say to a terminal. */
export const ToTerminal = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    deviceId: z.string(),
    name: z.string(),
    make: z.string(),
    merchant: z.string(),
    /** Given once, at pairing: what the terminal presents when it comes back. */
    terminalKey: z.optional(z.string()),
    heartbeatSeconds: z.number(),
  }),
  z.object({
    type: z.literal('refused'),
    code: z.enum(['not_registered', 'wrong_code', 'wrong_key', 'replaced', 'removed', 'bad_message']),
    message: z.string(),
  }),
  z.object({ type: z.literal('heartbeat_seen') }),
  z.object({
    type: z.literal('prompt'),
    sessionId: z.string(),
    command: z.enum(COMMANDS),
    /** Decimal string with the currency's decimals. */
    amount: z.string(),
    currency: z.string(),
    /** How long the prompt stays, milliseconds from now (D-15). */
    remainingMs: z.number(),
  }),
  /** A card that this service does not take (§1.2): the prompt stays, another card may be shown. */
  z.object({ type: z.literal('card_refused'), sessionId: z.string(), message: z.string() }),
  z.object({ type: z.literal('authorizing'), sessionId: z.string() }),
  /** The processor's answer. The terminal shows it and says `result_shown`; only then is the session final. */
  z.object({
    type: z.literal('authorization'),
    sessionId: z.string(),
    status: z.enum(['approved', 'declined', 'error', 'timeout']),
    message: z.string(),
    approvalCode: z.nullable(z.string()),
  }),
  /** The prompt is over: stop asking for a card. */
  z.object({
    type: z.literal('end'),
    sessionId: z.string(),
    reason: z.enum(['completed', 'timeout', 'api_cancelled', 'user_cancelled', 'error']),
  }),
])

/** Shape of {@link ToTerminal}. */
export type ToTerminal = z.infer<typeof ToTerminal>
