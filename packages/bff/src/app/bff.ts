// The shape of a running BFF for its host. Types only; `assembly.ts` makes one.
import type { MintedToken, TokenGrant } from '@tapboard/contract'
import type { Peer } from '@tapboard/server'
import type { MerchantsChange } from './merchants/merchant-list.ts'
import type { NewMerchants } from './merchants/set-merchants.ts'

/** A BFF without a socket: its handler and its life cycle. */
export interface Bff {
  /** The URL that pages use, as configured, without trailing slash. */
  readonly publicUrl: string
  /**
   * Answers one request; mount it in any server (`toNodeHandler` for node:http and Express). Never rejects. A server
   * without one of our adapters passes `peer`, the address of the connection, which is stored as evidence of an
   * agreement.
   */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /**
   * Mints a token in process, without the host secret. Throws a {@link MintError} with a registered problem code for an
   * invalid grant. Has no rate limit, because the caller is the host.
   */
  mintToken(merchantId: string, grant: TokenGrant): Promise<MintedToken>
  /**
   * Withdraws all `sale` tokens of an order: they start no sale until a new one is minted. A sale that was started goes
   * on, so read the order afterwards. Idempotent, also for an order without a token. Throws a {@link MintError} for an
   * unknown merchant and for a text that is no order.
   */
  withdraw(merchantId: string, order: string): Promise<void>
  /** Starts recovery, follow-up of open sales and key refresh. Before it, requests are answered, but no sale advances. */
  start(): Promise<void>
  /**
   * Fails the readiness. With `proxies` of 1 or more it then does all work for 3 s, so that the proxies choose another
   * instance. Then it refuses new sales and streams, ends open streams with a comment, finishes sends in progress and
   * releases its sales to other instances within 15 s. Answers all other requests until `close`.
   */
  drain(): Promise<void>
  /** Drains, then closes what it opened. Stop routing requests first. Idempotent. */
  close(): Promise<void>
  /**
   * Replaces the merchants without a restart: all of them, as in the options. Requests that begin afterwards use the new
   * ones; a call in progress ends with the old key. A removed merchant starts no sale, and its open sales are followed
   * to their end. Throws a `ConfigError` for a list that `createBff` would refuse; then nothing changes. A function that
   * reads the list and throws counts as a refused one in the metrics. Returns the IDs that changed.
   */
  setMerchants(merchants: NewMerchants): MerchantsChange
  /**
   * Metrics in the Prometheus text format. Serve them to the operator only. No label contains a merchant, an order or a
   * sale.
   */
  metrics(): Promise<string>
  /** Rotates the signing key; tokens of the old key stay valid until they expire. */
  rotateKeys(): Promise<void>
  /** Revokes a signing key and its tokens on every instance within 30 s. */
  revokeKey(keyId: string): Promise<void>
}
