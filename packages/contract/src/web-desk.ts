// Routes of the BFF for all sales of a merchant: the desk of a page, and the list of the host's server.
import { Desk, DeskPage, DeskRow } from './desk.ts'
import type { ProblemCode } from './problem.ts'
import type { Route } from './route.ts'

type WebRoute = Route<ProblemCode>

/** `GET /v1/sales`: the host's server lists the sales of its merchant that have an open outcome, newest first. */
export const listSales = {
  method: 'GET',
  path: '/v1/sales',
  auth: 'host',
  repeat: 'safe',
  query: ['state', 'cursor', 'limit'],
  answers: { 200: DeskPage },
  errors: ['host-unauthorized'],
} as const satisfies WebRoute

/** `GET /v1/desk`: all data that `<terminal-desk>` shows first, in one request. */
export const getDesk = {
  method: 'GET',
  path: '/v1/desk',
  auth: 'desk',
  repeat: 'safe',
  query: ['day'],
  answers: { 200: Desk },
  errors: [],
} as const satisfies WebRoute

/** `GET /v1/desk/sales`: a page of the rows of a day, of all attempts of an order, or of an exact search in all days, newest first. */
export const listDeskSales = {
  method: 'GET',
  path: '/v1/desk/sales',
  auth: 'desk',
  repeat: 'safe',
  query: ['day', 'search', 'order', 'exact', 'cursor', 'limit'],
  answers: { 200: DeskPage },
  errors: [],
} as const satisfies WebRoute

/** `GET /v1/desk/events`: the frame of a day, at once and on every change. */
export const watchDesk = {
  method: 'GET',
  path: '/v1/desk/events',
  auth: 'desk',
  repeat: 'safe',
  query: ['day'],
  answers: { 200: 'event-stream' },
  errors: ['too-many-streams'],
} as const satisfies WebRoute

/** `GET /v1/desk/sales/{id}`: reads one row of the desk. */
export const getDeskSale = {
  method: 'GET',
  path: '/v1/desk/sales/{id}',
  auth: 'desk',
  repeat: 'safe',
  answers: { 200: DeskRow },
  errors: ['sale-not-found'],
} as const satisfies WebRoute
