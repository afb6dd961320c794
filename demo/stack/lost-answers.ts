// Lost answers of the demo's scenes: with an amount that ends in .77 the card is charged, but no answer about
// the sale arrives; with .76 only the first answers are lost; for a legal name that ends in "(answer lost)"
// the application is received, but its answer and the first look-ups are lost.
import { memberOf } from '@tapboard/contract'
import { LOST_ENDING } from '../host/sign-up/scenarios.ts'

/** Cents of an amount without any answer. */
const LOST_CENTS = 77
/** Cents of an amount without the first answers: the BFF recovers by itself. */
const LOST_A_WHILE_CENTS = 76
/** Number of lost answers of such a sale: to its start and to the first look-up. */
export const LOST_A_WHILE = 2
/** Number of lost answers of an application, including the one to its submission. */
export const LOST_ANSWERS = 2
/** Maximum number of remembered sales and applications; the oldest are dropped. */
const MAX_LOST = 100
/** The subject of a request, and how many answers about it are lost if it starts with this request. */
export interface Subject {
  readonly name: string
  readonly loses: number
}

const nothing: Subject = { name: '', loses: 0 }
const textOf = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' ? value : ''
}

/** Determines the subject of a request. Pure. */
export function subjectOf(method: string, url: string, body: string): Subject {
  const { pathname, searchParams } = new URL(url, 'http://line')
  const operation = pathname.split('/').at(-1)?.toLowerCase()
  if (method === 'GET') return { name: searchParams.get('xExternalRequestID') ?? '', loses: 0 }
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    return nothing
  }
  const token = textOf(read, 'Token') || textOf(memberOf(read, 'signature'), 'token')
  if (operation === 'initiate') {
    const cents = Math.round(Number(memberOf(read, 'xAmount')) * 100) % 100
    const loses = cents === LOST_CENTS ? Infinity : cents === LOST_A_WHILE_CENTS ? LOST_A_WHILE : 0
    return { name: textOf(read, 'xExternalRequestID'), loses }
  }
  if (operation === 'submitgoapp')
    return { name: token, loses: textOf(read, 'CorporateName').endsWith(LOST_ENDING) ? LOST_ANSWERS : 0 }
  return operation === 'getapplication' ? { name: token, loses: 0 } : nothing
}

/** The losses of a connection. */
interface Losses {
  /** Decides whether the answer to a request about this subject is lost. */
  readonly loses: (subject: Subject) => boolean
  /** Ends the losses about all earlier subjects, so that the next look-up gets its answer. */
  readonly repair: () => void
}

/** Creates the losses of a connection. */
export function createLosses(): Losses {
  /** Number of answers still to lose, by subject. */
  const lost = new Map<string, number>()
  return {
    loses: ({ name, loses: more }) => {
      const left = lost.get(name) ?? more
      if (name === '' || left === 0) return false
      lost.set(name, left - 1)
      const oldest = lost.size > MAX_LOST ? lost.keys().next().value : undefined
      if (oldest !== undefined) lost.delete(oldest)
      return true
    },
    repair: () => {
      for (const name of lost.keys()) lost.set(name, 0)
    },
  }
}
