// Resolves a sale with an unknown result by a person's attestation (rules 20 and 21). Applies the attestation to the
// machine, which accepts or rejects it, and maps the result. The host identifies the person.
import type { Attestation, Sale } from '@tapboard/contract'
import type { Observer } from '../../observe/observer.ts'
import type { Log } from '../../ports.ts'
import { PLAIN_FEATURES } from '../../upstream/terminal/create-upstream.ts'
import type { MerchantLookup } from '../../upstream/terminal/merchant.ts'
import { twoPersons } from '../machine/attest.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { raise } from './held.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleResult } from '../sale-result.ts'
import type { ResolveAccess } from '../../token/access.ts'

export interface SaleResolveDeps {
  readonly ledger: Ledger
  readonly merchants: MerchantLookup
  readonly log: Log
  readonly observer: Observer
  readonly view: (row: SaleRow) => Sale
}

const inputOf = (person: string, attestation: Attestation): SaleInput =>
  attestation.outcome === 'unpaid'
    ? { type: 'attested_unpaid', person }
    : {
        type: 'attested_paid',
        person,
        reference: attestation.reference ?? null,
        approvalCode: attestation.approvalCode ?? null,
      }

/** Returns true if this person already made this attestation: the request is a retry after a lost response. */
function isRepeated(row: SaleRow, person: string, attestation: Attestation): boolean {
  if (row.byWhom !== 'person') return false
  const between = twoPersons(row)
  if (attestation.outcome === 'unpaid' && between !== null) return between.unpaid === person
  if (row.person !== person) return false
  if (attestation.outcome === 'unpaid') return row.state === 'closed_unpaid'
  const { reference = row.reference, approvalCode = row.approvalCode } = attestation
  const isPaid = row.state === 'approved' || between !== null
  return isPaid && row.reference === reference && row.approvalCode === approvalCode
}

/** Returns the refusal for a rejected attestation of the sale at `nowMs`. */
function refusalOf(row: SaleRow, sale: Sale, nowMs: number): Refusal {
  if (row.state !== 'in_doubt' && row.state !== 'review')
    return refuse(
      'not-resolvable',
      row.settledAtMs === null
        ? 'The result of this sale is not known yet; wait for it.'
        : 'This sale already has a result; its current state is in this answer.',
      { sale },
    )
  if (twoPersons(row) !== null)
    return refuse('not-resolvable', 'You have already decided; now another person must decide.', { sale })
  const waitMs = (row.deviceFreeAtMs ?? nowMs) - nowMs
  return refuse('device-not-free', 'The terminal may still be asking for the card; wait until it is free.', {
    sale,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

/** Applies a person's attestation. A repeated attestation returns the sale without a second event. */
export async function resolveSale(
  { ledger, merchants, log, observer, view }: SaleResolveDeps,
  { merchant, sale: saleId, person }: ResolveAccess,
  attestation: Attestation,
): Promise<SaleResult> {
  const notFound = refuse(
    'sale-not-found',
    'This merchant has no such sale; request a token for another sale.',
  )
  const found = await ledger.find(saleId)
  if (found === null || found.merchant !== merchant) return notFound
  const { repeat, lookup } = merchants(merchant)?.features ?? PLAIN_FEATURES
  // The runner applies rule 19. A person does not wait for the runner once the fence has ended.
  if (found.state === 'in_doubt' && found.deviceHold)
    await ledger.apply(saleId, { type: 'device_free_passed' }, { repeat, lookup })
  const applied = await ledger.apply(saleId, inputOf(person, attestation), { repeat, lookup })
  if (applied.kind === 'stale') return notFound
  const { row } = applied
  if (applied.kind === 'moved') {
    const code = attestation.outcome === 'paid' ? 'attested_paid' : 'attested_unpaid'
    log.info({ merchant, saleId, state: row.state, code }, 'a person resolved a sale')
    raise({ log, observer }, row, applied.effects)
    return { ok: true, sale: view(row), created: true }
  }
  if (isRepeated(row, person, attestation)) return { ok: true, sale: view(row), created: false }
  return refusalOf(row, view(row), await ledger.now())
}
