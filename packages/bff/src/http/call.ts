// The signature of a handler, derived from its row in the contract: `auth` gives `access`, the request schema gives `body`,
// the answers give the return type.
import type { Answer, Auth, Route, web } from '@tapboard/contract'
import type * as z from 'zod/mini'
import type { TokenMerchant } from '../token/merchant.ts'
import type {
  Access,
  ApplyAccess,
  DeskAccess,
  ResolveAccess,
  SaleAccess,
  SetupAccess,
} from '../token/access.ts'
import type { Refusal } from '../refusal.ts'

/** The access of an authenticated caller. */
export type AccessOf<A extends Auth> = A extends 'sale' | 'refund' | 'sale-or-refund'
  ? SaleAccess
  : A extends 'setup'
    ? SetupAccess
    : A extends 'resolve'
      ? ResolveAccess
      : A extends 'apply'
        ? ApplyAccess
        : A extends 'desk'
          ? DeskAccess
          : A extends 'sale-or-refund-or-setup'
            ? Extract<Access, { readonly kind: 'sale' | 'refund' | 'setup' }>
            : A extends 'host'
              ? TokenMerchant
              : null

/** The page that sent a request. Its limits are counted under this key. */
export interface CallingPage {
  readonly merchant: string
  /** Thumbprint of the page's DPoP key; the hash of its token if the token is bound to no key. */
  readonly key: string
  /** ID of the key that signed its token. */
  readonly kid: string
  /** The time from which its token is refused, in ms since the epoch. */
  readonly untilMs: number
}

/** One authenticated call of a route with its validated body. */
export interface Call<R extends Route> {
  readonly requestId: string
  /** The `{name}` members of the path: 1–64 of letters, digits, `_`, `-`, `.`; `{order}` and `{applicant}` as they were encoded. */
  readonly params: Readonly<Record<string, string>>
  /** The body, validated by the row's schema; the raw bytes if the row is `signed`. */
  readonly body: R extends { readonly signed: true }
    ? Uint8Array
    : R extends { readonly request: infer S extends z.ZodMiniType }
      ? z.output<S>
      : null
  readonly access: AccessOf<R['auth']>
  /** `null` for a route that no page calls. */
  readonly page: R['auth'] extends 'none' | 'host' ? null : CallingPage
  /** The query members of the row; absent if not sent. */
  readonly query: Readonly<Record<string, string>>
  readonly headers: Headers
  /** Address of the connection, if known. Evidence only; never used for authorization. */
  readonly clientAddress: string | null
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
}

type BodyOf<A extends Answer> = A extends z.ZodMiniType
  ? z.input<A>
  : A extends 'event-stream'
    ? ReadableStream<Uint8Array>
    : A extends 'empty'
      ? null
      : A extends 'html'
        ? string
        : object

/** The return value of a handler: one of the row's answers. */
export type Reply<R extends Route> = {
  [Status in keyof R['answers'] & number]: {
    readonly ok: true
    readonly status: Status
    readonly body: BodyOf<R['answers'][Status]>
    readonly headers?: Readonly<Record<string, string>>
  }
}[keyof R['answers'] & number]

/** Handles a route; throws only for internal faults. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<Reply<R> | Refusal>

/** A handler for every route of the contract; the compiler rejects a missing one. */
export type Handlers = { readonly [Name in web.WebRouteName]: Handler<(typeof web.WEB_ROUTES)[Name]> }

/** Some of the handlers, by name. */
export type HandlersOf<Name extends web.WebRouteName> = Pick<Handlers, Name>
