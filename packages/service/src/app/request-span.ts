// Describes an answered request in its span, by the contract and by IDs.
import { boarding, upstream } from '@tapboard/contract'
import { DASHBOARD_PATH, DASHBOARD_ROUTES } from '@tapboard/contract/dashboard'
import { endRequest } from '@tapboard/server'
import type { Context } from 'hono'
import { BOARDING_PATH } from '../boarding/mount.ts'
import { API_PATH } from '../dashboard/mount.ts'
import type { RequestEnv } from '../http/env.ts'

/** Templates of the paths by the names of the routes in the log. */
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(upstream.UPSTREAM_ROUTES).map(([name, { path }]) => [name, path] as const),
  ...Object.entries(boarding.BOARDING_ROUTES).map(
    ([name, { path }]) => [name, BOARDING_PATH + path] as const,
  ),
  ...Object.entries(DASHBOARD_ROUTES).map(
    ([name, { path }]) => [`dashboard.${name}`, API_PATH + path] as const,
  ),
  ['dashboard.page', `${DASHBOARD_PATH}/*`],
])

/** Ends the description of a request; a no-op without a span. */
export function describeRequest(context: Context<RequestEnv>): void {
  const { span = null } = context.env
  if (span === null) return
  const [refusal, caller] = [context.get('refusal'), context.get('caller')]
  endRequest(span, {
    method: context.req.method,
    route: TEMPLATES.get(context.get('route')) ?? null,
    status: context.res.status,
    attributes: {
      'tapboard.reference': context.get('reference'),
      ...(refusal === null ? {} : { 'tapboard.problem': refusal.code }),
      ...(caller === null ? {} : { 'tapboard.account.id': caller.accountId }),
    },
  })
}
