/** The public API of `@tapboard/service` on Node. */
import '@tapboard/server/supported-node'
export * from './fetch.ts'
export { isServeError, serveService, ServeError } from './app/serve.ts'
export { serveExampleProcessor } from './example/serve-processor.ts'
export type { ExampleServer, ExampleServerOptions } from './example/serve-processor.ts'
export type { Served, ServeErrorCode, ServeOptions } from './app/serve.ts'
