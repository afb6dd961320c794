/**
 * The service for runtimes without Node (`@tapboard/service/fetch`): a worker or a browser page. The package
 * conditions `#runtime` and those of the store select the platform code. It requires an open store, and boarding
 * a data key, because there are no files.
 */
export { createService, type NewDeviceResult, type Service, type TerminalConnection } from './app/service.ts'
export type { NewDevice } from './cloud/device/new-device.ts'
export type { Link } from './terminal/channel.ts'
export type { ServiceOptions } from './app/open-kernel.ts'
export type { Account, AccountInfo, Accounts, KeyInfo, NewKey, NewKeyOptions } from './account/accounts.ts'
export type { LinkPurpose } from './dashboard/user-links.ts'
export type { User, UserChange, Users } from './dashboard/users.ts'
export type { Passwords } from './dashboard/passwords.ts'
export type { DashboardOptions } from './dashboard/dashboard.ts'
export type { PageFile, ReadPageFile } from './dashboard/files.ts'
export type { Charge } from './reporting/charges.ts'
export type { Clock, Log, LogFields, Random, Timings } from './ports.ts'
export { DataKeyError, isDataKeyError } from './vault/key-ring.ts'
export type { ApplicationView, Boarding } from './boarding/boarding.ts'
export type { BoardingSettings } from './boarding/settings.ts'
export type { Fee, NewTier, Tier } from './boarding/tiers.ts'
export type { FollowUpOptions } from './boarding/follow-up.ts'
export type {
  AuthorizationAnswer,
  AuthorizationRequest,
  Authorizer,
  ReversalAnswer,
} from './cloud/session/authorizer.ts'
export type { SignedAddress } from './http/signed-address.ts'
export type {
  ForwardedApplication,
  OnboardingProcessor,
  ProcessorAnswer,
  TakenApplication,
} from './boarding/processor/processor.ts'
export type { MoveResult } from './boarding/status/status-updater.ts'
export type { WebhookTarget } from './boarding/webhook/target.ts'
export type { NoticePort } from '@tapboard/store'
