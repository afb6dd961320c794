// The source of an element's tokens: it asks the page's `getToken` for the first token, before the last one expires, and once
// after a 401. Tokens are in memory only. The host's server decides the rights of a token.
import type { Currency, MintedToken, TokenKind } from '@tapboard/contract'
import { refuse, type Refusal } from './fault.ts'
import { own } from './own.ts'
import { makeKey, prove, type ProofKey } from './proof.ts'
import { retryAfterMs } from './retry.ts'
import type { TokenFault } from './token-fault.part.ts'

/** The page's callback: asks its own server for a token bound to the key with this thumbprint. */
export type GetToken = (wish: {
  readonly kind: TokenKind
  /** RFC 7638 thumbprint of the element's DPoP key. */
  readonly jkt: string
  /** ID of the sale that a `resolve` or `refund` token is wanted for; the other kinds have none. */
  readonly sale?: string
  /** Order of the sale; it and the members below belong to a `refund` token for `<terminal-desk>`. */
  readonly order?: string
  /** The amount that the person wants to refund, as a decimal such as `42.00`. */
  readonly amount?: string
  readonly currency?: Currency
  /** A reference of the refund, such as `refund-1`: the same in each wish for this refund. */
  readonly refund?: string
}) => Promise<MintedToken | string>

/** Dependencies of a token source. */
export interface TokenPorts {
  /** Read at every use, so that the page may exchange it. */
  readonly getToken: () => GetToken
  /** Monotonic milliseconds, so that a wrong wall clock does not matter. */
  readonly now: () => number
}

/** Time limit for the page's callback; a person would not wait longer for a button. */
const HANGS_MS = 20_000
/** The same for a token of a manager, which names a sale: the page may show a sign-in dialog. */
const HANGS_SALE_MS = 120_000
/** Then the console says that the page's callback has not answered yet. */
const SLOW_MS = 5_000
/** Time limit for the file that judges a rejection. */
const JUDGE_MS = 3_000
/** A token is renewed this long before it expires, so that none expires in transit. */
const EARLY_MS = 20_000

/** The fault where the file that judges a rejection does not load. */
const UNREACHABLE: TokenFault = {
  code: 'token-unreachable',
  why: 'it did not answer in time, or the network is gone',
}

interface Held {
  readonly token: string
  readonly endsAt: number
}

/** Rejects when `signal` aborts, or has. */
const end = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const lost = (): void => reject(signal.reason)
    signal.addEventListener('abort', lost)
    if (signal.aborted) lost()
  })

/** Checks for a time-out or an abort. */
const isEnd = (reason: unknown): boolean =>
  reason instanceof Error && /^(Abort|Timeout)Error$/.test(reason.name)

/** The refusal for a missing token of this kind. */
export const tokenRefusal = (kind: TokenKind, { code, why, retryAfter }: TokenFault): Refusal => ({
  ...refuse(code, `getToken did not give a ${kind} token: ${why}`),
  retryAfterMs: retryAfterMs(retryAfter, Date.now()),
})

/**
 * The reason for a missing token. The file that judges a rejection loads on demand. It does not load while the network is gone;
 * then the page's server cannot be reached either.
 */
async function faultOf(kind: TokenKind, reason: unknown, signal: AbortSignal): Promise<Refusal> {
  const online = globalThis.navigator?.onLine !== false
  const loaded =
    online && !isEnd(reason)
      ? await Promise.race([
          import('./token-fault.part.ts'),
          end(signal),
          end(AbortSignal.timeout(JUDGE_MS)),
        ]).catch(() => null)
      : null
  return tokenRefusal(kind, loaded?.tokenFault(reason, online) ?? UNREACHABLE)
}

/** Tokens and proofs of one element. */
export class TokenSource {
  /** The BFF's last DPoP nonce (RFC 9449 §8). */
  nonce = ''
  readonly #ports: TokenPorts
  readonly #held = new Map<TokenKind, Promise<Held>>()
  /** The callback that returned them. Another callback may belong to another order. */
  #giver: GetToken | undefined
  #key: Promise<ProofKey> | undefined

  constructor(ports: TokenPorts) {
    this.#ports = ports
  }

  /** Begins to make the key before the first request, while the page's other work goes on. */
  prepare(): void {
    if (globalThis.crypto?.subtle) this.#key ??= makeKey()
  }

  /**
   * Headers that authorize one request, or the reason for their absence; waits for the page until `signal` aborts. `sale` is
   * for a `resolve` or `refund` token only; the proof covers `body`.
   */
  async authorize(
    kind: TokenKind,
    method: string,
    url: string,
    signal: AbortSignal,
    sale?: string,
    body?: string,
  ): Promise<Record<string, string> | Refusal> {
    if (!globalThis.crypto?.subtle) {
      return refuse('insecure-context', 'serve the page over https')
    }
    try {
      const key = await (this.#key ??= makeKey())
      const { token } = await Promise.race([this.#current(kind, key, sale), end(signal)])
      return {
        Authorization: `DPoP ${token}`,
        DPoP: await prove(key, { method, url, token, nonce: this.nonce, nowMs: Date.now(), body }),
      }
    } catch (reason) {
      const refusal = await faultOf(kind, reason, signal)
      // A person who did not sign in in time, or closed the dialog, may not decide.
      return kind === 'resolve' && refusal.code === 'token-unreachable' && isEnd(reason)
        ? { ...refusal, code: 'token-refused' }
        : refusal
    }
  }

  /** The next request of this kind asks for a new token. */
  forget(kind: TokenKind): void {
    this.#held.delete(kind)
  }

  /** The next request of every kind gets a new token: the page's order, or its callback, has changed (V5). */
  renew(): void {
    this.#held.clear()
  }

  async #current(kind: TokenKind, key: ProofKey, sale?: string): Promise<Held> {
    const giver = this.#ports.getToken()
    if (giver !== this.#giver) this.renew()
    this.#giver = giver
    const held = this.#held.get(kind)
    if (held && ((await held).endsAt > this.#ports.now() || this.#held.get(kind) !== held))
      return this.#held.get(kind) ?? held
    const asked = this.#ask(kind, key.jkt, sale)
    this.#held.set(kind, asked)
    // Keep a token that was renewed meanwhile.
    asked.catch(() => this.#held.get(kind) === asked && this.forget(kind))
    return asked
  }

  async #ask(kind: TokenKind, jkt: string, sale?: string): Promise<Held> {
    const wish = sale ? { kind, jkt, sale } : { kind, jkt }
    // With a sale a person may be signing in.
    const slow = setTimeout(
      () => sale || console.warn('getToken has not answered for 5 s: nothing starts without it'),
      SLOW_MS,
    )
    const given = await Promise.race([
      this.#ports.getToken()(wish),
      end(AbortSignal.timeout(sale ? HANGS_SALE_MS : HANGS_MS)),
    ]).finally(() => clearTimeout(slow))
    const {
      token,
      expiresInSeconds = Infinity,
      nonce = '',
    } = own<Partial<MintedToken>>(typeof given === 'string' ? { token: given } : (given ?? {}))
    if (!token || typeof token !== 'string')
      throw new Error(`it resolved with ${typeof given}, not with a token`, { cause: given as unknown })
    this.nonce ||= nonce
    return { token, endsAt: this.#ports.now() + expiresInSeconds * 1000 - EARLY_MS }
  }
}
