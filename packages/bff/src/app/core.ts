// Assembles the HTTP side from its dependencies: tokens, devices, checkout, sales. `assembly.ts` chooses ledger, upstream and store; a
// test passes its own.
import { isAddress } from '#runtime'
import {
  openApiDocument,
  OrderId,
  Problem,
  PROBLEM_PREFIX,
  PROBLEMS,
  TokenGrant as TokenGrantSchema,
  web,
  WEB_DOCS,
  WEB_WEBHOOKS,
  type MintedToken,
  type ProblemCode,
  type TokenGrant,
} from '@tapboard/contract'
import { createGuessLimiter, type Peer, type Tracing } from '@tapboard/server'
import { turn } from '@tapboard/store'
import type { SignUp } from '../application/create-applications.ts'
import { applicationHandlers } from '../application/http/routes.ts'
import { checkoutHandlers } from '../checkout/checkout.ts'
import type { BffConfig } from './config.ts'
import { derivedFrom } from '../derived.ts'
import { withCount, withMerchants, type MerchantList } from './merchants/merchant-list.ts'
import { DeviceCache } from '../device/cache.ts'
import { deviceHandlers } from '../device/routes.ts'
import type { DeviceSource } from '../device/source.ts'
import type { AuthDeps } from '../http/authenticate.ts'
import { readValue } from '../http/body.ts'
import type { Handlers } from '../http/call.ts'
import { FairQueue } from '../http/fair-queue.ts'
import { createLifecycle, type Lifecycle } from '../http/lifecycle.ts'
import { Pipeline } from '../http/pipeline.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import { serviceHandlers } from '../http/service-routes.ts'
import { createStreams, type Streams } from '../http/streams.ts'
import type { Meters } from '../observe/meters.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { IN_PROCESS } from '../durable/audit-log.ts'
import type { Desk } from '../sale/desk/desk.ts'
import { deskHandlers } from '../sale/http/desk-routes.ts'
import { resolveHandlers } from '../sale/http/resolve-routes.ts'
import type { Grants } from '../token/order-grant.ts'
import { saleHandlers } from '../sale/http/routes.ts'
import type { Sales } from '../sale/sales.ts'
import { createStartGate } from '../sale/http/start-gate.ts'
import { createHostSecrets, type HostSecrets } from '../token/host-secret.ts'
import type { KeySet } from '../token/key-set.ts'
import type { KeyRing } from '../token/secret.ts'
import { mint, type MintDeps } from '../token/signed-token.ts'
import { createNonces } from '../token/nonce.ts'
import { createProofKeys } from '../token/proof-keys.ts'
import { createReplayCache } from '../token/replay.ts'
import { createShares } from '../token/shares.ts'
import { tokenHandlers } from '../http/token-routes.ts'
import { withdrawOrderGrants, type WithdrawDeps } from '../token/withdraw.ts'
import type { UsedProofs } from '../token/used-proofs.ts'
import { VerifiedTokens } from '../token/verified-tokens.ts'

/** Dependencies of the HTTP side. */
interface CoreParts {
  readonly config: BffConfig
  readonly merchants: MerchantList
  readonly keys: KeySet
  readonly nonceRing: KeyRing
  readonly usedProofs: UsedProofs
  readonly sales: Sales
  /** The reads of all orders of a merchant. */
  readonly desk: Desk
  /** The newest grant of each order. */
  readonly grants: Grants
  readonly devices: DeviceSource
  readonly signUp: SignUp
  /** Returns whether the store commits a write. */
  readonly probe: () => Promise<void>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly meters?: Meters
  /** Records spans; `null` without OpenTelemetry. */
  readonly tracing?: Tracing | null
}

export interface Core {
  fetch(request: Request, peer?: Peer): Promise<Response>
  mintToken(merchantId: string, grant: TokenGrant): Promise<MintedToken>
  withdraw(merchantId: string, order: string): Promise<void>
  /** Is not ready any more, and still does all work. */
  leave(): void
  /** Refuses new sales and streams; ends open streams with a comment. */
  drain(): void
  /** Resolves when no request is in progress, after 5 s at most. */
  idle(): Promise<void>
  /** The number of open event streams. */
  readonly streamCount: number
}

const BRAND = Symbol.for('@tapboard/bff/mint-error')

/** A grant that cannot be minted or withdrawn; `code` is a registered problem code. */
export class MintError extends Error {
  /** Marks the class across copies of this module. */
  readonly [BRAND] = true
  readonly code: ProblemCode

  constructor(code: ProblemCode, message: string) {
    super(message)
    this.name = 'MintError'
    this.code = code
  }
}

/** Returns true for a {@link MintError} of any copy of this package. */
export const isMintError = (error: unknown): error is MintError =>
  typeof error === 'object' && error !== null && BRAND in error

type Merchants = BffConfig['merchants']

function merchantOf(merchants: Merchants, merchantId: string): Merchants[number] {
  const merchant = merchants.find(({ id }) => id === merchantId)
  if (merchant === undefined) throw new MintError('forbidden', 'Name a merchant of the configuration.')
  return merchant
}

async function mintInProcess(
  deps: MintDeps,
  merchants: Merchants,
  merchantId: string,
  grant: unknown,
): Promise<MintedToken> {
  const merchant = merchantOf(merchants, merchantId)
  const read = readValue(TokenGrantSchema, grant)
  if (!read.ok) throw new MintError(read.code, read.detail)
  const result = await mint(deps, merchant, read.value, IN_PROCESS)
  if (!result.ok) throw new MintError(result.code, result.detail)
  return result.minted
}

async function withdrawInProcess(
  deps: WithdrawDeps,
  merchants: Merchants,
  merchantId: string,
  order: unknown,
): Promise<void> {
  const merchant = merchantOf(merchants, merchantId)
  const read = OrderId.safeParse(order)
  if (!read.success) throw new MintError('invalid-request', 'Name the order as in its grant.')
  await withdrawOrderGrants(deps, merchant.id, read.data, IN_PROCESS)
}

const problemExample = (code: ProblemCode): Problem => ({
  type: `${PROBLEM_PREFIX}${code}`,
  title: PROBLEMS[code][1],
  status: PROBLEMS[code][0],
  detail: 'What to do, in a sentence.',
  requestId: 'req_5t7w',
  help: `https://shop.example/tapboard/v1/errors#${code}`,
})

const documentOf = (serverUrl: string): object =>
  openApiDocument({
    title: 'Tapboard BFF',
    description: 'What a page and its host ask: tokens, checkout, devices, sales.',
    version: '1',
    serverUrl,
    routes: web.WEB_ROUTES,
    docs: WEB_DOCS,
    webhooks: WEB_WEBHOOKS,
    error: {
      mediaType: 'application/problem+json',
      schema: Problem,
      example: (code) => problemExample(code as ProblemCode),
    },
    statusOf: (code) => PROBLEMS[code as ProblemCode][0],
  })

/** The streams of this process; they end when the key of their token is revoked. */
function openStreams({ config: { limits }, merchants, keys, clock }: CoreParts): Streams {
  const shares = createShares(withCount({ total: limits.streams, perKey: limits.streamsPerKey }, merchants))
  const isKey = (kid: string): boolean => keys.has(kid)
  const streams = createStreams({ clock, shares, isKey, bufferBytes: limits.streamBufferBytes })
  keys.onRevoked((kid) => streams.endOf(kid))
  return streams
}

/** Finds the merchant of a host secret; a removed merchant has none. */
function hostSecretsOf(merchants: MerchantList): HostSecrets {
  const secrets = derivedFrom(() => merchants.configured, createHostSecrets)
  return (authorization) => secrets()(authorization)
}

/** Lets the requests in by turns while there are several merchants. */
function queueOf(merchants: MerchantList): Pick<FairQueue, 'enter'> {
  const queue = new FairQueue(turn)
  return { enter: async (merchant) => (merchants.known.length > 1 ? queue.enter(merchant) : undefined) }
}

interface Gauged {
  readonly streams: Pick<Streams, 'size'>
  readonly replays: { readonly size: number }
  readonly lifecycle: { refusal(): unknown }
}

/** Exposes the used and the possible streams and proofs of this process, and whether it drains. */
function exposeGauges(
  { meters, config: { limits } }: CoreParts,
  { streams, replays, lifecycle }: Gauged,
): void {
  meters?.expose('streams_open', () => streams.size)
  meters?.expose('streams_limit', () => limits.streams)
  meters?.expose('proofs_remembered', () => replays.size)
  meters?.expose('proofs_limit', () => limits.proofs)
  meters?.expose('draining', () => (lifecycle.refusal() === null ? 0 : 1))
}

/** The parts of a core that its routes share. */
interface Shared {
  readonly minting: MintDeps
  readonly streams: Streams
  readonly lifecycle: Lifecycle
}

/** Creates the handlers of all routes. */
function createHandlers(parts: CoreParts, { minting, streams, lifecycle }: Shared): Handlers {
  const { sales, desk, grants, devices, signUp, probe, clock, log } = parts
  const config = withMerchants(parts.config, parts.merchants)
  const { limits, publicUrl } = config
  const cache = new DeviceCache(devices, clock)
  return {
    ...tokenHandlers({ ...minting, limiter: createRateLimiter('mint', limits.mint) }),
    ...checkoutHandlers({ config, cache, sales, grants, clock }),
    ...deviceHandlers({ source: devices, cache, sales, clock }),
    ...saleHandlers({
      sales,
      grants,
      streams,
      gate: createStartGate(limits),
      lifecycle,
      clock,
      log,
      invalidateDevice: (merchant, deviceId) => cache.invalidate(merchant, deviceId),
    }),
    ...resolveHandlers({ sales, clock, log }),
    ...deskHandlers({ desk, streams, lifecycle, config }),
    ...applicationHandlers(signUp, lifecycle, log, config),
    ...serviceHandlers({
      lifecycle,
      probe,
      failing: () => sales.failing(),
      document: () => documentOf(publicUrl),
    }),
  }
}

export function createCore(parts: CoreParts): Core {
  const { merchants, keys, nonceRing, sales, grants, clock, random, log, meters } = parts
  const config = withMerchants(parts.config, merchants)
  const { limits, publicUrl, dpop } = config
  const nonces = createNonces(nonceRing)
  const lifecycle = createLifecycle()
  const streams = openStreams(parts)
  const replays = createReplayCache(
    withCount({ total: limits.proofs, perKey: limits.proofsPerKey }, merchants),
  )
  exposeGauges(parts, { streams, replays, lifecycle })
  const minting: MintDeps = {
    keys,
    nonces,
    clock,
    random,
    log,
    publicUrl,
    dpop,
    grants,
    refunds: sales,
  }
  const auth: AuthDeps = {
    keys,
    nonces,
    clock,
    publicUrl,
    get merchants() {
      return merchants.known
    },
    dpop,
    hostSecrets: hostSecretsOf(merchants),
    guesses: createGuessLimiter(),
    queue: queueOf(merchants),
    proofKeys: createProofKeys(),
    verified: new VerifiedTokens(),
    replays,
  }
  const handlers = createHandlers(parts, { minting, streams, lifecycle })
  const pipeline = new Pipeline({
    config,
    isAddress,
    handlers,
    auth,
    nonces,
    usedProofs: parts.usedProofs,
    clock,
    random,
    log,
    ...(meters === undefined ? {} : { meters }),
    tracing: parts.tracing ?? null,
  })
  return {
    fetch: (request, peer) => pipeline.fetch(request, peer),
    idle: () => pipeline.idle(),
    mintToken: (merchantId, grant) => mintInProcess(minting, merchants.configured, merchantId, grant),
    withdraw: (merchantId, order) =>
      withdrawInProcess({ grants, log }, merchants.configured, merchantId, order),
    leave: () => lifecycle.leave(),
    drain() {
      lifecycle.drain()
      streams.drain()
    },
    get streamCount() {
      return streams.size
    },
  }
}
