// Withdraws the tokens of an order for the host, over HTTP or in process (D-143), and writes the line of the audit (D-147).
import { AUDITED, type AuditCaller } from '../durable/audit-log.ts'
import type { Log } from '../ports.ts'
import type { Grants } from './order-grant.ts'

export interface WithdrawDeps {
  readonly grants: Pick<Grants, 'withdraw'>
  readonly log: Log
}

/** Withdraws all `sale` tokens of an order. A repeat changes nothing and writes no line. */
export async function withdrawOrderGrants(
  { grants, log }: WithdrawDeps,
  merchant: string,
  order: string,
  caller: AuditCaller,
): Promise<void> {
  if (await grants.withdraw(merchant, order, caller))
    log.info({ action: 'grants-withdrawn', merchant, order, ...caller }, AUDITED)
}
