// Boarding settings of an account (§5.3). "Is Sandbox" makes every key of the account a sandbox key for
// boarding, so that a test account reaches nothing live.
import { cleanText, lengthOf } from '@tapboard/contract'
import type { Kernel } from '../kernel.ts'

/** Boarding settings of an account. */
export interface BoardingSettings {
  /** "Account Boarding Agent Id" from the partner record; `null` if not set. */
  readonly agentId: string | null
  /** Whether every key of the account boards in the sandbox ("Account Boarding Is Sandbox"). */
  readonly sandbox: boolean
}

/** Reads the settings of an account. Default: production, without an agent. */
export async function readSettings({ store }: Kernel, accountId: string): Promise<BoardingSettings> {
  const row = await store.db
    .selectFrom('service_boarding_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { agentId: row?.agent_id ?? null, sandbox: row?.sandbox === 1 }
}

/** Changes the given settings only. Throws a RangeError for an invalid agent ID. */
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
