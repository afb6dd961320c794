/** Internal to Tapboard: the interface between the service and its dashboard, which are always of one version. */
import { SIGN_IN_ROUTES } from './sign-in.ts'

export * from './route.ts'
export * from './scopes.ts'
export * from './sign-in.ts'

/** All routes of the dashboard by name. */
export const DASHBOARD_ROUTES = { ...SIGN_IN_ROUTES } as const

/** All routes by name. */
export type DashboardRoutes = typeof DASHBOARD_ROUTES

/** The name of a route. */
export type DashboardRouteName = keyof DashboardRoutes
