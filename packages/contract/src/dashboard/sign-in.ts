// Routes of signing in: one-time links, passwords, the session of the browser.
import * as z from 'zod/mini'
import { CURRENCIES } from '../currency.ts'
import { ROLES, type DashboardRoute } from './route.ts'

/** Limits of a password in characters. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** Purpose of a one-time link: to set a password or passkey, or to sign in once. */
export const LINK_PURPOSES = ['set-up', 'sign-in'] as const

const Password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))
/** Secret of a one-time link. */
export const Token = z.string().check(z.regex(/^[a-z2-7]{52}$/))

/** The signed-in person with the account. */
export const Session = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), role: z.enum(ROLES), hasPassword: z.boolean() }),
  account: z.strictObject({
    id: z.string(),
    name: z.string(),
    sandbox: z.boolean(),
    currency: z.enum(CURRENCIES),
  }),
  expiresAtMs: z.number(),
})

/** The signed-in person with the account. */
export type Session = z.output<typeof Session>

/** Reads a one-time link without using it. */
const readLink = {
  method: 'POST',
  path: '/links/read',
  role: 'none',
  request: z.strictObject({ token: Token }),
  answer: z.strictObject({
    name: z.string(),
    accountName: z.string(),
    purpose: z.enum(LINK_PURPOSES),
    expiresAtMs: z.number(),
  }),
} as const satisfies DashboardRoute

/** Uses a one-time link: signs in, and sets the password if the link is for that. */
const useLink = {
  method: 'POST',
  path: '/links/use',
  role: 'none',
  request: z.strictObject({ token: Token, password: z.optional(Password) }),
  answer: Session,
} as const satisfies DashboardRoute

const signIn = {
  method: 'POST',
  path: '/sign-in',
  role: 'none',
  request: z.strictObject({ name: z.string().check(z.maxLength(64)), password: Password }),
  answer: Session,
} as const satisfies DashboardRoute

const readSession = {
  method: 'GET',
  path: '/session',
  role: 'viewer',
  answer: Session,
} as const satisfies DashboardRoute

const signOut = {
  method: 'POST',
  path: '/sign-out',
  role: 'viewer',
  answer: 'empty',
} as const satisfies DashboardRoute

/** Changes the password and ends every other session of the person. */
const changePassword = {
  method: 'PUT',
  path: '/password',
  role: 'viewer',
  request: z.strictObject({ current: z.optional(Password), password: Password }),
  answer: 'empty',
} as const satisfies DashboardRoute

export const SIGN_IN_ROUTES = { readLink, useLink, signIn, readSession, signOut, changePassword } as const
