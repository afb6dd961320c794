// Messages between a terminal application and the service over the WebSocket channel `/terminal` (D-04,
// D-28): JSON text frames, one message each, for real and scripted terminals.
import * as z from 'zod/mini'
import { COMMANDS } from './session.ts'

/** Interval between two heartbeats of a terminal in seconds; after 30 s of silence the device is DISCONNECTED. */
export const HEARTBEAT_SECONDS = 10

/** Ways to present a card. */
export const ENTRY_METHODS = ['tap', 'dip', 'swipe'] as const

/** Kinds of cards; only credit is supported. */
export const CARD_KINDS = ['credit', 'debit', 'ebt', 'gift'] as const

/** A presented card: brand, last four digits and kind only. */
export const PresentedCard = z.object({
  brand: z.string().check(z.regex(/^[A-Za-z0-9 ]{1,24}$/)),
  lastFour: z.string().check(z.regex(/^\d{4}$/)),
  kind: z.enum(CARD_KINDS),
  entry: z.enum(ENTRY_METHODS),
})

export type PresentedCard = z.infer<typeof PresentedCard>

const SessionRef = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** First message of a terminal: `pairingCode` the first time, `terminalKey` afterwards. */
export const Hello = z.object({
  type: z.literal('hello'),
  /** 32 characters have at most 64 UTF-16 code units. */
  serial: z.string().check(z.maxLength(64)),
  pairingCode: z.optional(z.string().check(z.maxLength(16))),
  terminalKey: z.optional(z.string().check(z.maxLength(128))),
})

/** All messages of a terminal. */
export const FromTerminal = z.discriminatedUnion('type', [
  Hello,
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('prompt_shown'), sessionId: SessionRef }),
  z.object({ type: z.literal('card_presented'), sessionId: SessionRef, card: PresentedCard }),
  z.object({ type: z.literal('cancelled'), sessionId: SessionRef }),
  z.object({ type: z.literal('result_shown'), sessionId: SessionRef }),
])

export type FromTerminal = z.infer<typeof FromTerminal>

/** All messages of the service to a terminal. */
export const ToTerminal = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    deviceId: z.string(),
    name: z.string(),
    make: z.string(),
    merchant: z.string(),
    /** The key for later connections; sent once, after pairing. */
    terminalKey: z.optional(z.string()),
    heartbeatSeconds: z.number(),
  }),
  z.object({
    type: z.literal('refused'),
    code: z.enum(['wrong_code', 'wrong_key', 'too_many_tries', 'replaced', 'removed', 'bad_message']),
    message: z.string(),
  }),
  z.object({ type: z.literal('heartbeat_seen') }),
  z.object({
    type: z.literal('prompt'),
    sessionId: z.string(),
    /** `cc:credit`: the terminal pays the amount back to the card. */
    command: z.enum(COMMANDS),
    /** Last four digits of the card that paid the sale that a linked credit pays back. */
    saleCardLastFour: z.optional(z.string()),
    /** Amount as a decimal string with the currency's decimals. */
    amount: z.string(),
    currency: z.string(),
    /** Remaining time of the prompt in ms. */
    remainingMs: z.number(),
  }),
  /** The service does not accept this card: the prompt stays for another card. */
  z.object({ type: z.literal('card_refused'), sessionId: z.string(), message: z.string() }),
  z.object({ type: z.literal('authorizing'), sessionId: z.string() }),
  /** The processor's answer. The terminal shows it and sends `result_shown`; only then is the session final. */
  z.object({
    type: z.literal('authorization'),
    sessionId: z.string(),
    status: z.enum(['approved', 'declined', 'error', 'timeout']),
    message: z.string(),
    approvalCode: z.nullable(z.string()),
  }),
  /** The session has ended: stop asking for a card. */
  z.object({
    type: z.literal('end'),
    sessionId: z.string(),
    reason: z.enum(['completed', 'timeout', 'api_cancelled', 'user_cancelled', 'error']),
  }),
])

export type ToTerminal = z.infer<typeof ToTerminal>
