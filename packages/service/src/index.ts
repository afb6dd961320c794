/** The public surface of the service. */
export { createService, type Service } from './service.ts'
export type { ServiceOptions } from './kernel.ts'
export { isServeError, serveService, ServeError } from './serve.ts'
export type { Served, ServeErrorCode, ServeOptions } from './serve.ts'
export type { Account, Accounts, KeyInfo, NewKey } from './account/accounts.ts'
export type { Charge } from './reporting/charges.ts'
export type { Clock, Log, LogFields, Random, Timings } from './ports.ts'
