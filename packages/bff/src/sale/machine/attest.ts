// A person attests the result of a sale (rules 20 and 21); a second person can contradict (D-94). Pure. The host identifies
// the person. Attestation is possible only after the terminal's fence.
import { followUp, guarded, illegal, moved, over } from './enter.ts'
import type { Facts, SaleInput, Reduction } from './sale-input.ts'
import { JUDGED } from './reading.ts'
import type { SaleRow } from './row.ts'

type Of<T extends SaleInput['type']> = Extract<SaleInput, { type: T }>

/** Prefix of `seen` in a review caused by two persons; the person who attested "unpaid" follows. */
const UNPAID_BY = 'unpaid:'

/** Returns both persons of a review caused by contradicting attestations; `null` for any other sale. */
export const twoPersons = (
  row: Pick<SaleRow, 'state' | 'seen' | 'person'>,
): { readonly paid: string; readonly unpaid: string } | null =>
  row.state === 'review' && row.person !== null && row.seen?.startsWith(UNPAID_BY) === true
    ? { paid: row.person, unpaid: row.seen.slice(UNPAID_BY.length) }
    : null

// D-94: one person attested "unpaid", another has evidence of a payment. The sale enters review with both attestations.
function contradicted(row: SaleRow, input: Of<'attested_paid'>, facts: Facts): Reduction {
  if (row.byWhom !== 'person' || row.person === input.person) return guarded('attested otherwise already')
  const reference = input.reference?.trim() || null
  const approvalCode = input.approvalCode?.trim() || null
  if (reference === null && approvalCode === null) return guarded('a reference or an approval code is needed')
  return moved(
    'reviewed',
    {
      ...over('review', 'late_conflict', facts.nowMs),
      seen: `${UNPAID_BY}${row.person ?? ''}`,
      person: input.person,
      reference: reference ?? row.reference,
      approvalCode: approvalCode ?? row.approvalCode,
      orderHold: !facts.orderHeldElsewhere,
    },
    [{ type: 'alert', reason: 'late_conflict' }, { type: 'flag_newer' }],
  )
}

/**
 * Checks whether the next read would repeat the report that led to the conflict: "paid" by the upstream, or its "unpaid" against a
 * person's "paid". An answer that contradicts itself reports neither, so an approval after it is news.
 */
const isReported = (row: SaleRow, type: SaleInput['type']): boolean =>
  row.reason === 'late_conflict' &&
  twoPersons(row) === null &&
  (row.byWhom === 'upstream' || (row.byWhom === 'person' && type === 'attested_paid'))

/** A person attests the result, only after the terminal can no longer prompt for the card. */
export function attested(
  row: SaleRow,
  input: Of<'attested_paid'> | Of<'attested_unpaid'>,
  facts: Facts,
): Reduction {
  const { nowMs, lookup } = facts
  if (input.person.trim() === '') return guarded('no person is named')
  if (row.state === 'closed_unpaid' && input.type === 'attested_paid') return contradicted(row, input, facts)
  if (row.state !== 'in_doubt' && row.state !== 'review') return illegal(row, input.type)
  const between = twoPersons(row)
  // A repeated attestation does not decide: it may be a retry of the first request.
  if (between !== null && input.person === (input.type === 'attested_paid' ? between.paid : between.unpaid))
    return guarded('another person must decide')
  if (row.deviceHold || nowMs < (row.deviceFreeAtMs ?? 0))
    return guarded('the terminal may still be asking for the card')
  const signed = { byWhom: 'person', person: input.person } as const
  // Evidence that the person saw when they decided raises no second alert (D-35).
  const saidByUpstream = row.state === 'review' && row.reason !== 'unknown_outcome' && between === null
  const judged = saidByUpstream ? JUDGED : {}
  const effects = isReported(row, input.type) ? [] : followUp(row, lookup, 'close')
  if (input.type === 'attested_unpaid') {
    const end = over('closed_unpaid', null, nowMs)
    return moved('attested_unpaid', { ...end, ...judged, ...signed }, effects)
  }
  const reference = input.reference?.trim() || row.reference
  const approvalCode = input.approvalCode?.trim() || row.approvalCode
  if (!input.reference?.trim() && !input.approvalCode?.trim())
    return guarded('a reference or an approval code is needed')
  const end = over('approved', null, nowMs)
  const kept = { orderHold: row.orderHold, reference, approvalCode }
  return moved('attested_paid', { ...end, ...judged, ...signed, ...kept }, effects)
}
