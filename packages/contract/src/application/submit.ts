// What `<merchant-apply>` sends: drafts without secrets, and the submission with its secrets sealed.
import * as z from 'zod/mini'
import { APPLICATION_STATES } from './page.ts'
import { DRAFT_STEPS } from './steps.ts'
import { ApplicationValues } from './values.ts'

/** Body of `PUT /v1/application/draft`; places of secrets are empty. */
export const SaveDraft = z.strictObject({
  step: z.enum(DRAFT_STEPS),
  values: ApplicationValues,
  /** Version of the draft that this one follows; 0 for the first. */
  follows: /* @__PURE__ */ z.int().check(z.minimum(0)),
})

/** Shape of {@link SaveDraft}. */
export type SaveDraft = z.infer<typeof SaveDraft>

/** Answer of `PUT /v1/application/draft`. */
export const SavedDraft = z.object({ version: z.number(), savedAtMs: z.number(), expiresAtMs: z.number() })

/** Shape of {@link SavedDraft}. */
export type SavedDraft = z.infer<typeof SavedDraft>

/** Body of `POST /v1/application/submit`. */
export const SubmitApplication = z.strictObject({
  /** Places of secrets are empty. */
  values: ApplicationValues,
  /**
   * {@link ApplicationSecrets} as JSON in a compact JWE (RFC 7516): `alg` ECDH-ES, `enc` A256GCM, `kid` of the BFF's key,
   * and the application's ID as `apv`, so that it opens for this application only.
   */
  secrets: /* @__PURE__ */ z.string().check(z.maxLength(8192)),
  consent: z.strictObject({
    /** The documents as they were shown, where the BFF shows them. */
    documents: /* @__PURE__ */ z
      .array(
        z.strictObject({
          id: /* @__PURE__ */ z.string().check(z.maxLength(128)),
          version: /* @__PURE__ */ z.string().check(z.maxLength(64)),
          sha256: /* @__PURE__ */ z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        }),
      )
      .check(z.maxLength(20)),
    /** IDs of the statements that were agreed to. */
    accepted: /* @__PURE__ */ z
      .array(/* @__PURE__ */ z.string().check(z.maxLength(128)))
      .check(z.maxLength(20)),
    /** Name as it was typed to sign. */
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

/** Shape of {@link SubmitApplication}. */
export type SubmitApplication = z.infer<typeof SubmitApplication>

/** Body of `POST /v1/applications/{applicant}/resolve`: a person of the partner says what became of it. */
export const ResolveApplication = z.discriminatedUnion(
  'result',
  [
    z.strictObject({
      result: z.literal('submitted'),
      /** AppId as the service shows it. */
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

/** Shape of {@link ResolveApplication}. */
export type ResolveApplication = z.infer<typeof ResolveApplication>

/** What the host's server can be told of an application. */
export const APPLICATION_EVENTS = [
  'application.submitted',
  'application.refused',
  'application.in_doubt',
  'application.status',
] as const

/** One thing that the host's server is told of an application, in the same envelope as a sale's. Never holds a secret. */
export const ApplicationEvent = z.object({
  /** The same however often it is told: handle each ID once. */
  id: z.string(),
  type: z.enum(APPLICATION_EVENTS),
  /** When it was committed, milliseconds since 1970. */
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

/** Shape of {@link ApplicationEvent}. */
export type ApplicationEvent = z.infer<typeof ApplicationEvent>
