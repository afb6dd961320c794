// Routes of API keys (§1.4.1: Settings > Keys > Create a Key).
import * as z from 'zod/mini'
import type { DashboardRoute } from './route.ts'
import { KEY_SCOPE_NAMES } from './scopes.ts'

const Scopes = z.array(z.enum(KEY_SCOPE_NAMES))

/** A key without its secret text. */
export const Key = z.strictObject({
  id: z.string(),
  name: z.nullable(z.string()),
  /** The last four characters of the key, which is stored as a hash only. */
  hint: z.string(),
  scopes: Scopes,
  sandbox: z.boolean(),
  createdAtMs: z.number(),
  expiresAtMs: z.nullable(z.number()),
  usedAtMs: z.nullable(z.number()),
  revokedAtMs: z.nullable(z.number()),
  /** Who created it: a person of the dashboard, or `command line`; `null` if that is not known. */
  createdBy: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
})

/** A key without its secret text. */
export type Key = z.output<typeof Key>

/** Longest lifetime of a key with an expiry, in days. */
export const KEY_DAYS_MAX = 3_650

const listKeys = {
  method: 'GET',
  path: '/keys',
  role: 'viewer',
  answer: z.strictObject({ keys: z.array(Key) }),
} as const satisfies DashboardRoute

/** Creates a key; the answer contains its secret text, once. */
const createKey = {
  method: 'POST',
  path: '/keys',
  role: 'owner',
  request: z.strictObject({
    name: z.string().check(z.maxLength(64)),
    scopes: Scopes.check(z.minLength(1)),
    sandbox: z.boolean(),
    /** Days until the key expires; without it the key does not expire. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(KEY_DAYS_MAX))),
  }),
  answer: z.strictObject({ id: z.string(), key: z.string() }),
} as const satisfies DashboardRoute

const revokeKey = {
  method: 'DELETE',
  path: '/keys/{id}',
  role: 'owner',
  answer: 'empty',
} as const satisfies DashboardRoute

export const KEY_ROUTES = { listKeys, createKey, revokeKey } as const
