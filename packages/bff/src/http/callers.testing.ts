// Tokens, proofs and dependencies of authentication on a store in memory, for tests without the rest of a BFF.
import { createGuessLimiter } from '@tapboard/server'
import { sha256Base64url } from '@tapboard/store/crypto'
import { ManualClock } from '@tapboard/store/testing'
import type { TokenGrant } from '@tapboard/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { NO_GRANTS } from '../token/order-grant.ts'
import { createHostSecrets } from '../token/host-secret.ts'
import { openTestKeys } from '../token/key-set.testing.ts'
import type { TokenMerchant } from '../token/merchant.ts'
import { mint } from '../token/signed-token.ts'
import { createProofKeys, thumbprintOf } from '../token/proof-keys.ts'
import { createReplayCache } from '../token/replay.ts'
import { sqlUsedProofs } from '../token/used-proofs.ts'
import { VerifiedTokens } from '../token/verified-tokens.ts'
import type { AuthDeps } from './authenticate.ts'
import type { PageOrigin } from './origin.ts'

/** Origin of the pages of the merchant `shop`. */
export const ORIGIN = 'https://shop.example'
/** Another origin of the same merchant. */
export const SECOND_ORIGIN = 'https://second.example'
/** Origin and prefix of the BFF. */
export const PUBLIC_ORIGIN = 'https://pay.shop.example'
export const PREFIX = '/tapboard'
/** Host secret of the merchant `shop`. */
export const SECRET = 'host-secret-of-the-shop-0001'

/** A page of the merchant `shop`. */
export const LISTED: PageOrigin = { kind: 'listed', origin: ORIGIN, cors: true }

const LOG = { info() {}, warn() {}, error() {} }
const SHOP: TokenMerchant = { id: 'shop', hostSecret: SECRET, origins: [ORIGIN, SECOND_ORIGIN] }

/** Creates the callers of one test file; `close` closes their store. */
export async function createCallers() {
  const publicUrl = PUBLIC_ORIGIN + PREFIX
  const clock = new ManualClock()
  const { store, keys, nonces, random } = await openTestKeys(clock)
  let proofs = 0
  const merchants: readonly TokenMerchant[] = [
    SHOP,
    { id: 'other', hostSecret: 'host-secret-of-the-other-0002', origins: ['https://other.example'] },
  ]
  const pair = await generateKeyPair('ES256')
  const { crv = '', x = '', y = '' } = await exportJWK(pair.publicKey)
  const jwk = { kty: 'EC', crv, x, y } as const
  const jkt = thumbprintOf(jwk)
  return {
    clock,
    jkt,
    keys,
    merchants,
    nonces,
    random,
    usedProofs: sqlUsedProofs(store, LOG),
    close: () => store.close(),
    /** The grant of a `sale` token for the page's key. */
    sale: { kind: 'sale', order: 'A-1', amount: '42.00', currency: 'USD', devices: 'any', jkt },
    /** The dependencies of authentication; `entered` are the merchants whose turn was awaited. */
    depsOf(members: Partial<AuthDeps> = {}): AuthDeps & { readonly entered: string[] } {
      const entered: string[] = []
      return {
        keys,
        nonces,
        clock,
        merchants,
        publicUrl,
        dpop: true,
        verified: new VerifiedTokens(),
        proofKeys: createProofKeys(),
        replays: createReplayCache({ total: 100, perKey: 100, merchants: 2 }),
        hostSecrets: createHostSecrets(merchants),
        guesses: createGuessLimiter(),
        queue: { enter: async (merchant) => void entered.push(merchant) },
        entered,
        ...members,
      }
    },
    /** A token of the merchant `shop`. */
    async tokenOf(grant: object, dpop = true): Promise<string> {
      const refunds = { judgeRefund: async () => null }
      const deps = { keys, nonces, clock, random, log: LOG, publicUrl, dpop, grants: NO_GRANTS, refunds }
      const minted = await mint(deps, SHOP, { origin: ORIGIN, ...grant } as TokenGrant, { by: 'host' })
      if (!minted.ok) throw new Error(minted.detail)
      return minted.minted.token
    },
    /** A proof of the page's key; `body` is the body that it covers. */
    async proofOf(token: string, htm = 'GET', path = '/v1/checkout', body?: string): Promise<string> {
      proofs += 1
      return new SignJWT({
        jti: `proof-${proofs}`.padEnd(8, 'x'),
        htm,
        htu: publicUrl + path,
        ath: sha256Base64url(token),
        nonce: nonces.issue(clock.now()),
        ...(body === undefined ? {} : { bh: sha256Base64url(body) }),
      })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
        .setIssuedAt(1)
        .sign(pair.privateKey)
    },
  }
}
