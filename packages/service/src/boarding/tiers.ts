// The rows of tiers (§2.4, D-22): what a partner may board under. A sandbox tier has the test co-brand whatever was asked
// for, so that no test ever reaches a live one.
import { cleanText, lengthOf, type boarding } from '@tapboard/contract'
import { uniqueViolation, type Selectable } from '@tapboard/store'
import { newId } from '../account/secret.ts'
import type { Kernel } from '../ports.ts'
import type { TierTable } from './schema.ts'

/** A tier as the store gives it. */
export type TierRow = Selectable<TierTable>

/** Co-brand of every sandbox tier (§2.4). */
export const TEST_COBRAND = 'test-cobrand'

/** Co-brand of a production tier that names none. */
export const HOUSE_COBRAND = 'house'

/** Where the secret of a co-brand is sealed. */
export const COBRAND_FIELD = 'cobrand'

/** Tiers of one account at most. */
const TIERS_MAX = 100

/** One fee as people read it. */
export interface Fee {
  readonly label: string
  readonly value: string
}

/** What an operator says of a new tier. */
export interface NewTier {
  /** TierName of §4.6. */
  readonly name: string
  /** "Is Sandbox". Default false. */
  readonly sandbox?: boolean
  readonly label?: string
  readonly summary?: string
  readonly fees?: readonly Fee[]
  readonly includes?: readonly string[]
  /** Credentials of the co-brand; a sandbox tier gets those of the test co-brand instead. */
  readonly cobrand?: { readonly id: string; readonly secret?: string }
}

/** A tier as an operator sees it. */
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

/** The fees of a tier. */
export const feesOf = (row: TierRow): readonly Fee[] => JSON.parse(row.fees) as readonly Fee[]

/** The inclusions of a tier. */
export const includesOf = (row: TierRow): readonly string[] => JSON.parse(row.includes) as readonly string[]

/** A tier without its co-brand's secret. */
export const tierOf = (row: TierRow): Tier => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  sandbox: row.sandbox === 1,
  label: row.label,
  summary: row.summary,
  fees: feesOf(row),
  includes: includesOf(row),
  cobrandId: row.cobrand_id,
})

/** A tier as GetTiers answers it: what the operator set (D-22). */
export const writeTier = (row: TierRow): boarding.BoardingTier => ({
  Name: row.name,
  IsSandbox: row.sandbox === 1,
  ...(row.label === null ? {} : { Label: row.label }),
  ...(row.summary === null ? {} : { Summary: row.summary }),
  ...(row.fees === '[]'
    ? {}
    : { Fees: feesOf(row).map(({ label, value }) => ({ Label: label, Value: value })) }),
  ...(row.includes === '[]' ? {} : { Includes: [...includesOf(row)] }),
})

/** Nothing that readers would clean away or cut: a name is compared as it is. */
function plain(text: string, what: string, max: number): string {
  const clean = cleanText(text)
  if (clean === '' || lengthOf(clean) > max || /[\p{Cf}\p{Cs}]/u.test(clean))
    throw new RangeError(`${what} must have 1 to ${max} printable characters.`)
  return clean
}

function few<T>(list: readonly T[], what: string): readonly T[] {
  if (list.length > 20) throw new RangeError(`A tier has at most 20 ${what}.`)
  return list
}

/** The tiers of a store. */
export class TierBook {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Adds a tier; `null` if the account has one of that name and kind. Throws a RangeError for what cannot be. */
  async add(accountId: string, wanted: NewTier): Promise<Tier | null> {
    const { store, random } = this.#kernel
    const sandbox = wanted.sandbox === true
    const { id: cobrandId, secret } = sandbox
      ? { id: TEST_COBRAND, secret: undefined }
      : (wanted.cobrand ?? { id: HOUSE_COBRAND })
    const id = newId(random, 'tier')
    const there = await this.list(accountId)
    if (there.length >= TIERS_MAX)
      throw new RangeError(`An account has at most ${TIERS_MAX} tiers. Remove one first.`)
    const fees = few(wanted.fees ?? [], 'fees').map(({ label, value }) => ({
      label: plain(label, 'The label of a fee', 80),
      value: plain(value, 'The value of a fee', 80),
    }))
    const row: TierRow = {
      id,
      account_id: accountId,
      name: plain(wanted.name, 'The name of a tier', 64),
      sandbox: sandbox ? 1 : 0,
      label: wanted.label === undefined ? null : plain(wanted.label, 'The label of a tier', 60),
      summary: wanted.summary === undefined ? null : plain(wanted.summary, 'The summary of a tier', 200),
      fees: JSON.stringify(fees),
      includes: JSON.stringify(
        few(wanted.includes ?? [], 'inclusions').map((each) => plain(each, 'An inclusion', 120)),
      ),
      cobrand_id: plain(cobrandId, 'The ID of a co-brand', 64),
      cobrand_secret:
        secret === undefined
          ? null
          : await (await this.#kernel.vault()).seal(secret, { record: id, field: COBRAND_FIELD }),
      // Of two that are added within a millisecond the order is kept as well.
      created_at_ms: Math.max(await store.now(), (there.at(-1)?.created_at_ms ?? 0) + 1),
      removed_at_ms: null,
    }
    try {
      await store.db.insertInto('service_tier').values(row).execute()
      return tierOf(row)
    } catch (error) {
      if (uniqueViolation(error, 'service_tier_name')) return null
      throw error
    }
  }

  /** The tiers of an account, or of all, in the order in which they were added. */
  async list(accountId?: string): Promise<readonly TierRow[]> {
    let query = this.#kernel.store.db
      .selectFrom('service_tier')
      .selectAll()
      .where('removed_at_ms', 'is', null)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    return query.orderBy('created_at_ms').orderBy('id').limit(1_000).execute()
  }

  /** What a key of that kind may board: a sandbox key sandbox tiers alone, a production key the others (§2.4). */
  async offered(accountId: string, sandbox: boolean): Promise<readonly TierRow[]> {
    return (await this.list(accountId)).filter((row) => (row.sandbox === 1) === sandbox)
  }

  /** The tier that was once agreed to or applied under, removed or not. */
  async read(tierId: string): Promise<TierRow | null> {
    const row = await this.#kernel.store.db
      .selectFrom('service_tier')
      .selectAll()
      .where('id', '=', tierId)
      .executeTakeFirst()
    return row ?? null
  }

  /** Credentials of the co-brand that a tier is boarded under, for the onboarding processor. Throws a SealError. */
  async cobrand(row: TierRow): Promise<{ readonly id: string; readonly secret: string | null }> {
    const { cobrand_id: id, cobrand_secret: sealed } = row
    const secret =
      sealed === null
        ? null
        : await (await this.#kernel.vault()).open(sealed, { record: row.id, field: COBRAND_FIELD })
    return { id, secret }
  }

  /** Offers a tier no longer; applications under it stay. False if there is no such tier. */
  async remove(tierId: string): Promise<boolean> {
    const { store } = this.#kernel
    const done = await store.db
      .updateTable('service_tier')
      .set({ removed_at_ms: await store.now() })
      .where('id', '=', tierId)
      .where('removed_at_ms', 'is', null)
      .executeTakeFirst()
    return done.numUpdatedRows === 1n
  }
}
