// The OpenAPI documents of the three APIs, for tests.
import { BoardingErrorBody, BOARDING_ROUTES } from './application/boarding.ts'
import { BOARDING_ERRORS } from './application/boarding-errors.ts'
import { BOARDING_DOCS, UPSTREAM_DOCS, WEB_DOCS } from './docs.ts'
import { SERVICE_ERRORS, ServiceErrorBody, type ServiceErrorCode } from './errors.ts'
import { openApiDocument } from './openapi.ts'
import { Problem, PROBLEMS, type ProblemCode } from './problem.ts'
import { UPSTREAM_ROUTES } from './upstream.ts'
import { WEB_ROUTES } from './web.ts'
import { WEB_WEBHOOKS } from './webhook.ts'

/** An operation of a document. */
export interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, unknown>>
  readonly requestBody?: unknown
  readonly parameters?: readonly { readonly [member: string]: unknown }[]
}
/** A document, as far as tests read it. */
export type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A schema of a document. */
export interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** The documents of the three APIs. */
export const documents = {
  web: openApiDocument({
    title: 'Tapboard BFF',
    description: 'Sales for pages',
    version: '1.0.0',
    serverUrl: 'https://pay.example',
    routes: WEB_ROUTES,
    docs: WEB_DOCS,
    webhooks: WEB_WEBHOOKS,
    error: { mediaType: 'application/problem+json', schema: Problem },
    statusOf: (code) => PROBLEMS[code as ProblemCode][0],
  }) as unknown as Document,
  upstream: openApiDocument({
    title: 'Cloud terminal API',
    description: 'Transactions on terminals',
    version: '1.0.0',
    serverUrl: 'https://terminals.example',
    routes: UPSTREAM_ROUTES,
    docs: UPSTREAM_DOCS,
    error: { mediaType: 'application/json', schema: ServiceErrorBody },
    statusOf: (code) => SERVICE_ERRORS[code as ServiceErrorCode],
  }) as unknown as Document,
  boarding: openApiDocument({
    title: 'Boarding API',
    description: 'Applications',
    version: '1.0.0',
    serverUrl: 'https://terminals.example',
    routes: BOARDING_ROUTES,
    docs: BOARDING_DOCS,
    error: { mediaType: 'application/json', schema: BoardingErrorBody },
    statusOf: (code) => BOARDING_ERRORS[code as keyof typeof BOARDING_ERRORS],
  }) as unknown as Document,
}
