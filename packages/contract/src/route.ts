// What a route of either API is, as data. From one row come the types, the client call, the handler's signature, the
// conformance test, the OpenAPI document and the tables of the READMEs (design: the contract is written once).
import type * as z from 'zod/mini'

/** Who may call: an API key in the header (§5.1) or the body (§5.2), the host's secret, or a token of the named kind with its DPoP proof. */
export type Auth =
  | 'none'
  | 'api-key'
  | 'body-key'
  | 'host'
  | 'sale'
  | 'setup'
  | 'resolve'
  | 'apply'
  | 'sale-or-setup'

/** May a caller send it again when the answer was lost? */
export type Repeat = 'safe' | 'idempotent' | 'never'

/** What an answer carries besides JSON by a schema. */
export type Answer = z.ZodMiniType | 'event-stream' | 'html' | 'empty' | 'json'

/** One operation of an API. */
export interface Route<Code extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{name}` members, relative to the API's base. */
  readonly path: string
  readonly auth: Auth
  readonly repeat: Repeat
  /** Query members that are read, each optional. */
  readonly query?: readonly string[]
  /** Schema of the JSON body. */
  readonly request?: z.ZodMiniType
  /** Largest body, bytes, where it is more than the API's usual (P53). */
  readonly maxBodyBytes?: number
  /** The body is signed byte for byte: it is handed on unread, and read when the signature is right. */
  readonly signed?: true
  /** Status → what it carries. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Errors beyond those that every route may give. */
  readonly errors: readonly Code[]
  /** True for what the specification lacks and `strict` switches off (D-16). */
  readonly addition?: true
}

/** JSON body that a caller of the route sends; `never` where it has none. */
export type RequestOf<R extends Route> = R extends { readonly request: infer S extends z.ZodMiniType }
  ? z.input<S>
  : never

/** Value of the answers of the route: the JSON, and `null` where one of them is empty. */
export type ValueOf<R extends Route> = R extends Route
  ? {
      [Status in keyof R['answers']]: R['answers'][Status] extends z.ZodMiniType
        ? z.output<R['answers'][Status]>
        : R['answers'][Status] extends 'empty'
          ? null
          : never
    }[keyof R['answers']]
  : never

/** Fills the `{name}` members of a path, percent-encoded. */
export const fillPath = (path: string, members: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(members[name] ?? ''))
