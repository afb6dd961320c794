// Public API of @tapboard/contract; a test lists the exports.
export * from './currency.ts'
export * from './money.ts'
export * from './json.ts'
export * from './dialect.ts'
export * from './errors.ts'
export * from './device.ts'
export * from './reference.ts'
export * from './session.ts'
export * from './outcome.ts'
export * from './path-text.ts'
export * from './terminal.ts'
export * from './sale.ts'
export * from './sale-frames.ts'
export * from './attestation.ts'
export * from './host-event.ts'
export * from './setup.ts'
export * from './token.ts'
export * from './desk.ts'
export * from './error-advice.ts'
export * from './problem.ts'
export * from './route.ts'
export * from './application/codes.ts'
export * from './application/clean.ts'
export * from './application/rule.ts'
export { sealedOf, writeIsolated, type IsolatedSecret } from './application/isolated.ts'
export * from './application/identity.ts'
export * from './application/bank.ts'
export * from './application/reach.ts'
export * from './application/date.ts'
export * from './application/place.ts'
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
export * from './application/judge.ts'
export * from './application/judge-plan.ts'
export * from './application/judge-business.ts'
export * from './application/judge-tax.ts'
export * from './application/judge-contact.ts'
export * from './application/judge-signers.ts'
export * from './application/judge-bank.ts'
export * from './application/judge-application.ts'
export * from './application/steps.ts'
export * from './application/page.ts'
export * from './application/submit.ts'
export * from './application/judge-consent.ts'
export * from './application/wire.ts'
export * from './application/boarding-errors.ts'
export * from './application/submission.ts'
export * as boarding from './application/boarding.ts'
export * as web from './web.ts'
export * as upstream from './upstream.ts'
export { BOARDING_DOCS, UPSTREAM_DOCS, WEB_DOCS, type RouteDoc } from './docs.ts'
export { WEB_WEBHOOKS, type Webhook } from './webhook.ts'
export { openApiDocument, type OpenApiInput } from './openapi.ts'
