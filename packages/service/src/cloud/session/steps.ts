// The steps of a session for people: which event changed it, and when. Stored with the session in the same statement,
// so that a step exists exactly if its change does. Pure.
import { isFinal, type SessionState } from './machine.ts'

/** Events of a session that people see. */
type StepEvent = 'prompt_shown' | 'card_presented' | 'authorized' | 'ended' | 'reversed'

/** A step of a session. */
interface SessionStep {
  readonly event: StepEvent
  readonly status: SessionState['status']
  readonly atMs: number
}

function eventOf(before: SessionState, after: SessionState): StepEvent | null {
  if (isFinal(before.status)) return before.reversal !== after.reversal ? 'reversed' : null
  if (isFinal(after.status)) return 'ended'
  if (before.result === null && after.result !== null) return 'authorized'
  if (before.card === null && after.card !== null) return 'card_presented'
  return before.status !== after.status ? 'prompt_shown' : null
}

/** Parses the steps of a session, which its row has as JSON. */
export const stepsOf = (text: string): readonly SessionStep[] => JSON.parse(text) as readonly SessionStep[]

/** Adds the step between two states to stored steps. */
export function addStep(text: string, before: SessionState, after: SessionState, atMs: number): string {
  const event = eventOf(before, after)
  if (event === null) return text
  return JSON.stringify([...stepsOf(text), { event, status: after.status, atMs } satisfies SessionStep])
}
