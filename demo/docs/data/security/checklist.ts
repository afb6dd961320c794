// The form of a checklist: requirements of a standard in our words, each with a verdict and the tests or pages that hold it.

export const STATUSES = ['held', 'partly', 'not held', "host's task", 'does not apply'] as const
export type Status = (typeof STATUSES)[number]

/** A test by the beginning of its title, or a section of a document by its heading. */
export interface Holder {
  readonly kind: 'test' | 'section'
  readonly file: string
  readonly title: string
}

/** The answer to a requirement. */
export interface Verdict {
  readonly status: Status
  /** How it is held, or the reason why not. */
  readonly how: string
  readonly holders: readonly Holder[]
}

export interface Requirement extends Verdict {
  /** Number of the requirement in the standard. */
  readonly clause: string
  /** Level of ASVS; `null` in a standard without levels. */
  readonly level: 1 | 2 | null
  readonly subject: string
}

export interface Chapter {
  readonly id: string
  readonly title: string
  readonly rows: readonly Requirement[]
}

type LevelRow = readonly [clause: string, level: 1 | 2, subject: string, verdict: Verdict]
type ClauseRow = readonly [clause: string, subject: string, verdict: Verdict]

/** A test, by its file and the beginning of its title. */
export const test = (file: string, title: string): Holder => ({ kind: 'test', file, title })

/** A section of a page of this documentation. */
export const section = (page: string, title: string): Holder => ({
  kind: 'section',
  file: `demo/docs/pages/${page}.md`,
  title,
})

/** Fulfilled, as each holder shows. */
export const held = (how: string, ...holders: readonly [Holder, ...Holder[]]): Verdict => ({
  status: 'held',
  how,
  holders,
})

/** Fulfilled with the named exception. */
export const partly = (how: string, ...holders: readonly Holder[]): Verdict => ({
  status: 'partly',
  how,
  holders,
})

export const notHeld = (how: string): Verdict => ({ status: 'not held', how, holders: [] })

/** Of the shop, the partner or the operator: no code of ours can fulfil it alone. */
export const byHost = (how: string, ...holders: readonly Holder[]): Verdict => ({
  status: "host's task",
  how,
  holders,
})

export const absent = (how: string): Verdict => ({ status: 'does not apply', how, holders: [] })

/** Makes a chapter of ASVS, whose rows have levels. */
export const chapter = (id: string, title: string, rows: readonly LevelRow[]): Chapter => ({
  id,
  title,
  rows: rows.map(([clause, level, subject, verdict]) => ({ clause, level, subject, ...verdict })),
})

/** Makes a chapter of a standard without levels. */
export const clauses = (id: string, title: string, rows: readonly ClauseRow[]): Chapter => ({
  id,
  title,
  rows: rows.map(([clause, subject, verdict]) => ({ clause, level: null, subject, ...verdict })),
})

/** The number of rows with each status. */
export const countsOf = (rows: readonly Verdict[]): Readonly<Record<Status, number>> =>
  Object.fromEntries(
    STATUSES.map((status) => [status, rows.filter((row) => row.status === status).length]),
  ) as Record<Status, number>
