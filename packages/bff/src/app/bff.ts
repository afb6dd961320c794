// The shape of a running BFF for its host. Types only; `assembly.ts` makes one.
import type { MintedToken, TokenGrant } from '@tapboard/contract'
import type { Peer } from '@tapboard/server'

/** A BFF without a socket: its handler and its life cycle. */
export interface Bff {
  /** The address pages use, as it was configured, without trailing slash. */
  readonly publicUrl: string
  /**
   * Answers one request; mount it in any server (`toNodeHandler` for node:http and Express). Never rejects. A server that
   * mounts it by itself passes `peer`, the
   * address of the connection, which is recorded as evidence of an agreement.
   */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /**
   * Mints a token in process, without the host secret. Throws a {@link MintError} with a registered problem code when the
   * grant is not valid; not limited in number, the caller is the host itself.
   */
  mintToken(merchantId: string, grant: TokenGrant): Promise<MintedToken>
  /** Begins recovery, follow-up of open sales and key refresh. Requests are answered before, but no sale moves. */
  start(): Promise<void>
  /**
   * Takes no new sale and no new stream, ends streams with a comment, lets sends under way finish and gives its sales to
   * the other instances, at the latest after 15 s. Everything else is answered until `close`.
   */
  drain(): Promise<void>
  /** Drains, then closes what it opened. Stop routing requests first. Idempotent. */
  close(): Promise<void>
  /**
   * Metrics in the Prometheus text format, for the operator: serve them where no page can ask. No label names a merchant,
   * an order or a sale.
   */
  metrics(): Promise<string>
  /** The next signing key begins to sign; tokens of the old one stay valid for their life. */
  rotateKeys(): Promise<void>
  /** Forgets a signing key everywhere within 30 s, and every token it signed. */
  revokeKey(keyId: string): Promise<void>
}
