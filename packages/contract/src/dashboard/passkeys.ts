// Routes of passkeys (WebAuthn): options for the browser, and the answers of its authenticator.
import * as z from 'zod/mini'
import type { DashboardRoute } from './route.ts'
import { Session, Token } from './sign-in.ts'

/** Options for the browser, or the answer of its authenticator: WebAuthn §5.1, verified by a library. */
const Json = z.record(z.string(), z.unknown())
const Options = z.strictObject({ options: Json })

/** A passkey without its key. */
export const Passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAtMs: z.number(),
  usedAtMs: z.nullable(z.number()),
})

/** A passkey without its key. */
export type Passkey = z.output<typeof Passkey>

const Name = z.string().check(z.maxLength(64))

const listPasskeys = {
  method: 'GET',
  path: '/passkeys',
  role: 'viewer',
  answer: z.strictObject({ passkeys: z.array(Passkey) }),
} as const satisfies DashboardRoute

/** Begins to add a passkey to the signed-in person. */
const beginPasskey = {
  method: 'POST',
  path: '/passkeys/begin',
  role: 'viewer',
  answer: Options,
} as const satisfies DashboardRoute

const addPasskey = {
  method: 'POST',
  path: '/passkeys',
  role: 'viewer',
  request: z.strictObject({ name: Name, response: Json }),
  answer: 'empty',
} as const satisfies DashboardRoute

const removePasskey = {
  method: 'DELETE',
  path: '/passkeys/{id}',
  role: 'viewer',
  answer: 'empty',
} as const satisfies DashboardRoute

/** Begins to set a passkey with a one-time link. */
const beginLinkPasskey = {
  method: 'POST',
  path: '/links/passkey/begin',
  role: 'none',
  request: z.strictObject({ token: Token }),
  answer: Options,
} as const satisfies DashboardRoute

/** Uses a one-time link with a new passkey in place of a password. */
const useLinkPasskey = {
  method: 'POST',
  path: '/links/passkey',
  role: 'none',
  request: z.strictObject({ token: Token, response: Json }),
  answer: Session,
} as const satisfies DashboardRoute

/** Begins a sign-in with a passkey; the authenticator knows the person. */
const beginPasskeySignIn = {
  method: 'POST',
  path: '/sign-in/passkey/begin',
  role: 'none',
  answer: Options,
} as const satisfies DashboardRoute

const passkeySignIn = {
  method: 'POST',
  path: '/sign-in/passkey',
  role: 'none',
  request: z.strictObject({ response: Json }),
  answer: Session,
} as const satisfies DashboardRoute

export const PASSKEY_ROUTES = {
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  beginLinkPasskey,
  useLinkPasskey,
  beginPasskeySignIn,
  passkeySignIn,
} as const
