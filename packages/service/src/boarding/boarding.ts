// Operator functions of boarding: tiers, account settings, applications. Of a regulated value only the last
// digits are visible.
import type { boarding } from '@tapboard/contract'
import type { Kernel } from '../kernel.ts'
import type { WebhookTarget } from './webhook/target.ts'
import type { FollowUp } from './follow-up.ts'
import type { Regulated } from './regulated.ts'
import { shownMembersOf } from './applications.ts'
import { forgetSealed } from './forget.ts'
import { resealAll, type Resealed } from './reseal.ts'
import { readSettings, writeSettings, type BoardingSettings } from './settings.ts'
import type { MoveResult } from './status/status-updater.ts'
import { tierOf, type NewTier, type Tier, type TierRepository } from './tiers.ts'
import type { ApplicationRow } from '../schema/boarding.ts'

/** Operator's view of an application. */
export interface ApplicationView {
  readonly appId: string
  readonly accountId: string
  readonly status: boarding.BoardingStatus
  readonly sandbox: boolean
  readonly tierName: string
  /** The Refnum of the answer to the submission. */
  readonly reference: string
  readonly agentId: string | null
  readonly corporateName: string
  readonly dbaName: string
  readonly ownershipType: string
  /** Path of a number, such as `signers[0].ssn` → its last digits. */
  readonly lastDigits: Regulated
  readonly equipment: boarding.Equipment | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** The functions of boarding that the operator calls, on the command line or in a program. */
export interface Boarding {
  /**
   * Adds a tier to a partner's account; `null` if it has one of that name and kind. Throws a RangeError for
   * invalid data.
   */
  addTier(accountId: string, tier: NewTier): Promise<Tier | null>
  /** Lists the available tiers of one or all accounts. */
  listTiers(accountId?: string): Promise<readonly Tier[]>
  /** Removes a tier from the offer; false if the tier does not exist. */
  removeTier(tierId: string): Promise<boolean>
  /** Reads the boarding settings of an account. */
  settings(accountId: string): Promise<BoardingSettings>
  /** Changes the given settings only. Throws a RangeError for an invalid agent ID. */
  setSettings(accountId: string, changes: Partial<BoardingSettings>): Promise<BoardingSettings>
  /** Sets or, with `null`, removes the webhook of an account. Throws a RangeError for an invalid target. */
  setWebhook(accountId: string, target: WebhookTarget | null): Promise<void>
  /** Reads the webhook URL of an account. */
  webhookUrl(accountId: string): Promise<string | null>
  /**
   * Re-encrypts everything with the newest data key, so that older keys can be removed. Throws a SealError if a
   * key is missing.
   */
  reseal(): Promise<Resealed>
  /**
   * Removes the regulated values of applications that have been approved, declined or withdrawn for this number of days;
   * returns the number of applications. Their last digits and consents stay.
   */
  forget(days: number): Promise<number>
  readonly applications: {
    /** Lists the applications of one or all accounts, newest first; at most 1,000. */
    list(accountId?: string): Promise<readonly ApplicationView[]>
    /** Finds an application by AppId. */
    find(appId: string): Promise<ApplicationView | null>
    /** Changes the status of an application, if the change is allowed. */
    move(appId: string, to: boarding.BoardingStatus): Promise<MoveResult>
  }
}

const viewOf = (row: ApplicationRow): ApplicationView => ({
  ...shownMembersOf(row),
  appId: row.id,
  accountId: row.accountId,
  lastDigits: JSON.parse(row.lastDigits) as Regulated,
  equipment: row.equipment === null ? null : (JSON.parse(row.equipment) as boarding.Equipment),
})

/** Creates the operator functions of a store. */
export function openBoarding(
  kernel: Kernel,
  tiers: TierRepository,
  { applications, statusUpdater, targets }: FollowUp,
): Boarding {
  return {
    addTier: (accountId, tier) => tiers.add(accountId, tier),
    listTiers: async (accountId) => (await tiers.list(accountId)).map(tierOf),
    removeTier: (tierId) => tiers.remove(tierId),
    settings: (accountId) => readSettings(kernel, accountId),
    setSettings: (accountId, changes) => writeSettings(kernel, accountId, changes),
    setWebhook: (accountId, target) => targets.set(accountId, target),
    webhookUrl: (accountId) => targets.url(accountId),
    reseal: () => resealAll(kernel),
    forget: (days) => forgetSealed(kernel, days),
    applications: {
      move: (appId, to) => statusUpdater.move(appId, to),
      list: async (accountId) => (await applications.list(accountId)).map(viewOf),
      async find(appId) {
        const row = await applications.read(appId)
        return row === null ? null : viewOf(row)
      },
    },
  }
}
