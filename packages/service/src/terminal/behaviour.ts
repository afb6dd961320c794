// How a scripted terminal behaves, as the end of its serial number says. Pure data.

/** What a scripted terminal does with a prompt. */
export interface Behaviour {
  /** False: it never connects. */
  readonly connects: boolean
  /** From the prompt to the card, in ms; `null`: no card ever comes. */
  readonly cardAfterMs: number | null
  /** How long it is away after it has shown a prompt for the first time, in ms; `null`: it stays. */
  readonly awayMs: number | null
}

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  OK: { connects: true, cardAfterMs: 400, awayMs: null },
  SLOW: { connects: true, cardAfterMs: 6_000, awayMs: null },
  NEVER: { connects: true, cardAfterMs: null, awayMs: null },
  OFF: { connects: false, cardAfterMs: null, awayMs: null },
  FLAP: { connects: true, cardAfterMs: 400, awayMs: 3_000 },
  /** After a reboot the application is away for up to a minute (§1.3). */
  REBOOT: { connects: true, cardAfterMs: 400, awayMs: 45_000 },
}

/** The behaviour of a serial number that ends with one of the known words, or `null`: a terminal of flesh and blood. */
export function behaviourOf(serial: string): Behaviour | null {
  const word = /-([A-Z]+)$/.exec(serial)?.[1] ?? ''
  return Object.hasOwn(BEHAVIOURS, word) ? (BEHAVIOURS[word] ?? null) : null
}
