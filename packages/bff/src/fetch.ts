// The BFF for runtimes without Node (`@tapboard/bff/fetch`): a Cloudflare-style worker, a browser's page or worker. The
// code is the same; the conditions of `#runtime` and of the store choose the implementations. It requires an open
// store: it cannot open one by URL.
export { createBff } from './app/assembly.ts'
export type { Bff } from './app/bff.ts'
export type { MerchantsChange } from './app/merchants/merchant-list.ts'
export type { NewMerchants } from './app/merchants/set-merchants.ts'
export { ConfigError, isConfigError, type ConfigProblem } from './app/config.ts'
export { isMintError, MintError } from './app/core.ts'
export type { FetchHandler, Peer } from '@tapboard/server'
export { verifyWebhook, type VerifiedWebhook, type WebhookToVerify } from './durable/outbox/signature.ts'
export { signWebhook, type ReceivedHeaders, type WebhookHeaders, type WebhookToSign } from '@tapboard/server'
export type { OnSettled, WebhookTarget } from './durable/outbox/delivery-handlers.ts'
export type { BffOptions, Limits, Merchant, UpstreamOptions } from './app/options.ts'
export type { BoardingOptions, CatalogueTier, TermsOptions } from './application/sign-up-config.ts'
export type { Rate } from './http/rate-limit.ts'
export type { Clock, Log, LogFields, Random } from './ports.ts'
export type { NoticePort } from '@tapboard/store'
