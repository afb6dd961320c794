/** Internal to Tapboard: the interface between the service and its dashboard, which are always of one version. */
import { BOARDING_DASHBOARD_ROUTES } from './boarding.ts'
import { KEY_ROUTES } from './keys.ts'
import { PASSKEY_ROUTES } from './passkeys.ts'
import { PEOPLE_ROUTES } from './people.ts'
import { SIGN_IN_ROUTES } from './sign-in.ts'
import { TERMINAL_ROUTES } from './terminals.ts'
import { TRANSACTION_ROUTES } from './transactions.ts'

export * from './route.ts'
export * from './scopes.ts'
export * from './sign-in.ts'
export * from './passkeys.ts'
export * from './keys.ts'
export * from './people.ts'
export * from './terminals.ts'
export * from './transactions.ts'
export * from './boarding.ts'

/** All routes of the dashboard by name. */
export const DASHBOARD_ROUTES = {
  ...SIGN_IN_ROUTES,
  ...PASSKEY_ROUTES,
  ...KEY_ROUTES,
  ...PEOPLE_ROUTES,
  ...TERMINAL_ROUTES,
  ...TRANSACTION_ROUTES,
  ...BOARDING_DASHBOARD_ROUTES,
} as const

/** The rows of all routes by name. */
export type DashboardRoutes = typeof DASHBOARD_ROUTES

/** The name of a route. */
export type DashboardRouteName = keyof DashboardRoutes
