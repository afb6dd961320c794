// Days of a merchant: the instants at which a day of a time zone begins and ends (D-113). Pure.

/** A day with its first instant and the first one of the next day. */
export interface Day {
  /** The date in the merchant's time zone, `YYYY-MM-DD`. */
  readonly day: string
  readonly fromMs: number
  readonly untilMs: number
}

const DAY_MS = 86_400_000
/** Local time differs from UTC by at most 14 hours. */
const WIDEST_MS = 15 * 3_600_000

const PARTS = ['year', 'month', 'day'] as const

/** Returns a function that names the day of an instant, `YYYY-MM-DD`, in a time zone. */
function dayNames(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (atMs) => {
    const parts = format.formatToParts(atMs)
    return PARTS.map((name) => parts.find(({ type }) => type === name)?.value).join('-')
  }
}

/** The first instant of a day: between two instants around its midnight, by halving. */
function startOf(day: string, nameOf: (atMs: number) => string): number {
  const guessMs = Date.parse(`${day}T00:00:00Z`)
  let before = guessMs - WIDEST_MS
  let after = guessMs + WIDEST_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (nameOf(middle) < day) before = middle
    else after = middle
  }
  return after
}

/** Whether a text is a day of the calendar between 2000 and 2099. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

/** The day of an instant in a time zone. */
export const dayAt = (atMs: number, timeZone: string): string => dayNames(timeZone)(atMs)

/** The limits of a day in a time zone. Neighbouring days touch, also where clocks change. */
export function dayOf(day: string, timeZone: string): Day {
  const nameOf = dayNames(timeZone)
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return { day, fromMs: startOf(day, nameOf), untilMs: startOf(next, nameOf) }
}
