// The life of one request to start a session: written or not, delivered or not, answered or not, with the answer in time, late or
// lost. The upstream's side of it is here too.
import type { Happening } from '../../packages/bff/src/sale/machine/happening.ts'
import { HARD_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { commit, withAttempt } from './ledger.ts'
import type { Step } from './steps.ts'
import {
  mayArrive,
  sessionsOf,
  type Answer,
  type Attempt,
  type Send,
  type Setup,
  type World,
} from './world.ts'

/** The world with one send changed. */
function withSend(world: World, at: number, send: Send, changes: Partial<Send>): World {
  const sends = (world.attempts[at]?.sends ?? []).map((one) => (one === send ? { ...one, ...changes } : one))
  return withAttempt(world, at, { sends })
}

/** Writes the answer down under the fence of the send. */
function hear(world: World, setup: Setup, at: number, send: Send, answer: Answer): World {
  const gone = (after: World): World => withSend(after, at, send, { process: 'gone', answer: null })
  const write = (happening: Happening): ReturnType<typeof commit> =>
    commit(world, setup, at, happening, send.fence)
  switch (answer.kind) {
    case 'accepted': {
      const done = write({ type: 'accepted', sessionId: answer.sessionId, taken: false })
      // Another process owns the sale by now: the answer is offered as a late one.
      return done.kind === 'stale' ? withSend(world, at, send, { process: 'listening' }) : gone(done.world)
    }
    case 'used before': {
      const done = write({ type: 'send_lost' })
      if (done.kind !== 'moved' || setup.repeat !== 'refuses') return gone(done.world)
      return withSend(done.world, at, send, { process: 'naming' })
    }
    case 'rejected':
      return gone(write({ type: 'rejected', reason: 'upstream-refused' }).world)
    case 'busy':
      return gone(write({ type: 'not_sent', reason: 'upstream-busy', retryAfterMs: 0 }).world)
  }
}

/** Steps of the sending process, if it is still active. */
function processSteps(world: World, setup: Setup, at: number, attempt: Attempt, send: Send): Step[] {
  const name = `send ${send.number}`
  switch (send.process) {
    case 'ready': {
      const unsent: Happening = { type: 'not_sent', reason: 'upstream-unreachable', retryAfterMs: 0 }
      const cannot = commit(world, setup, at, unsent, send.fence).world
      const gone = withSend(cannot, at, send, { process: 'gone' })
      const steps: Step[] = [{ by: 'bff', what: `${name} finds no connection`, world: gone }]
      if (world.nowMs >= send.deadlineMs) return steps
      // A process that has lost its lease can only write down a late answer.
      const process = send.fence === attempt.row.fence ? 'waiting' : 'listening'
      const sent = withSend(world, at, send, { process, underWay: true })
      const written = [...attempt.written, send.externalId]
      return [...steps, { by: 'bff', what: `${name} is written`, world: withAttempt(sent, at, { written }) }]
    }
    case 'waiting': {
      const lost = commit(world, setup, at, { type: 'send_lost' }, send.fence).world
      const late = withSend(lost, at, send, { process: 'listening' })
      const steps: Step[] = [{ by: 'bff', what: `${name} gives up waiting`, world: late }]
      if (send.answer === null) return steps
      const what = `${name} hears: ${send.answer.kind}`
      return [...steps, { by: 'network', what, world: hear(world, setup, at, send, send.answer) }]
    }
    case 'naming':
    case 'listening': {
      const { answer } = send
      if (answer === null || !('sessionId' in answer)) return []
      const isNaming = send.process === 'naming'
      const found: Happening = { type: 'session_found', sessionId: answer.sessionId, taken: false }
      const done = commit(world, setup, at, found, isNaming ? send.fence : null)
      // Not in doubt yet: the process offers its answer again later.
      if (done.kind === 'refused' && attempt.row.state === 'sending') return []
      const heard = withSend(done.world, at, send, { process: 'gone', answer: null })
      const what = `${name} names the session${isNaming ? '' : ', late'}`
      return [{ by: isNaming ? 'bff' : 'network', what, world: heard }]
    }
    case 'gone':
      return []
  }
}

/** The request arrives and the upstream answers it. */
function arrivalSteps(world: World, setup: Setup, at: number, attempt: Attempt, send: Send): Step[] {
  if (!send.underWay || !mayArrive(send, world, setup)) return []
  const step = (what: string, answer: Answer, more: Partial<Attempt> = {}): Step => {
    const after = withSend(world, at, send, { underWay: false, answer })
    return {
      by: 'upstream',
      what: `send ${send.number} arrives, ${what}`,
      world: withAttempt(after, at, more),
    }
  }
  const known = attempt.sessions.find(({ externalId }) => externalId === send.externalId)
  if (known !== undefined && setup.onRepeat !== 'starts another session') {
    const kind = setup.onRepeat === 'replays' ? 'accepted' : 'used before'
    return [step(`${kind}: ${known.id}`, { kind, sessionId: known.id })]
  }
  const refused = step('is refused', { kind: 'rejected' })
  if (sessionsOf(world).some(({ status }) => status === 'live')) return [refused]
  const id = `${send.externalId}/${attempt.sessions.length + 1}`
  const session = { id, externalId: send.externalId, status: 'live', endsMs: world.nowMs + HARD_MS } as const
  const at429 = attempt.written.indexOf(send.externalId)
  return [
    refused,
    step(
      'starts a session',
      { kind: 'accepted', sessionId: id },
      { sessions: [...attempt.sessions, session] },
    ),
    step('429', { kind: 'busy' }, { written: attempt.written.filter((_, index) => index !== at429) }),
  ]
}

/** All steps of the sends of an attempt. */
export function sendSteps(world: World, setup: Setup, at: number, attempt: Attempt): Step[] {
  return attempt.sends.flatMap((send) => [
    ...processSteps(world, setup, at, attempt, send),
    ...arrivalSteps(world, setup, at, attempt, send),
  ])
}
