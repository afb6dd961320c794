// The final check, after all faults are over: the upstream's book of charges against the ledger. Nothing is charged twice, no
// charge is lost, nothing is approved unpaid, nothing is stuck.
import { isSettled, isUnpaid } from '@tapboard/contract'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { isFinal } from '../../packages/service/src/cloud/session/machine.ts'
import type { SessionRow } from '../../packages/service/src/schema/schema.ts'
import type { Books } from './books.ts'
import type { Evidence } from './evidence.ts'
import type { Invariants } from './invariants.ts'
import type { Scenario } from './story.ts'
import type { Charge, SimService } from './service.ts'
import type { World } from './world.ts'

/** INV-6: after upstream and store are reachable for this long, an approved session must be known. */
const KNOWN_MS = 32_000

/**
 * At first an end reported by the upstream is read again every minute: the truth is known this long after it is available (D-35).
 */
const LEARNED_MS = 70_000

/**
 * A person made a false statement, and the upstream can be asked: rules 22 and 23 require an alert (P11). Evidence that the
 * person has already seen raises no second alert (D-35).
 */
export function owesAlert(row: SaleRow, scenario: Scenario, service: SimService): boolean {
  if (row.byWhom !== 'person' || row.state === 'review' || row.seen === 'judged') return false
  const findable = row.sessionId !== null || (scenario.upstream.lookup === 'authoritative' && row.sendDoubted)
  const sessions = service.sessions.filter((session) => session.externalId === row.externalId)
  if (!findable || sessions.length === 0) return false
  const over = sessions.every(({ status }) => isFinal(status))
  return row.state === 'closed_unpaid' ? sessions.some(wasPaid) : over && !sessions.some(wasPaid)
}

/** The upstream called a paid session unpaid: the ledger learns of it by its own reads (rule 22). */
export const isHidden = (row: SaleRow, service: SimService): boolean =>
  isUnpaid(row.state) &&
  row.byWhom !== 'person' &&
  service.sessions.some((session) => session.externalId === row.externalId && wasPaid(session))

const wasPaid = (session: SessionRow): boolean =>
  session.resultStatus === 'approved' && isFinal(session.status)

/** Whether a charge has a row, or the comparison after a restore has found it. */
const isNamed = (books: Books, { externalId }: Charge): boolean =>
  [...books.rows(), ...(books.recovery?.lost ?? [])].some((one) => one.externalId === externalId)

/** Compares the ledger with the actual charges; reports each difference to the world. */
export function judge(
  world: World,
  scenario: Scenario,
  parts: {
    readonly books: Books
    readonly service: SimService
    readonly invariants: Invariants
    readonly evidence: Evidence
    readonly faultsEndedMs: number
  },
): void {
  const { books, service, invariants, evidence, faultsEndedMs } = parts
  const withoutFaultsMs = world.sinceMs - faultsEndedMs
  const sessionsOf = (row: SaleRow): SessionRow[] =>
    service.sessions.filter((session) => session.externalId === row.externalId)
  for (const session of service.sessions)
    if (invariants.saleOf(session.externalId) === undefined)
      world.broken(`P12: session ${session.id} was begun and no row knows it`)
  for (const charge of service.charges)
    if (charge.status === 'approved' && !isNamed(books, charge))
      world.broken(`D-175: ${charge.externalId} was charged, and neither a row nor the comparison names it`)
  for (const { sessionId, status } of service.charges)
    if (service.session(sessionId)?.resultStatus !== status)
      world.broken(`P3: session ${sessionId} was charged (${status}), and its row says otherwise`)
  for (const row of books.rows()) {
    const sessions = sessionsOf(row)
    const charged = sessions.some(wasPaid)
    const overForMs = Math.min(
      withoutFaultsMs,
      ...sessions.map((session) => world.now() - (service.overAtMs(session.id) ?? world.now())),
    )
    if (row.state === 'approved' && row.byWhom === 'upstream' && !charged)
      world.broken(`P3: ${row.id} is approved and was never charged`)
    const lied = scenario.faults.some(({ at }) => at === 'lie') && withoutFaultsMs < LEARNED_MS
    if (isUnpaid(row.state) && charged && row.byWhom !== 'person' && !lied)
      world.broken(`P3: ${row.id} is ${row.state} and was charged`)
    if (withoutFaultsMs >= KNOWN_MS && evidence.isMissing(row))
      world.broken(`INV-6: a process knows the session of ${row.id}, and the ledger does not`)
    if (overForMs < KNOWN_MS) continue
    if (['intent', 'sending'].includes(row.state)) world.broken(`P4: ${row.id} is stuck in ${row.state}`)
    if (row.state === 'started' && sessions.every(({ status }) => isFinal(status)))
      world.broken(`INV-6: ${row.id} is still started though its session is over`)
    if (owesAlert(row, scenario, service))
      world.broken(
        `P11: a person called ${row.id} ${row.state}, the upstream contradicts it, and no alert was raised`,
      )
    const findable = row.sessionId !== null || scenario.upstream.lookup === 'authoritative'
    if (charged && findable && !isSettled(row.state) && row.state !== 'review')
      world.broken(`INV-6: ${row.id} was charged and is still ${row.state}`)
  }
}
