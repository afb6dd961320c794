// The account settings of boarding (§5.3). "Is Sandbox" makes every key of the account a sandbox key as far as boarding goes:
// an account that is used for testing reaches nothing live.
import { cleanText, lengthOf } from '@tapboard/contract'
import type { Kernel } from '../ports.ts'

/** The settings of an account. */
export interface BoardingSettings {
  /** "Account Boarding Agent Id": the partner's ID from its partner record; `null` while there is none. */
  readonly agentId: string | null
  /** "Account Boarding Is Sandbox". */
  readonly sandbox: boolean
}

/** Reads the settings of an account; without any, it is a production account without an agent. */
export async function readSettings({ store }: Kernel, accountId: string): Promise<BoardingSettings> {
  const row = await store.db
    .selectFrom('service_boarding_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { agentId: row?.agent_id ?? null, sandbox: row?.sandbox === 1 }
}

/** Changes what is named; the rest stays. Throws a RangeError for an agent ID that cannot be. */
export async function writeSettings(
  { store }: Kernel,
  accountId: string,
  changes: Partial<BoardingSettings>,
): Promise<BoardingSettings> {
  const agentId = typeof changes.agentId === 'string' ? cleanText(changes.agentId) : changes.agentId
  if (typeof agentId === 'string' && (agentId === '' || lengthOf(agentId) > 64))
    throw new RangeError('The agent ID must have 1 to 64 printable characters.')
  const set = {
    ...(agentId === undefined ? {} : { agent_id: agentId }),
    ...(changes.sandbox === undefined ? {} : { sandbox: changes.sandbox ? 1 : 0 }),
    updated_at_ms: await store.now(),
  }
  const row = await store.db
    .insertInto('service_boarding_setting')
    .values({ account_id: accountId, agent_id: null, sandbox: 0, ...set })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { agentId: row.agent_id, sandbox: row.sandbox === 1 }
}
