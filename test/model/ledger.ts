// The ledger of the model. The rules judge a happening against the committed row after the fence is compared. The locks are
// checked over all rows, as the unique indexes of `schema.ts` do. One call is one transaction.
import type { Happening } from '../../packages/bff/src/sale/machine/happening.ts'
import { judgeAttempts } from '../../packages/bff/src/sale/machine/check-start.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { START_DEADLINE_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { freshAttempt, type Attempt, type Setup, type World } from './world.ts'

/** The result of a commit, as in the BFF's ledger. */
export interface Committed {
  readonly kind: 'moved' | 'noted' | 'refused' | 'stale'
  readonly world: World
}

/** The world with one attempt changed. */
export function withAttempt(world: World, at: number, changes: Partial<Attempt>): World {
  const attempts = world.attempts.map((one, index) => (index === at ? { ...one, ...changes } : one))
  return { ...world, attempts }
}

/** Do the unique indexes hold: one attempt per number, one per order while held, one per device while held? */
export function indexesHold(rows: readonly SaleRow[], setup: Setup): boolean {
  const numbers = new Set(rows.map(({ attempt }) => attempt))
  const orders = rows.filter((row) => row.orderHold).length
  const devices = rows.filter((row) => row.deviceHold).length
  return numbers.size === rows.length && (orders <= 1 || !setup.rules.orderLock) && devices <= 1
}

/** Applies a happening to an attempt; `fence` is `null` for evidence that needs no lease. */
export function commit(
  world: World,
  setup: Setup,
  at: number,
  happening: Happening,
  fence: number | null,
): Committed {
  const attempt = world.attempts[at]
  if (attempt === undefined) throw new Error('no such attempt')
  const { row } = attempt
  if (fence !== null && fence !== row.fence) return { kind: 'stale', world }
  const others = world.attempts.filter((other) => other !== attempt)
  const { repeat, lookup, rules } = setup
  const orderHeldElsewhere = !row.orderHold && others.some((other) => other.row.orderHold)
  const judged = rules.judge(row, happening, { nowMs: world.nowMs, repeat, lookup, orderHeldElsewhere })
  if (judged.kind === 'refused') return { kind: 'refused', world }
  const version = row.version + (judged.kind === 'moved' ? 1 : 0)
  const after = withAttempt(world, at, { row: { ...row, ...judged.changes, version } })
  const rows = after.attempts.map((one) => one.row)
  if (!indexesHold(rows, setup)) throw new Error(`${happening.type} in ${row.state} breaks a lock`)
  return { kind: judged.kind, world: after }
}

/** The page's view of whether the next attempt may start: the BFF's own judgment, and the device. */
export function looksFree(world: World, setup: Setup): boolean {
  const rows = world.attempts.map(({ row }) => row).toReversed()
  const judged = judgeAttempts(rows, rows.length + 1)
  const open = judged !== null && (setup.rules.orderLock || judged.code !== 'sale-open')
  return !open && rows.every((row) => !row.deviceHold)
}

/** Rule 1, the commit: when two pages both found the order free, only the indexes keep the second one out. */
export function insertNext(world: World, setup: Setup): World {
  const { nowMs, pressedMs } = world
  const fromMs = setup.rules.deadlineFrom === 'press' ? (pressedMs ?? nowMs) : nowMs
  const number = world.attempts.length + 1
  const next = setup.hasDeadlines
    ? freshAttempt(number, nowMs, pressedMs, fromMs + START_DEADLINE_MS)
    : freshAttempt(number, nowMs, null, null)
  const attempts = [...world.attempts, next]
  const held = indexesHold(
    attempts.map(({ row }) => row),
    setup,
  )
  return held ? { ...world, attempts, pressedMs: null } : { ...world, pressedMs: null }
}
