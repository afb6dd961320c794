// A route of either API as data. The types, the client call, the handler's signature, the conformance test
// and the OpenAPI document derive from it.
import type * as z from 'zod/mini'

/**
 * Authentication: an API key in the header or the body, the host's secret, or a token of the named kind with
 * its DPoP proof.
 */
export type Auth =
  | 'none'
  | 'api-key'
  | 'body-key'
  | 'host'
  | 'sale'
  | 'setup'
  | 'resolve'
  | 'apply'
  | 'desk'
  | 'refund'
  | 'sale-or-refund'
  | 'sale-or-refund-or-setup'

/** Whether a caller may retry after a lost answer. */
export type Repeat = 'safe' | 'idempotent' | 'never'

/** Content of an answer: JSON by a schema, or another content type. */
export type Answer = z.ZodMiniType | 'event-stream' | 'html' | 'empty' | 'json'

/** An operation of an API. */
export interface Route<Code extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{name}` parameters, relative to the API's base. */
  readonly path: string
  readonly auth: Auth
  readonly repeat: Repeat
  /** Names of the optional query parameters. */
  readonly query?: readonly string[]
  /** Schema of the JSON request body. */
  readonly request?: z.ZodMiniType
  /** Body limit in bytes, if it exceeds the API's default. */
  readonly maxBodyBytes?: number
  /** The handler gets the raw body and parses it after verifying its signature. */
  readonly signed?: true
  /** Content of the answer by status. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Error codes beyond those of every route. */
  readonly errors: readonly Code[]
  /** True for an addition to the specification, which a strict service omits. */
  readonly addition?: true
}

/** JSON body of a request; `never` without a body. */
export type RequestOf<R extends Route> = R extends { readonly request: infer S extends z.ZodMiniType }
  ? z.input<S>
  : never

/** Value of the answers of a route: the JSON, or `null` for an empty answer. */
export type ValueOf<R extends Route> = R extends Route
  ? {
      [Status in keyof R['answers']]: R['answers'][Status] extends z.ZodMiniType
        ? z.output<R['answers'][Status]>
        : R['answers'][Status] extends 'empty'
          ? null
          : never
    }[keyof R['answers']]
  : never

/** Replaces the `{name}` parameters of a path, percent-encoded. */
export const fillPath = (path: string, members: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(members[name] ?? ''))
