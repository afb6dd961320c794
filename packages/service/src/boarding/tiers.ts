// Repository of tiers (§2.4, D-22). A sandbox tier always has the test co-brand, so that no test reaches a live
// co-brand.
import { cleanText, lengthOf, type boarding } from '@tapboard/contract'
import { uniqueViolation } from '@tapboard/store'
import { newId } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import { TIER, type TierRow } from '../schema/boarding.ts'

/** ID of the co-brand of every sandbox tier. */
const TEST_COBRAND = 'test-cobrand'

/** Default co-brand of a production tier. */
const HOUSE_COBRAND = 'house'

/** Name of the encrypted field, bound to its ciphertext. */
export const COBRAND_FIELD = 'cobrand'

/** Maximum number of tiers per account. */
const TIERS_MAX = 100

export interface Fee {
  readonly label: string
  readonly value: string
}

/** Data of a new tier. */
export interface NewTier {
  /** The TierName of the boarding API. */
  readonly name: string
  /** Whether the tier is for sandbox keys. Default false. */
  readonly sandbox?: boolean
  readonly label?: string
  readonly summary?: string
  readonly fees?: readonly Fee[]
  readonly includes?: readonly string[]
  /** Credentials of the co-brand; a sandbox tier always uses the test co-brand. */
  readonly cobrand?: { readonly id: string; readonly secret?: string }
}

/** Operator's view of a tier. */
export interface Tier {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly sandbox: boolean
  readonly label: string | null
  readonly summary: string | null
  readonly fees: readonly Fee[]
  readonly includes: readonly string[]
  readonly cobrandId: string
}

/** Parses the fees of a tier row. */
export const feesOf = (row: TierRow): readonly Fee[] => JSON.parse(row.fees) as readonly Fee[]

/** Parses the inclusions of a tier row. */
export const includesOf = (row: TierRow): readonly string[] => JSON.parse(row.includes) as readonly string[]

/** Converts a row for operators, without the co-brand's secret. */
export const tierOf = (row: TierRow): Tier => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  sandbox: row.sandbox,
  label: row.label,
  summary: row.summary,
  fees: feesOf(row),
  includes: includesOf(row),
  cobrandId: row.cobrandId,
})

/** Converts a row for GetTiers: only the fields that the operator set. */
export const writeTier = (row: TierRow): boarding.BoardingTier => ({
  Name: row.name,
  IsSandbox: row.sandbox,
  ...(row.label === null ? {} : { Label: row.label }),
  ...(row.summary === null ? {} : { Summary: row.summary }),
  ...(row.fees === '[]'
    ? {}
    : { Fees: feesOf(row).map(({ label, value }) => ({ Label: label, Value: value })) }),
  ...(row.includes === '[]' ? {} : { Includes: [...includesOf(row)] }),
})

/** Normalizes a text as parsing does, because names are compared exactly. Throws a RangeError for an invalid one. */
function plain(text: string, what: string, max: number): string {
  const clean = cleanText(text)
  if (clean === '' || lengthOf(clean) > max || /[\p{Cf}\p{Cs}]/u.test(clean))
    throw new RangeError(`${what} must have 1 to ${max} printable characters.`)
  return clean
}

function atMostTwenty<T>(list: readonly T[], what: string): readonly T[] {
  if (list.length > 20) throw new RangeError(`A tier has at most 20 ${what}.`)
  return list
}

export class TierRepository {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Adds a tier; `null` if the account has one of that name and kind. Throws a RangeError for invalid data. */
  async add(accountId: string, wanted: NewTier): Promise<Tier | null> {
    const { store, random } = this.#kernel
    const sandbox = wanted.sandbox === true
    const { id: cobrandId, secret } = sandbox
      ? { id: TEST_COBRAND, secret: undefined }
      : (wanted.cobrand ?? { id: HOUSE_COBRAND })
    const id = newId(random, 'tier')
    const existing = await this.list(accountId)
    if (existing.length >= TIERS_MAX)
      throw new RangeError(`An account has at most ${TIERS_MAX} tiers. Remove one first.`)
    const fees = atMostTwenty(wanted.fees ?? [], 'fees').map(({ label, value }) => ({
      label: plain(label, 'The label of a fee', 80),
      value: plain(value, 'The value of a fee', 80),
    }))
    const row: TierRow = {
      id,
      accountId: accountId,
      name: plain(wanted.name, 'The name of a tier', 64),
      sandbox,
      label: wanted.label === undefined ? null : plain(wanted.label, 'The label of a tier', 60),
      summary: wanted.summary === undefined ? null : plain(wanted.summary, 'The summary of a tier', 200),
      fees: JSON.stringify(fees),
      includes: JSON.stringify(
        atMostTwenty(wanted.includes ?? [], 'inclusions').map((each) => plain(each, 'An inclusion', 120)),
      ),
      cobrandId: plain(cobrandId, 'The ID of a co-brand', 64),
      cobrandSecret:
        secret === undefined
          ? null
          : await (await this.#kernel.vault()).seal(secret, { record: id, field: COBRAND_FIELD }),
      // Keeps the order of tiers that are added within one millisecond.
      createdAtMs: Math.max(await store.now(), (existing.at(-1)?.createdAtMs ?? 0) + 1),
      removedAtMs: null,
    }
    try {
      await store.db.insertInto('service_tier').values(TIER.toColumns(row)).execute()
      return tierOf(row)
    } catch (error) {
      if (uniqueViolation(error, 'service_tier_name')) return null
      throw error
    }
  }

  /**
   * Switches the flag "Is Sandbox" of an account's tier: the test co-brand replaces its credentials, or the
   * default co-brand the test one. The tier becomes a new one with a new ID in the place of the old one, so that no
   * terms token and no application of one kind reaches the other. `name-taken`: the account has a tier of that name and
   * kind.
   */
  async switchSandbox(
    accountId: string,
    tierId: string,
    sandbox: boolean,
  ): Promise<Tier | 'missing' | 'name-taken'> {
    const { store, random } = this.#kernel
    const id = newId(random, 'tier')
    try {
      return await store.transaction(async (trx) => {
        const row = await trx
          .updateTable('service_tier')
          .set({ removed_at_ms: await store.now() })
          .where('id', '=', tierId)
          .where('account_id', '=', accountId)
          .where('removed_at_ms', 'is', null)
          .where('sandbox', '=', sandbox ? 0 : 1)
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) {
          const same = await trx
            .selectFrom('service_tier')
            .selectAll()
            .where('id', '=', tierId)
            .where('account_id', '=', accountId)
            .where('removed_at_ms', 'is', null)
            .executeTakeFirst()
          return same === undefined ? 'missing' : tierOf(TIER.toRow(same))
        }
        const switched: TierRow = {
          ...TIER.toRow(row),
          id,
          sandbox,
          cobrandId: sandbox ? TEST_COBRAND : HOUSE_COBRAND,
          cobrandSecret: null,
          removedAtMs: null,
        }
        await trx.insertInto('service_tier').values(TIER.toColumns(switched)).execute()
        return tierOf(switched)
      })
    } catch (error) {
      if (uniqueViolation(error, 'service_tier_name')) return 'name-taken'
      throw error
    }
  }

  /** Lists the tiers of one or all accounts in the order of their creation. */
  async list(accountId?: string): Promise<readonly TierRow[]> {
    let query = this.#kernel.store.db
      .selectFrom('service_tier')
      .selectAll()
      .where('removed_at_ms', 'is', null)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows = await query.orderBy('created_at_ms').orderBy('id').limit(1_000).execute()
    return rows.map(TIER.toRow)
  }

  /** Lists the tiers for a kind of key: sandbox tiers for a sandbox key, the others for a production key. */
  async availableTo(accountId: string, sandbox: boolean): Promise<readonly TierRow[]> {
    return (await this.list(accountId)).filter((row) => row.sandbox === sandbox)
  }

  /** Reads a tier of an agreement or application, even if it was removed. */
  async read(tierId: string): Promise<TierRow | null> {
    const row = await this.#kernel.store.db
      .selectFrom('service_tier')
      .selectAll()
      .where('id', '=', tierId)
      .executeTakeFirst()
    return row === undefined ? null : TIER.toRow(row)
  }

  /** Decrypts the co-brand's credentials for the onboarding processor. Throws a SealError. */
  async cobrand(row: TierRow): Promise<{ readonly id: string; readonly secret: string | null }> {
    const { cobrandId: id, cobrandSecret: sealed } = row
    const secret =
      sealed === null
        ? null
        : await (await this.#kernel.vault()).open(sealed, { record: row.id, field: COBRAND_FIELD })
    return { id, secret }
  }

  /** Removes a tier, of this account if given; its applications stay. False if the tier does not exist. */
  async remove(tierId: string, accountId?: string): Promise<boolean> {
    const { store } = this.#kernel
    let query = store.db
      .updateTable('service_tier')
      .set({ removed_at_ms: await store.now() })
      .where('id', '=', tierId)
      .where('removed_at_ms', 'is', null)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const done = await query.executeTakeFirst()
    return done.numUpdatedRows === 1n
  }
}
