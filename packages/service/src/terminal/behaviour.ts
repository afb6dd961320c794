// Behaviour of a scripted terminal by the suffix of its serial number. Pure data.
import type { ScriptedEnding } from '@tapboard/contract'

/** Reaction of a scripted terminal to a prompt. */
export interface Behaviour {
  /** Whether the terminal connects at all. */
  readonly connects: boolean
  /** Delay from the prompt to the card in ms; `null`: no card. */
  readonly cardAfterMs: number | null
  /** Duration of a disconnect after the first prompt in ms; `null`: it stays connected. */
  readonly awayMs: number | null
}

/** Suffix of a serial number → behaviour. */
export const BEHAVIOURS: Readonly<Record<ScriptedEnding, Behaviour>> = {
  OK: { connects: true, cardAfterMs: 400, awayMs: null },
  SLOW: { connects: true, cardAfterMs: 6_000, awayMs: null },
  NEVER: { connects: true, cardAfterMs: null, awayMs: null },
  OFF: { connects: false, cardAfterMs: null, awayMs: null },
  FLAP: { connects: true, cardAfterMs: 400, awayMs: 3_000 },
  /** After a reboot the "Running..." notice takes about a minute. */
  REBOOT: { connects: true, cardAfterMs: 400, awayMs: 60_000 },
}

/** Duration of a reboot in tests and demonstrations that do not wait. */
const FAST_REBOOT_MS = 3_000

const isScripted = (word: string): word is ScriptedEnding => Object.hasOwn(BEHAVIOURS, word)

/** Returns the behaviour of a serial number with a known suffix, or `null` for a real terminal. */
export function behaviourOf(serial: string, fast = false): Behaviour | null {
  const word = /-([A-Z]+)$/.exec(serial)?.[1] ?? ''
  const found = isScripted(word) ? BEHAVIOURS[word] : null
  return found !== null && fast && word === 'REBOOT' ? { ...found, awayMs: FAST_REBOOT_MS } : found
}
