// Counts attempts to sign in, per name and per address, wrong pairing codes, new links and test events in the store: every process
// sees the same counts. An attempt is counted before the secret is checked, so that parallel attempts are counted, too.
import { networkOf } from '@tapboard/server'
import { sql } from '@tapboard/store'
import { hashOf } from './secret.ts'
import type { Kernel } from '../kernel.ts'

const WINDOW_MS = 15 * 60_000

/** Attempts per window for one name. */
export const NAME_MAX = 10

/** Attempts per window from one address; an office has one address. */
export const ADDRESS_MAX = 100

/** Wrong pairing codes per window from one address: enough for a shop that installs terminals. */
export const PAIRING_MAX = 30

/** Test events per window for one account: enough for a person, too few to harm a receiver. */
export const WEBHOOK_MAX = 20

/** New one-time links per window for one account: enough for a team, too few to find out the names of other accounts. */
export const LINKS_MAX = 30

/** A counted subject with its limit. */
export interface Subject {
  readonly key: string
  readonly max: number
}

/** The subject of a name. Hashed, because people type passwords into the wrong field. */
export const byName = (nameKey: string): Subject => ({ key: hashOf(`name:${nameKey}`), max: NAME_MAX })

/** The subject of an address. */
export const byAddress = (address: string | null): Subject => ({
  key: hashOf(`address:${networkOf(address ?? 'unknown')}`),
  max: ADDRESS_MAX,
})

/** The subject of the pairing codes from an address. */
export const byPairing = (address: string): Subject => ({
  key: hashOf(`pairing:${networkOf(address)}`),
  max: PAIRING_MAX,
})

/** The subject of an account's test events. */
export const byWebhook = (accountId: string): Subject => ({
  key: hashOf(`webhook:${accountId}`),
  max: WEBHOOK_MAX,
})

/** The subject of the one-time links that an account's owners create. */
export const byLinks = (accountId: string): Subject => ({ key: hashOf(`links:${accountId}`), max: LINKS_MAX })

/** Counted attempts of a store. */
export interface Attempts {
  /** Counts an attempt; `null` if it is within all limits, otherwise the seconds to wait. */
  count(subjects: readonly Subject[]): Promise<number | null>
  /** Takes back the count of an attempt that succeeded. */
  uncount(subject: Subject): Promise<void>
  /** Forgets the attempts of a subject after a success. */
  forget(subject: Subject): Promise<void>
}

/** Opens the counted attempts of a store. */
export function openAttempts({ store }: Kernel): Attempts {
  const countOne = async ({ key, max }: Subject, nowMs: number): Promise<number> => {
    const { rows } = await sql<{ readonly attempts: number; readonly until_ms: number }>`
      insert into service_attempt (subject, attempts, until_ms) values (${key}, 1, ${nowMs + WINDOW_MS})
      on conflict (subject) do update set attempts = service_attempt.attempts + 1
      returning attempts, until_ms`.execute(store.db)
    const [row] = rows
    return row === undefined || row.attempts <= max ? 0 : row.until_ms - nowMs
  }
  return {
    async count(subjects) {
      const nowMs = await store.now()
      await store.db.deleteFrom('service_attempt').where('until_ms', '<=', nowMs).execute()
      let waitMs = 0
      for (const subject of subjects) waitMs = Math.max(waitMs, await countOne(subject, nowMs))
      return waitMs === 0 ? null : Math.ceil(waitMs / 1_000)
    },
    async uncount({ key }) {
      await store.db
        .updateTable('service_attempt')
        .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
        .where('subject', '=', key)
        .execute()
    },
    async forget({ key }) {
      await store.db.deleteFrom('service_attempt').where('subject', '=', key).execute()
    },
  }
}
