/** Public API of `@tapboard/service`. */
export * from './fetch.ts'
export { isServeError, serveService, ServeError } from './app/serve.ts'
export type { Served, ServeErrorCode, ServeOptions } from './app/serve.ts'
