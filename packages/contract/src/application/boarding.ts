// The routes of the boarding API (§4.6, D-21 … D-26), relative to {boarding_url}. The body contains the API key. Readers ignore
// the case of member names; writers use the case in which the request spelled `ApiKey`. The schemas use the specification's
// spelling.
import * as z from 'zod/mini'
import type { Route } from '../route.ts'
import type { BoardingErrorCode } from './boarding-errors.ts'
import { isList } from './paths.ts'
import { isWireNumber, SUBMISSION_MEMBERS, type WireMember } from './wire.ts'

type BoardingRoute = Route<BoardingErrorCode>

/** Statuses that GetApplication and the webhook report, in addition to those of a submission. */
export const BOARDING_STATUSES = [
  'received',
  'in_review',
  'action_required',
  'approved',
  'declined',
  'withdrawn',
] as const

/** A status of an application at the service. */
export type BoardingStatus = (typeof BOARDING_STATUSES)[number]

const ApiKey = z.string()
const success = { Status: z.literal('Success'), Refnum: z.string() }

/** Error answer of every operation. */
export const BoardingErrorBody = z.looseObject({
  Status: z.literal('Error'),
  Refnum: z.string(),
  Error: z.looseObject({
    ErrorCode: z.string(),
    /** The messages as one text; GetTiers only. */
    ErrorMessage: z.optional(z.string()),
    ErrorMessages: z.array(z.string()),
  }),
})

/** A tier in the answer of GetTiers. Readers also accept a plain string. */
export const BoardingTier = z.looseObject({
  Name: z.string(),
  IsSandbox: z.optional(z.boolean()),
  Label: z.optional(z.string()),
  Summary: z.optional(z.string()),
  Fees: z.optional(z.array(z.looseObject({ Label: z.string(), Value: z.string() }))),
  Includes: z.optional(z.array(z.string())),
})

export type BoardingTier = z.infer<typeof BoardingTier>

/** Equipment of a sandbox application: a gateway account and a second processing account. */
export const Equipment = z.looseObject({
  GatewayAccount: z.looseObject({ Id: z.string(), CoBrand: z.string() }),
  ProcessingAccount: z.looseObject({ Id: z.string(), CoBrand: z.string() }),
})

export type Equipment = z.infer<typeof Equipment>

const membersSchema = (members: readonly WireMember[]): Record<string, z.ZodMiniType> =>
  Object.fromEntries(
    members.map((member) => {
      const { name, kind, members: inner } = member
      const single = isWireNumber(member) ? z.number() : z.string()
      const group = z.looseObject(membersSchema(inner))
      const schema = inner.length === 0 ? single : isList(kind) ? z.array(group) : group
      return [name, member.isOptional ? z.optional(schema) : schema]
    }),
  )

/** `POST {boarding_url}/GetTiers`: lists the tiers of a partner. */
export const getTiers = {
  method: 'POST',
  path: '/GetTiers',
  auth: 'body-key',
  repeat: 'safe',
  request: z.looseObject({ ApiKey }),
  answers: { 200: z.looseObject({ ...success, Tiers: z.array(z.union([BoardingTier, z.string()])) }) },
  errors: ['AccessDenied', 'InternalError'],
} as const satisfies BoardingRoute

/** `POST {boarding_url}/GetTierNames`: as GetTiers, under the operation name that existing integrations use. */
export const getTierNames = { ...getTiers, path: '/GetTierNames' } as const satisfies BoardingRoute

/** `POST {boarding_url}/SubmitGoApp`: submits an application; it is never repeated by itself. */
export const submitGoApp = {
  method: 'POST',
  path: '/SubmitGoApp',
  auth: 'body-key',
  repeat: 'never',
  request: z.looseObject({
    ApiKey,
    .../* @__PURE__ */ membersSchema(SUBMISSION_MEMBERS),
  }),
  answers: { 200: z.looseObject({ ...success, AppId: z.string(), Equipment: z.optional(Equipment) }) },
  errors: [
    'AccessDenied',
    'ValidationError',
    'InvalidTier',
    'InvalidToken',
    'DuplicateApplication',
    'InternalError',
  ],
} as const satisfies BoardingRoute

/** `POST {boarding_url}/Agreement`: without `Acceptance` it returns the documents of a tier, with it the terms token. */
export const agreement = {
  method: 'POST',
  path: '/Agreement',
  auth: 'body-key',
  repeat: 'idempotent',
  request: z.looseObject({
    ApiKey,
    TierName: z.string(),
    /** BCP 47 tag; documents in that language come first. */
    Locale: z.optional(z.string()),
    Acceptance: z.optional(
      z.looseObject({
        CorporateName: z.string(),
        SignerName: z.string(),
        Documents: z.array(z.looseObject({ Id: z.string(), Version: z.string(), Sha256: z.string() })),
        /** IDs of the accepted statements; all are required. */
        Consents: z.array(z.string()),
        /** Time, address, user agent, origin, locale, hash of the application. */
        Evidence: z.record(z.string(), z.string()),
      }),
    ),
  }),
  answers: {
    200: z.looseObject({
      ...success,
      Documents: z.optional(
        z.array(
          z.looseObject({
            Id: z.string(),
            Title: z.string(),
            Version: z.string(),
            Sha256: z.string(),
            Locale: z.string(),
            Text: z.string(),
          }),
        ),
      ),
      Consents: z.optional(z.array(z.looseObject({ Id: z.string(), Locale: z.string(), Text: z.string() }))),
      Token: z.optional(z.string()),
      /** The time at which the token ends, RFC 3339 in UTC. */
      ExpiresAt: z.optional(z.string()),
    }),
  },
  errors: ['AccessDenied', 'ValidationError', 'InvalidTier', 'InternalError'],
} as const satisfies BoardingRoute

/** `POST {boarding_url}/GetApplication` by `AppId`, or by the `Token` that it was submitted with. */
export const getApplication = {
  method: 'POST',
  path: '/GetApplication',
  auth: 'body-key',
  repeat: 'safe',
  request: z.looseObject({ ApiKey, AppId: z.optional(z.string()), Token: z.optional(z.string()) }),
  answers: {
    200: z.looseObject({
      ...success,
      AppId: z.string(),
      ApplicationStatus: z.enum(BOARDING_STATUSES),
      TierName: z.string(),
      /** The time of the last change of the status, RFC 3339 in UTC. */
      UpdatedAt: z.string(),
      Equipment: z.optional(Equipment),
    }),
  },
  errors: ['AccessDenied', 'ValidationError', 'NotFound', 'InternalError'],
  addition: true,
} as const satisfies BoardingRoute

/** All routes of the boarding API by operation name. */
export const BOARDING_ROUTES = {
  getTiers,
  getTierNames,
  submitGoApp,
  agreement,
  getApplication,
} as const satisfies Record<string, BoardingRoute>

/** Name of a route of the boarding API. */
export type BoardingRouteName = keyof typeof BOARDING_ROUTES

/** Body of the service's webhook about an application. */
export const BoardingEvent = z.object({
  eventId: z.string(),
  type: z.literal('application.status'),
  /** The time of the change, RFC 3339 in UTC. */
  createdAt: z.string(),
  appId: z.string(),
  applicationStatus: z.enum(BOARDING_STATUSES),
  tierName: z.string(),
})

/** A test event, sent by hand from the dashboard: it concerns no application. */
export const BoardingTestEvent = z.object({
  eventId: z.string(),
  type: z.literal('webhook.test'),
  /** The time of the test, RFC 3339 in UTC. */
  createdAt: z.string(),
})

export type BoardingTestEvent = z.infer<typeof BoardingTestEvent>

export type BoardingEvent = z.infer<typeof BoardingEvent>
