// Credits (D-118). A linked credit pays an approved sale of the account back, at most its amount less the earlier
// approved credits, the credits that are live on terminals, and those whose reversal is not confirmed.
import { formatDecimal, type Command, type Currency } from '@tapboard/contract'
import { sql, type Store, type Transaction } from '@tapboard/store'
import type { Caller } from '../../account/accounts.ts'
import { refuse, type Refusal } from '../../http/refusal.ts'
import type { Tables } from '../../schema/schema.ts'

/** The session to begin, if it is a credit. */
interface WantedCredit {
  readonly command: Command
  readonly amountMinor: number
  /** Reference of the sale to pay back; `null` for a credit without a sale and for any other session. */
  readonly creditOf: string | null
}

/** The reason against a linked credit; `leftMinor` is set if only the amount is too large. */
export interface CreditRefused {
  readonly type: 'credit_refused'
  readonly leftMinor: number | null
}

/** A session that may begin; `lastFour` is of the card of the credited sale. */
interface Held {
  readonly type: 'held'
  readonly lastFour: string | null
}

/**
 * Compares a linked credit with its sale. Locks the sale's charge until the transaction ends, so that credits of one
 * sale begin one after the other.
 */
export async function holdCredit(
  { engine }: Pick<Store<Tables>, 'engine'>,
  trx: Transaction<Tables>,
  accountId: string,
  { creditOf, amountMinor }: Pick<WantedCredit, 'creditOf' | 'amountMinor'>,
): Promise<Held | CreditRefused> {
  if (creditOf === null) return { type: 'held', lastFour: null }
  const sales = trx
    .selectFrom('service_charge')
    .select(['amount_minor', 'card_last_four'])
    .where('ref_num', '=', creditOf)
    .where('account_id', '=', accountId)
    .where('command', '=', 'cc:sale')
    .where('status', '=', 'approved')
  // An embedded store has one writer at a time.
  const sale = await (engine === 'postgres' ? sales.forUpdate() : sales).executeTakeFirst()
  if (sale === undefined) return { type: 'credit_refused', leftMinor: null }
  // One statement: a credit that changes from live to approved meanwhile is counted once.
  const { credited } = await trx
    .selectFrom('service_session')
    .select(sql<number | string>`coalesce(sum(amount_minor), 0)`.as('credited'))
    .where('account_id', '=', accountId)
    .where('credit_of', '=', creditOf)
    .where(
      sql<boolean>`(result_status = 'approved' or reversal = 'pending'
        or (result_status is null and status in ('INITIATING', 'IN_PROGRESS')))`,
    )
    .executeTakeFirstOrThrow()
  const leftMinor = sale.amount_minor - Number(credited)
  return amountMinor > leftMinor
    ? { type: 'credit_refused', leftMinor }
    : { type: 'held', lastFour: sale.card_last_four }
}

/** Returns a refusal if the key may not start this credit, else `null`. */
export const refuseUnlinked = (
  { scopes }: Pick<Caller, 'scopes'>,
  { command, creditOf }: Pick<WantedCredit, 'command' | 'creditOf'>,
): Refusal | null =>
  command === 'cc:credit' && creditOf === null && !scopes.includes('credit')
    ? refuse(
        'INVALID_REQUEST',
        'xRefNum is missing. Give the xRefNum of the sale to credit, or use a key with the scope credit.',
      )
    : null

/** The refusal of a linked credit. */
export function creditRefusal({ leftMinor }: CreditRefused, currency: Currency): Refusal {
  if (leftMinor === null)
    return refuse(
      'INVALID_REQUEST',
      'xRefNum is not the reference of an approved sale of this account. Give the xRefNum of the sale to credit.',
    )
  const left = formatDecimal(leftMinor, currency)
  return refuse(
    'INVALID_REQUEST',
    `xAmount is more than is left of the sale that xRefNum names: ${left}. Credits on other terminals count until they end.`,
  )
}
