// Requests of `<merchant-apply>`: drafts without secrets, and the submission with sealed secrets.
import * as z from 'zod/mini'
import { APPLICATION_STATES } from './page.ts'
import { DRAFT_STEPS } from './steps.ts'
import { ApplicationValues } from './values.ts'

/** Body of `PUT /v1/application/draft`; the fields of secrets are empty. */
export const SaveDraft = z.strictObject({
  step: z.enum(DRAFT_STEPS),
  values: ApplicationValues,
  /** Version of the draft that this save follows; 0 for the first save. */
  follows: /* @__PURE__ */ z.int().check(z.minimum(0)),
})

export type SaveDraft = z.infer<typeof SaveDraft>

/** The answer of `PUT /v1/application/draft`: the version that the next save names. */
export const SavedDraft = z.object({ version: z.number(), savedAtMs: z.number(), expiresAtMs: z.number() })

export type SavedDraft = z.infer<typeof SavedDraft>

/** The body of `POST /v1/application/submit`: all values, with the secrets encrypted beside them. */
export const SubmitApplication = z.strictObject({
  /** The fields of secrets are empty. */
  values: ApplicationValues,
  /**
   * {@link ApplicationSecrets} as JSON in a compact JWE (RFC 7516): `alg` ECDH-ES, `enc` A256GCM, `kid` of the BFF's key,
   * and the application's ID as `apv`, so that it opens for this application only. A secret of an isolated field is such a JWE
   * itself, of {@link IsolatedSecret}.
   */
  secrets: /* @__PURE__ */ z.string().check(z.maxLength(16_384)),
  consent: z.strictObject({
    /** The documents as shown, if the BFF provides them. */
    documents: /* @__PURE__ */ z
      .array(
        z.strictObject({
          id: /* @__PURE__ */ z.string().check(z.maxLength(128)),
          version: /* @__PURE__ */ z.string().check(z.maxLength(64)),
          sha256: /* @__PURE__ */ z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        }),
      )
      .check(z.maxLength(20)),
    /** IDs of the accepted statements. */
    accepted: /* @__PURE__ */ z
      .array(/* @__PURE__ */ z.string().check(z.maxLength(128)))
      .check(z.maxLength(20)),
    /** Name that the signer typed. */
    signerName: z.string(),
    /**
     * Language of the page's request for the documents; the BFF compares the consent with the documents of this
     * language.
     */
    locale: /* @__PURE__ */ z.string().check(z.maxLength(35)),
  }),
  /** Terms token from a frame or the page. */
  termsToken: z.optional(/* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(4096))),
})

export type SubmitApplication = z.infer<typeof SubmitApplication>

/** Body of `POST /v1/applications/{applicant}/resolve`: a person of the partner states the result of a submission. */
export const ResolveApplication = z.discriminatedUnion(
  'result',
  [
    z.strictObject({
      result: z.literal('submitted'),
      /** AppId as shown by the service. */
      appId: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(128)),
      person: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)),
    }),
    z.strictObject({
      result: z.literal('not_submitted'),
      person: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)),
    }),
  ],
  'must be submitted or not_submitted',
)

export type ResolveApplication = z.infer<typeof ResolveApplication>

/** Types of events about an application for the host's server. */
export const APPLICATION_EVENTS = [
  'application.submitted',
  'application.refused',
  'application.in_doubt',
  'application.status',
] as const

/**
 * An event about an application for the host's server, in the same envelope as an event of a sale. It never contains a secret.
 */
export const ApplicationEvent = z.object({
  /** Identical in every delivery: handle each ID once. */
  id: z.string(),
  type: z.enum(APPLICATION_EVENTS),
  /** Commit time, milliseconds since 1970. */
  atMs: z.number(),
  merchant: z.string(),
  applicant: z.string(),
  application: z.object({
    id: z.string(),
    state: z.enum(APPLICATION_STATES),
    version: z.number(),
    appId: z.nullable(z.string()),
    reference: z.nullable(z.string()),
    tierName: z.nullable(z.string()),
  }),
})

export type ApplicationEvent = z.infer<typeof ApplicationEvent>
