// What an operator does with boarding: tiers, account settings, applications. An operator sees of a regulated value its last
// digits, never the value.
import type { boarding } from '@tapboard/contract'
import type { Kernel } from '../ports.ts'
import type { WebhookTarget } from '../webhook/target.ts'
import type { ApplicationRow } from './applications.ts'
import type { FollowUp } from './follow-up.ts'
import type { Regulated } from './regulated.ts'
import { resealAll, type Resealed } from './reseal.ts'
import { readSettings, writeSettings, type BoardingSettings } from './settings.ts'
import type { MoveResult } from './status/status-desk.ts'
import { tierOf, type NewTier, type Tier, type TierBook } from './tiers.ts'

/** An application as an operator sees it. */
export interface ApplicationView {
  readonly appId: string
  readonly accountId: string
  readonly status: boarding.BoardingStatus
  readonly sandbox: boolean
  readonly tierName: string
  /** Refnum of the submission. */
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

/** What an operator may do. */
export interface Boarding {
  /** Adds a tier to a partner's account; `null` if it has one of that name and kind. Throws a RangeError for what cannot be. */
  addTier(accountId: string, tier: NewTier): Promise<Tier | null>
  /** Tiers that are offered, of one account or of all. */
  listTiers(accountId?: string): Promise<readonly Tier[]>
  /** Offers a tier no longer; false if there is no such tier. */
  removeTier(tierId: string): Promise<boolean>
  /** The settings of an account (§5.3). */
  settings(accountId: string): Promise<BoardingSettings>
  /** Changes the settings that are named. Throws a RangeError for an agent ID that cannot be. */
  setSettings(accountId: string, changes: Partial<BoardingSettings>): Promise<BoardingSettings>
  /** Sets or, with `null`, removes where an account hears of its applications. Throws a RangeError for what cannot be. */
  setWebhook(accountId: string, target: WebhookTarget | null): Promise<void>
  /** Where an account hears of its applications, without the secret. */
  webhookUrl(accountId: string): Promise<string | null>
  /** Seals everything with the newest data key, so that older ones may go. Throws a SealError where one is missing. */
  reseal(): Promise<Resealed>
  /** Applications. */
  readonly applications: {
    /** The newest first, of one account or of all; at most 1,000. */
    list(accountId?: string): Promise<readonly ApplicationView[]>
    /** One of them, or `null`. */
    find(appId: string): Promise<ApplicationView | null>
    /** Gives one another status, as the table of statuses allows. */
    move(appId: string, to: boarding.BoardingStatus): Promise<MoveResult>
  }
}

const viewOf = (row: ApplicationRow): ApplicationView => ({
  appId: row.id,
  accountId: row.account_id,
  status: row.status,
  sandbox: row.sandbox === 1,
  tierName: row.tier_name,
  reference: row.reference,
  agentId: row.agent_id,
  corporateName: row.corporate_name,
  dbaName: row.dba_name,
  ownershipType: row.ownership_type,
  lastDigits: JSON.parse(row.last_digits) as Regulated,
  equipment: row.equipment === null ? null : (JSON.parse(row.equipment) as boarding.Equipment),
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
})

/** What an operator does with the boarding of a store. */
export function openBoarding(
  kernel: Kernel,
  tiers: TierBook,
  { applications, desk, targets }: FollowUp,
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
    applications: {
      move: (appId, to) => desk.move(appId, to),
      list: async (accountId) => (await applications.list(accountId)).map(viewOf),
      async find(appId) {
        const row = await applications.read(appId)
        return row === null ? null : viewOf(row)
      },
    },
  }
}
