// Puts merchant sign-up together: its tables, its keys, one partner for each merchant that has sign-up, and what runs by
// itself; `routes.ts` serves it.
import type { Store } from '@tapboard/store'
import type { BffConfig } from '../config.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { openKeySet, type KeySet } from '../token/key-set.ts'
import type { KeyTables } from '../token/key-table.ts'
import type { DerivedKeys } from '../token/secret.ts'
import { SEALING } from '../token/signing-key.ts'
import { SUBMIT_LIMITS } from '../upstream/boarding/client.ts'
import { createOneShotSender, type SenderPorts } from '../upstream/one-shot.ts'
import { createTransport, type Transport } from '../upstream/transport.ts'
import { sqlApplications, type Applications } from './applications.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createPartner, type Partner } from './partner.ts'
import type { ApplicationTables } from './row.ts'
import { createSweep } from './sweep.ts'

/** What sign-up is made of. */
export interface ApplicationParts {
  readonly config: BffConfig
  readonly store: Store<ApplicationTables>
  readonly derived: DerivedKeys
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Ports to the boarding API; each default is the real one. */
  readonly ports?: SenderPorts & { readonly transport?: Transport }
}

/** Merchant sign-up while it runs. */
export interface SignUp {
  readonly applications: Applications
  readonly drafts: Drafts
  /** Keys that pages seal secrets to. */
  readonly sealKeys: KeySet
  readonly clock: Clock
  /** A merchant's sign-up; `null` where it has none. */
  partner(merchant: string): Partner | null
  /** Begins what runs by itself. */
  begin(): void
  /** Begins nothing more and waits for what is under way. */
  drain(): Promise<void>
  /** Lets go of keys and connections; drain first. */
  close(): Promise<void>
}

/** The merchants that have sign-up. */
function partnersOf(
  { config, clock, log }: ApplicationParts,
  transport: Transport | null,
  sender: ReturnType<typeof createOneShotSender> | null,
): ReadonlyMap<string, Partner> {
  const partners = new Map<string, Partner>()
  const { boarding: api, environment } = config
  if (api === null || transport === null || sender === null) return partners
  for (const merchant of config.merchants) {
    const ports = { transport, sender, clock, log, environment }
    if (merchant.boarding !== undefined)
      partners.set(merchant.id, createPartner(merchant, merchant.boarding, api, ports))
  }
  return partners
}

/** Puts merchant sign-up together; brings its tables up to date first. */
export async function createApplications(parts: ApplicationParts): Promise<SignUp> {
  const { config, store, derived, clock, random, log, ports = {} } = parts
  const applications = sqlApplications(store, random)
  await applications.prepare()
  const sealKeys = await openKeySet({
    store: store as unknown as Store<KeyTables>,
    purpose: SEALING,
    sealKey: derived.sealKey,
    clock,
    random,
    log,
    rotateEveryDays: config.rotateEveryDays,
  })
  const url = config.boarding?.url ?? null
  const transport = url === null ? null : (ports.transport ?? createTransport(url))
  const sender = url === null ? null : createOneShotSender(url, SUBMIT_LIMITS, { clock, ...ports })
  const partners = partnersOf(parts, transport, sender)
  const sweep = createSweep(applications, clock, log)
  return {
    applications,
    drafts: createDrafts(applications, derived.draftKey, random),
    sealKeys,
    clock,
    partner: (merchant) => partners.get(merchant) ?? null,
    begin() {
      sealKeys.begin()
      sweep.begin()
    },
    drain: () => sweep.end(),
    async close() {
      sealKeys.close()
      sender?.close()
      await transport?.close()
    },
  }
}
