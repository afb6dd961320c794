// Puts merchant sign-up together from its ports; `routes.ts` serves what it makes.
import type { Store } from '@tapboard/store'
import type { BffConfig } from '../config.ts'
import type { BoardingOptions, Merchant } from '../options.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { sqlApplications, type Applications } from './applications.ts'
import type { ApplicationTables } from './row.ts'

/** What sign-up is made of. */
export interface ApplicationParts {
  readonly config: BffConfig
  readonly store: Store<ApplicationTables>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** A merchant with sign-up. */
export interface Partner {
  readonly merchant: Merchant
  readonly boarding: BoardingOptions
}

/** Merchant sign-up while it runs. */
export interface SignUp {
  readonly applications: Applications
  /** A merchant's sign-up; `null` where it has none. */
  partner(merchant: string): Partner | null
}

/** Puts merchant sign-up together; brings its tables up to date first. */
export async function createApplications(parts: ApplicationParts): Promise<SignUp> {
  const { config, store, random } = parts
  const applications = sqlApplications(store, random)
  await applications.prepare()
  const partners = new Map<string, Partner>()
  for (const merchant of config.merchants) {
    const { boarding } = merchant
    if (boarding !== undefined && config.boarding !== null) partners.set(merchant.id, { merchant, boarding })
  }
  return {
    applications,
    partner: (merchant) => partners.get(merchant) ?? null,
  }
}
