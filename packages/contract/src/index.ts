// Public API of @tapboard/contract; a test lists the exports.
export * from './currency.ts'
export {
  isMinor,
  parseDecimal,
  formatDecimal,
  readWireAmount,
  wireDecimal,
  wireNumber,
  type MoneyResult,
} from './money.ts'
export { isObject, readJson, type JsonResult } from './json.ts'
export * from './csv.ts'
export * from './dialect.ts'
export {
  SERVICE_ERRORS,
  ServiceErrorBody,
  writeServiceError,
  readServiceErrorCode,
  type ServiceErrorCode,
  type ServiceError,
} from './errors.ts'
export {
  DEVICE_STATUSES,
  DEVICE_MAKES,
  DeviceSerial,
  serialEnding,
  DeviceMake,
  DeviceName,
  writeDevice,
  spellMake,
  LiveSession,
  DeviceAnswer,
  type DeviceStatus,
  type ScriptedEnding,
  type Device,
} from './device.ts'
export * from './device-view.ts'
export * from './reference.ts'
export {
  SESSION_STATUSES,
  FINAL_SESSION_STATUSES,
  COMMANDS,
  ExternalId,
  SoftwareText,
  writeDate,
  writeSession,
  type SessionStatus,
  type TransactionStatus,
  type Command,
  type SessionProgress,
  type CardSeen,
  type TransactionResult,
  type Session,
} from './session.ts'
export * from './outcome.ts'
export { pathTextRule } from './path-text.ts'
export { HEARTBEAT_SECONDS, PresentedCard, FromTerminal, ToTerminal } from './terminal.ts'
export { AmountMinor } from './amount.ts'
export * from './sale-state.ts'
export { SALE_REASONS, Sale, StartSale, RefundedSale, Checkout, OrderState, type SaleReason } from './sale.ts'
export * from './checkout-outline.ts'
export { getCheckoutOutline } from './web-outline.ts'
export { SaleFrame, StaleFrame, OrderFrame, TransactionDetails, type SaleEventType } from './sale-frames.ts'
export * from './attestation.ts'
export { HostEvent, WEBHOOK_HEADERS, SIGNATURE_HEADER, type HostEventType } from './host-event.ts'
export { RegisterDevice, RegisteredDevice } from './setup.ts'
export {
  type ApplyGrant,
  DESK_RIGHTS,
  DeskGrant,
  MintedToken,
  OrderId,
  type RefundGrant,
  type ResolveGrant,
  type SaleGrant,
  type SetupGrant,
  TokenGrant,
  type DeskRight,
  type TokenKind,
} from './token.ts'
export {
  DESK_PAGE,
  DESK_PAGE_MAX,
  DESK_OPEN_MAX,
  DeskRow,
  DeskSum,
  DeskRefunds,
  DeskTotals,
  DeskFrame,
  Desk,
  DeskPage,
  type DeskKind,
} from './desk.ts'
export * from './error-advice.ts'
export { Issue, Problem, PROBLEM_PREFIX, PROBLEMS, type ProblemCode } from './problem.ts'
export * from './route.ts'
export { FIELD_MESSAGES, codeOfMessage, type FieldCode, type WarningCode } from './application/codes.ts'
export { cleanDigits, cleanText, lengthOf } from './application/clean.ts'
export {
  latestDate,
  optional,
  text,
  type RuleContext,
  type Found,
  type Rule,
  type Rules,
} from './application/rule.ts'
export { sealedOf, writeIsolated, type IsolatedSecret } from './application/isolated.ts'
export { einRule, ssnRule } from './application/identity.ts'
export { accountRule, isRoutingNumber, routingRule } from './application/bank.ts'
export { cellPhoneRule, cleanPhone, emailRule } from './application/reach.ts'
export { isRealDate } from './application/date.ts'
export {
  COUNTRIES,
  MILITARY,
  stateOfZip,
  STATES,
  type AddressUse,
  type Country,
} from './application/place.ts'
export {
  ADDRESS_FIELDS,
  APPLICATION_FIELDS,
  BANKING_FIELDS,
  FIELDS,
  SIGNER_FIELDS,
  type ApplicationFields,
  type Fields,
  type FieldStep,
  type Kind,
  type NamesOf,
  type TextKind,
  type ValuesOf,
} from './application/fields.ts'
export * from './application/kind-of.ts'
export { mapTexts, stepOf } from './application/paths.ts'
export * from './application/choices.ts'
export * from './application/values.ts'
export * from './application/secrets.ts'
export { type FieldIssue, type FieldWarning, type Judge, type Judged } from './application/judge.ts'
export * from './application/judge-plan.ts'
export { cleanAmount, judgeBusiness, statementOf } from './application/judge-business.ts'
export * from './application/judge-tax.ts'
export { judgeContact } from './application/judge-contact.ts'
export * from './application/judge-signers.ts'
export * from './application/judge-bank.ts'
export * from './application/judge-application.ts'
export * from './application/steps.ts'
export {
  APPLICATION_STATES,
  isEditable,
  isDecided,
  TierView,
  TermsDocument,
  Consent,
  Terms,
  ApplicationDraft,
  ApplicationSnapshot,
  SealKey,
  PartnerContact,
  ApplicationPage,
  type ApplicationStatus,
  type TermsMode,
} from './application/page.ts'
export {
  SaveDraft,
  SavedDraft,
  SubmitApplication,
  ResolveApplication,
  ApplicationEvent,
} from './application/submit.ts'
export * from './application/judge-consent.ts'
export * from './application/wire.ts'
export {
  BOARDING_ERRORS,
  ownPath,
  readBoardingMessage,
  writeBoardingMessage,
  type BoardingErrorCode,
} from './application/boarding-errors.ts'
export * from './application/submission.ts'
export * as boarding from './application/boarding.ts'
export * as web from './web.ts'
export * as upstream from './upstream.ts'
export { BOARDING_DOCS, UPSTREAM_DOCS, WEB_DOCS, type RouteDoc } from './docs.ts'
export { WEB_WEBHOOKS, type Webhook } from './webhook.ts'
export { openApiDocument, type OpenApiInput } from './openapi.ts'
export * from './money-text.ts'
