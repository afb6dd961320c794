// Creates the partner's data at the service: an account with a boarding key (§5.3), settings and tiers. Runs
// at every start and keeps existing data.
import type { Service } from '@tapboard/service'
import { PARTNER, PLANS } from '../host/sign-up/plans.ts'
import { ensureKey } from './seed.ts'

/** "Account Boarding Agent Id" of the partner. */
const AGENT_ID = 'agent-tidewater'

/** Returns the stored boarding key or creates a new one. `webhook`: target of status events. */
export async function ensurePartner(
  { accounts, boarding }: Service,
  fetch: typeof globalThis.fetch,
  serviceUrl: string,
  kept: string | null,
  webhook: { readonly url: string; readonly secret: string },
): Promise<string> {
  const key = await ensureKey(accounts, fetch, serviceUrl, kept, { name: PARTNER, board: true })
  const account = await accounts.findAccount(PARTNER)
  if (account === null) throw new Error(`The service has no account of ${PARTNER}; start again.`)
  await boarding.setSettings(account.id, { agentId: AGENT_ID, sandbox: true })
  await boarding.setWebhook(account.id, webhook)
  const offered = new Set((await boarding.listTiers(account.id)).map(({ name }) => name))
  for (const { features, ...plan } of PLANS) {
    // The service's agreement names the features of a plan in a sentence.
    const includes = features.map(({ label, value }) => `${label}: ${value}`)
    if (!offered.has(plan.name)) await boarding.addTier(account.id, { ...plan, includes, sandbox: true })
  }
  return key
}

/** Reads an application as the service's operator: numbers with their last digits only. */
export async function keptOf(
  { boarding }: Service,
  appId: string,
): Promise<Readonly<Record<string, string>> | null> {
  const found = await boarding.applications.find(appId)
  if (found === null) return null
  const digits = Object.entries(found.lastDigits).map(([path, last]) => [path, `…${last}`])
  return {
    Status: found.status.replaceAll('_', ' '),
    'Legal name': found.corporateName,
    Plan: found.tierName,
    Agent: found.agentId ?? 'none',
    ...Object.fromEntries(digits),
    ...(found.equipment === null
      ? {}
      : {
          'Gateway account': found.equipment.GatewayAccount.Id,
          'Processing account': found.equipment.ProcessingAccount.Id,
        }),
  }
}
