/** Public API of `@tapboard/service`. */
export * from './fetch.ts'
export { isServeError, serveService, ServeError } from './serve.ts'
export type { Served, ServeErrorCode, ServeOptions } from './serve.ts'
