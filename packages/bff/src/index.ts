// The public surface of @tapboard/bff; a test lists it.
export { createBff } from './app.ts'
export type { Bff } from './bff.ts'
export { ConfigError, isConfigError, type ConfigProblem } from './config.ts'
export { isMintError, MintError } from './core.ts'
export { toNodeHandler, type FetchHandler } from './http/node.ts'
export type { BffOptions, Limits, Merchant, Rate, UpstreamOptions } from './options.ts'
export type { Clock, Log, LogFields, Random } from './ports.ts'
export { serveBff, type Served, type ServeOptions } from './serve.ts'
