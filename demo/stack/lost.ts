// Which answers of the service a bad line loses, for two scenes of the demo: whoever pays an amount that ends in .77 is charged on
// the terminal, but no answer about that sale ever comes back; with .76 the first ones do not; an application whose legal name ends in "(answer lost)" is
// received, and its answer and the first look-ups of it are lost.
import { memberOf } from '@tapboard/contract'
import { LOST_ENDING } from '../host/sign-up/scenarios.ts'

/** Cents of an amount whose answers are lost. */
export const LOST_CENTS = 77
/** Cents of an amount whose first answers are lost: the BFF finds out by itself once the line is back. */
export const LOST_A_WHILE_CENTS = 76
/** Answers about such a sale that never come: to its start, and to the first look-up of it. */
export const LOST_A_WHILE = 2
/** Answers about one lost application that never come, the one to its submission included. */
export const LOST_ANSWERS = 2
/** Lost sales and applications remembered; the oldest leave. */
const MAX_LOST = 100
/** What an exchange is about: its name here, and how many answers about it are lost if it begins so. */
export interface Subject {
  readonly name: string
  readonly loses: number
}

const nothing: Subject = { name: '', loses: 0 }
const textOf = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' ? value : ''
}

/** What a request is about. Pure. */
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

/** Remembers what is lost: is the answer to this exchange one that never comes? */
export function createLosses(): (subject: Subject) => boolean {
  /** Name → answers that are still to be lost. */
  const lost = new Map<string, number>()
  return ({ name, loses: more }) => {
    const left = lost.get(name) ?? more
    if (name === '' || left === 0) return false
    lost.set(name, left - 1)
    const oldest = lost.size > MAX_LOST ? lost.keys().next().value : undefined
    if (oldest !== undefined) lost.delete(oldest)
    return true
  }
}
