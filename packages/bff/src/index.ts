// The public surface of @tapboard/bff; a test lists it.
export { createBff } from './app.ts'
export type { Bff } from './bff.ts'
export { ConfigError, isConfigError, type ConfigProblem } from './config.ts'
export { isMintError, MintError } from './core.ts'
export type { FetchHandler, Peer } from './http/fetch-handler.ts'
export { toNodeHandler } from './http/node.ts'
export { signWebhook, verifyWebhook, type VerifiedWebhook, type WebhookToVerify } from './outbox/signature.ts'
export type { OnSettled, WebhookTarget } from './outbox/teller.ts'
export type {
  BffOptions,
  BoardingOptions,
  CatalogueTier,
  Limits,
  Merchant,
  Rate,
  TermsOptions,
  UpstreamOptions,
} from './options.ts'
export type { Clock, Log, LogFields, Random } from './ports.ts'
export { serveBff, type Served, type ServeOptions } from './serve.ts'
