// The invariants of the ledger, checked after every commit that changed their rows and after every byte that leaves. The checks
// never ask the ledger's own code.
import { LOCKING_STATES } from '@tapboard/contract'
import { hashEvent } from '../../packages/bff/src/sale/ledger/chain.ts'
import { CHAIN_START } from '../../packages/bff/src/durable/chain.ts'
import type { Committed } from './memory-ledger.ts'
import type { SaleEventRow, SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import type { InitiateOrder } from '../../packages/bff/src/upstream/terminal/initiate.ts'
import type { Books } from './books.ts'
import type { Lies } from './lies.ts'
import type { Presses } from './presses.ts'
import { OPERATOR } from './recovery.ts'
import { ruleOf } from './rules.ts'
import type { Scenario } from './story.ts'
import type { Charge } from './service.ts'
import type { Tokens } from './tokens.ts'
import type { World } from './world.ts'

const LOCKING: readonly string[] = LOCKING_STATES
/** Evidence of a payment beside a newer attempt: flagged, not prevented (rule 22). */
const CONFLICTS = ['late_conflict', 'identity_mismatch']
const HOLDING: readonly string[] = ['intent', 'sending', 'started']

/** Between the last read of an earlier attempt and the commit of the next: an answer of 2 s ago, and 2.8 s for the rest. */
const REREAD_WINDOW_MS = 5_000

/** Whether two rows are attempts of the same order, or of the same refund. */
const isSameGroup = (one: SaleRow, other: SaleRow): boolean =>
  one.orderRef === other.orderRef &&
  one.kind === other.kind &&
  one.refundOf === other.refundOf &&
  one.refundRef === other.refundRef

const commandOf = ({ kind }: SaleRow): string => (kind === 'refund' ? 'cc:credit' : 'cc:sale')

/** The records of a story that the invariants compare. */
interface InvariantParts {
  readonly books: Books
  readonly presses: Presses
  readonly tokens: Tokens
}

export class Invariants {
  readonly #world: World
  readonly #scenario: Scenario
  readonly #books: Books
  readonly #bodies = new Map<string, { bytes: string; sends: number; turnedAway: number }>()
  readonly #byExternalId = new Map<string, string>()
  /** Rows that a restore lost, by external ID. */
  readonly #lost = new Map<string, SaleRow>()
  readonly charges: Charge[] = []
  /** Transitions that happened, by number. */
  readonly rules = new Map<string, number>()

  readonly #presses: Presses
  readonly #tokens: Tokens
  heard: (committed: Committed) => void = () => {}
  /** Set once there is a service. */
  lies: Lies | null = null

  constructor(world: World, scenario: Scenario, { books, presses, tokens }: InvariantParts) {
    this.#presses = presses
    this.#tokens = tokens
    this.#world = world
    this.#scenario = scenario
    this.#books = books
    books.onCommit = (committed) => {
      this.#committed(committed)
      this.heard(committed)
    }
  }

  /** The sale that an external ID belongs to; one that the ledger lost, if no other has the ID. */
  saleOf(externalId: string): SaleRow | undefined {
    return this.#books.row(this.#byExternalId.get(externalId) ?? '') ?? this.#lost.get(externalId)
  }

  /** The ledger lost these rows in a restore: their attempts may be repeated, and their charges still count. */
  lose(rows: readonly SaleRow[]): void {
    for (const row of rows) {
      this.#lost.set(row.externalId, row)
      this.#bodies.delete(row.externalId)
    }
  }

  #sale(id: string): SaleRow | undefined {
    return this.#books.row(id) ?? [...this.#lost.values()].find((row) => row.id === id)
  }

  #committed({ by, rows, events }: Committed): void {
    for (const { before, after } of rows) {
      if (before === null) this.#byExternalId.set(after.externalId, after.id)
      const event = events.find(({ saleId: id }) => id === after.id)
      this.#rowChanged(before, after, event)
      if (before !== null && event !== undefined) this.#owned(before, event, by)
    }
    const [known] = rows
    if (events.some((event) => !rows.some(({ after }) => after.id === event.saleId)))
      this.#world.broken('INV-9: an event without its row')
    if (known !== undefined) this.#locks(rows.map(({ after }) => after))
  }

  #rowChanged(before: SaleRow | null, after: SaleRow, event: SaleEventRow | undefined): void {
    const world = this.#world
    if (before !== null && after.fence < before.fence)
      world.broken(`INV-16: the fence of ${after.id} went back`)
    if (event === undefined) {
      if (before === null) return world.broken(`INV-9: ${after.id} has no first event`)
      if (before.version !== after.version || before.state !== after.state)
        world.broken(`INV-9: ${after.id} went from ${before.state} to ${after.state} without an event`)
      return
    }
    const rule = ruleOf(before, after, event)
    world.say(
      'ledger',
      `${after.id.slice(0, 9)} ${before?.state ?? '–'} → ${after.state} (${rule ?? '?'}${after.reason === null ? '' : `, ${after.reason}`})`,
    )
    if (rule === null)
      return world.broken(`INV-9: ${event.type} led from ${before?.state ?? 'nothing'} to ${after.state}`)
    const counted = after.kind === 'refund' ? [rule, `refund ${rule}`] : [rule]
    for (const name of counted) this.rules.set(name, (this.rules.get(name) ?? 0) + 1)
    if (event.number !== (before?.version ?? 0) + 1 || after.version !== event.number)
      world.broken(`INV-9: event ${event.number} follows version ${before?.version ?? 0}`)
    const chained = event.prevHash === (before?.eventHash ?? CHAIN_START) && event.hash === after.eventHash
    if (!chained || hashEvent(event) !== event.hash)
      world.broken(`INV-20: the chain of ${after.id} is broken`)
    if (before !== null) this.#unchanged(before, after)
    else if (after.state === 'intent') {
      const fault = this.#tokens.fault(after)
      if (fault !== null) world.broken(fault)
      this.#decided(after)
    }
    if (rule === '20' || rule === '21') {
      if (after.person === null || event.person !== after.person)
        world.broken('INV-20: an attestation without a person')
      if (before?.deviceHold) world.broken('rules 20, 21: attested while the device was held')
    }
    if (after.state === 'approved') this.#approved(after)
  }

  /** INV-16: only the owner of a lease writes the changes that need one. */
  #owned(before: SaleRow, { type, fromState: from }: SaleEventRow, by: string | undefined): void {
    if (by === OPERATOR) return
    const anybody = [
      'cancel_requested',
      'cancel_failed',
      'attested_paid',
      'attested_unpaid',
      'device_released',
      'session_found',
      'flagged',
    ]
    const late = type === 'started' && from === 'in_doubt'
    const ended = type === 'reviewed' && from !== 'started' && from !== 'in_doubt'
    if (before.leaseOwner?.startsWith(by ?? '?') !== true && !late && !ended && !anybody.includes(type))
      this.#world.broken(`INV-16: ${type} was written by one that does not hold the sale`)
  }

  /** Rule 22: a further attempt waits for a person's decision about a review, whichever attempt has the order lock. */
  #decided(one: SaleRow): void {
    const others = this.#books.rows().filter(({ id }) => id !== one.id)
    if (others.some((row) => isSameGroup(row, one) && row.state === 'review'))
      this.#world.broken(`INV-2: an attempt of order ${one.orderRef} begins while another is in review`)
    if (one.kind === 'refund') this.#covered(one, others)
  }

  /** INV-22: the sale is paid, no refund of it is open, and all that may have paid back fit into it. */
  #covered(one: SaleRow, others: readonly SaleRow[]): void {
    const world = this.#world
    const sale = others.find(({ id }) => id === one.refundOf)
    if (sale?.kind !== 'sale' || sale.state !== 'approved' || sale.reference !== one.creditReference)
      return world.broken(`INV-22: ${one.id} begins without an approved sale`)
    const refunds = others.filter((row) => row.refundOf === sale.id && LOCKING.includes(row.state))
    if (refunds.some(({ state }) => state !== 'approved'))
      world.broken(`INV-22: ${one.id} begins while another refund is open`)
    const total = [one, ...refunds].reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (total > sale.amountMinor)
      world.broken(`INV-22: ${total} of ${sale.amountMinor} would be paid back with ${one.id}`)
  }

  /** The columns committed before the send never change (INV-1). */
  #unchanged(before: SaleRow, after: SaleRow): void {
    const names = [
      ...(['externalId', 'amountMinor', 'currency', 'deviceId', 'orderRef', 'requestHash'] as const),
      ...(['kind', 'refundOf', 'refundRef', 'creditReference', 'requestedBy'] as const),
    ]
    for (const name of names)
      if (before[name] !== after[name]) this.#world.broken(`INV-1: ${name} of ${after.id} changed`)
    if (before.sessionId !== null && before.sessionId !== after.sessionId)
      this.#world.broken(`INV-1: the session of ${after.id} changed`)
  }

  /** INV-7: the upstream's own book or a named person confirms it. */
  #approved(row: SaleRow): void {
    if (row.byWhom === 'person') {
      if (!row.person?.trim() || (row.reference === null && row.approvalCode === null))
        this.#world.broken(`INV-7: ${row.id} is approved by a person without a name or a reference`)
      return
    }
    const charge = this.charges.find(({ reference }) => reference === row.reference)
    const sound =
      charge?.status === 'approved' &&
      charge.sessionId === row.sessionId &&
      charge.externalId === row.externalId &&
      charge.command === commandOf(row) &&
      charge.amountMinor === row.amountMinor
    if (!sound)
      this.#world.broken(`INV-7: ${row.id} is approved and the upstream charged nothing of the kind`)
  }

  /** INV-2 and INV-3, over the rows of the orders and devices that changed. */
  #locks(changed: readonly SaleRow[]): void {
    const rows = this.#books.rows()
    for (const one of changed) {
      const locking = rows.filter(
        (row) =>
          isSameGroup(row, one) && LOCKING.includes(row.state) && !CONFLICTS.includes(row.reason ?? ''),
      )
      if (locking.length > 1)
        this.#world.broken(`INV-2: order ${one.orderRef} has ${locking.length} open attempts`)
      const holding = rows.filter((row) => row.deviceId === one.deviceId && row.deviceHold)
      if (holding.length > 1)
        this.#world.broken(`INV-3: device ${one.deviceId} is held ${holding.length} times`)
      // A session found after the fence (rule 16 after 19) cannot ask for a card any more.
      const fenced = this.#world.now() < (one.deviceFreeAtMs ?? Infinity)
      if (HOLDING.includes(one.state) && !one.deviceHold && fenced)
        this.#world.broken(`INV-3: ${one.id} is ${one.state} and holds no device`)
    }
  }

  /** INV-1, INV-4, INV-12 and INV-18: the bytes of an initiate leave. */
  leaving(order: InitiateOrder, body: string, skewMs: number): void {
    const row = this.saleOf(order.externalId)
    const world = this.#world
    if (row === undefined) return world.broken('INV-1: an initiate left and no row holds its external ID')
    const fields = JSON.parse(body) as Record<string, unknown>
    if (row.state !== 'sending') world.broken(`INV-1: an initiate left while its row was in ${row.state}`)
    if (
      row.amountMinor !== order.amountMinor ||
      Math.round(Number(fields['xAmount']) * 100) !== row.amountMinor ||
      row.deviceId !== fields['xDeviceID'] ||
      row.externalId !== fields['xExternalRequestID'] ||
      commandOf(row) !== fields['xCommand'] ||
      (row.creditReference ?? undefined) !== fields['xRefNum']
    )
      world.broken('INV-12: the initiate says something else than its row')
    if (row.sendDeadlineMs === null || world.now() > row.sendDeadlineMs)
      world.broken('rule 2: an initiate left after its deadline')
    if (row.deadlineAtMs !== null && world.now() >= row.deadlineAtMs)
      world.broken('INV-21: an initiate left after the deadline of its start')
    const lateBy = this.#presses.lateBy(row.idempotencyKey, skewMs)
    if (lateBy !== null) world.broken(`INV-21: an initiate left ${lateBy} s after the deadline of its press`)
    const known = this.#bodies.get(order.externalId)
    const sends = (known?.sends ?? 0) + 1
    this.#bodies.set(order.externalId, { bytes: body, sends, turnedAway: known?.turnedAway ?? 0 })
    if (known !== undefined && known.bytes !== body)
      world.broken('INV-4: a repeat differs from the first send')
    const most = this.#scenario.upstream.repeat === 'unknown' ? 1 : 3
    if (sends - (known?.turnedAway ?? 0) > most)
      world.broken(`INV-4: ${order.externalId} was sent ${sends} times`)
  }

  /** A complete 429 came back: that send does not count. */
  turnedAway(order: InitiateOrder): void {
    const known = this.#bodies.get(order.externalId)
    if (known !== undefined) known.turnedAway += 1
  }

  /** INV-5: records that the processor charged a card. */
  charged(charge: Charge): void {
    this.charges.push(charge)
    this.#world.say('upstream', `charges ${charge.externalId}: ${charge.status}`)
    if (charge.status !== 'approved') return
    const row = this.saleOf(charge.externalId)
    if (row === undefined) return this.#world.broken('P12: a charge without a row')
    if (row.amountMinor !== charge.amountMinor) this.#world.broken('P10: another amount was charged')
    if (charge.command !== commandOf(row) || charge.creditOf !== row.creditReference)
      this.#world.broken(`P10: ${charge.externalId} was charged as another kind of transaction`)
    const others = this.charges.flatMap((one) => {
      const other = this.saleOf(one.externalId)
      const counts = one !== charge && one.status === 'approved' && other !== undefined
      return counts && !this.#wasHidden(one, row) ? [other] : []
    })
    const attested = (wanted: (other: SaleRow) => boolean): boolean =>
      this.#books
        .rows()
        .filter(wanted)
        .some(({ id }) => this.#books.eventsOf(id).some(({ type }) => type === 'attested_unpaid'))
    const isAgain = (other: SaleRow): boolean => isSameGroup(other, row)
    if (others.some(isAgain) && !attested(isAgain))
      this.#world.broken(
        row.kind === 'sale'
          ? `INV-5: order ${row.orderRef} was charged twice`
          : `INV-5: refund ${row.refundRef} of ${row.refundOf} was paid back twice`,
      )
    if (row.kind === 'sale') return
    const isSibling = (other: SaleRow): boolean => other.refundOf === row.refundOf
    const paidBack = [row, ...others.filter(isSibling)].reduce((sum, one) => sum + one.amountMinor, 0)
    if (paidBack > (this.#sale(row.refundOf ?? '')?.amountMinor ?? 0) && !attested(isSibling))
      this.#world.broken(`INV-22: ${paidBack} was paid back of ${row.refundOf}`)
  }

  /**
   * INV-5 for an upstream that changes its answer: it still reported the earlier charge as unpaid when the later attempt was
   * committed, or until shortly before, so no read could have shown the charge.
   */
  #wasHidden(one: Charge, row: SaleRow): boolean {
    const other = this.saleOf(one.externalId)
    const truthMs = this.lies?.endMs(one.sessionId) ?? null
    if (other === undefined || truthMs === null || (isSameGroup(other, row) && other.attempt > row.attempt))
      return false
    return truthMs > row.createdAtMs - REREAD_WINDOW_MS
  }
}
