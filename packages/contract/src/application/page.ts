// The data of `<merchant-apply>`: plans, context of the rules, draft, documents to accept, and state of the application. One
// request on mount returns all data of the first render.
import * as z from 'zod/mini'
import { Issue } from '../problem.ts'
import { COUNTRIES } from './place.ts'
import { ApplicationValues } from './values.ts'

/** States of an application: set by the BFF until the submission, then by the upstream. */
export const APPLICATION_STATES = [
  /** The applicant is filling it in. */
  'draft',
  /** Stored and being submitted; it cannot be submitted again. */
  'submitting',
  /** It is unknown whether the upstream received it. It is never resubmitted automatically. */
  'in_doubt',
  /** The upstream rejected it. The applicant may correct and resubmit it. */
  'refused',
  /** The upstream received it and has not begun to review it. */
  'submitted',
  'in_review',
  'action_required',
  'approved',
  'declined',
  'withdrawn',
] as const

/** A state of an application. */
export type ApplicationStatus = (typeof APPLICATION_STATES)[number]

/** States in which the applicant may change and submit the application. */
export const isEditable = (state: ApplicationStatus): boolean => state === 'draft' || state === 'refused'

/** Checks for a state that never changes again. */
export const isDecided = (state: ApplicationStatus): boolean =>
  state === 'approved' || state === 'declined' || state === 'withdrawn'

/** A displayed plan: a tier of the upstream with the texts and fees of the operator's catalogue. */
export const TierView = z.object({
  /** The `TierName` of the boarding API. */
  name: z.string(),
  label: z.string(),
  summary: z.nullable(z.string()),
  /** For example `{label: 'Card present', value: '2.6 % + 10¢'}`. The first fee is shown large: the monthly price. */
  fees: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Features with an amount or a kind, compared row by row, such as `{label: 'Terminals', value: '3'}`. */
  features: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
  /** Everything else that the plan includes. */
  includes: z.array(z.string()),
})

export type TierView = z.infer<typeof TierView>

/** A document that the signer accepts. */
export const TermsDocument = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  /** SHA-256 of the text, hex. */
  sha256: z.string(),
  /** BCP 47 tag of its language. */
  locale: z.string(),
  /** Plain text, paragraphs separated by an empty line. */
  text: z.string(),
})

export type TermsDocument = z.infer<typeof TermsDocument>

/** A statement that the applicant accepts with its own checkbox. In each of its languages it has the same ID. */
export const Consent = z.object({ id: z.string(), locale: z.string(), text: z.string() })

export type Consent = z.infer<typeof Consent>

/**
 * Answer of `GET /v1/application/terms`: the terms of a plan, with the documents and statements in the requested language first.
 */
export const Terms = z.object({ documents: z.array(TermsDocument), consents: z.array(Consent) })

export type Terms = z.infer<typeof Terms>

/** Source of the terms token: the service through the BFF, a vendor's frame, or the page. */
export const TERMS_MODES = ['service', 'frame', 'host'] as const

/** A value of {@link TERMS_MODES}. */
export type TermsMode = (typeof TERMS_MODES)[number]

/** The stored part of an unfinished application. It never contains a secret. */
export const ApplicationDraft = z.object({
  /** The step at which the applicant left off. */
  step: z.string(),
  values: ApplicationValues,
  /** Number of saves. A save names the version that it follows. */
  version: z.number(),
  savedAtMs: z.number(),
  /** Time at which the draft expires. */
  expiresAtMs: z.number(),
})

export type ApplicationDraft = z.infer<typeof ApplicationDraft>

/** The known facts of an application. They never contain a secret. */
export const ApplicationSnapshot = z.object({
  /** The BFF's own ID; the sealed secrets are bound to it. */
  id: z.string(),
  state: z.enum(APPLICATION_STATES),
  /** Number of changes; used as the ETag. */
  version: z.number(),
  /** The `AppId` of the boarding API; `null` until the upstream assigns one. */
  appId: z.nullable(z.string()),
  /** The Refnum of the newest submission; `null` before the first. */
  reference: z.nullable(z.string()),
  tierName: z.nullable(z.string()),
  submittedAtMs: z.nullable(z.number()),
  /** When the upstream last reported the state. */
  checkedAtMs: z.nullable(z.number()),
  /** Reasons of the rejection, by field. An empty path means the whole application. */
  issues: z.array(Issue),
  /** The accepted documents and the signer. */
  agreed: z.nullable(
    z.object({
      signerName: z.string(),
      atMs: z.number(),
      documents: z.array(z.object({ title: z.string(), version: z.string(), sha256: z.string() })),
    }),
  ),
})

export type ApplicationSnapshot = z.infer<typeof ApplicationSnapshot>

/** The BFF's public key for secrets: P-256, for ECDH-ES (RFC 7518 §4.6). */
export const SealKey = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
})

export type SealKey = z.infer<typeof SealKey>

/** Where an applicant reaches the partner; each member is shown as a link. */
export const PartnerContact = z.object({
  email: z.optional(z.string()),
  /** As people write it, such as `(503) 555-0142`. */
  phone: z.optional(z.string()),
  /** An http or https address. */
  url: z.optional(z.string()),
})

export type PartnerContact = z.infer<typeof PartnerContact>

/** Answer of `GET /v1/application`: all data that `<merchant-apply>` renders. */
export const ApplicationPage = z.object({
  application: ApplicationSnapshot,
  /** Name of the partner, as shown to people. */
  partner: z.string(),
  /** Where the applicant sends what is missing, and asks. */
  contact: z.optional(PartnerContact),
  /** Set by the BFF, never by the page. */
  environment: z.enum(['sandbox', 'production']),
  /** Plans that both the token and the upstream allow, in the order of the catalogue. */
  tiers: z.array(TierView),
  countries: z.array(z.enum(COUNTRIES)),
  terms: z.object({ mode: z.enum(TERMS_MODES), frameUrl: z.nullable(z.string()) }),
  sealKey: SealKey,
  draft: z.nullable(ApplicationDraft),
  nowMs: z.number(),
})

export type ApplicationPage = z.infer<typeof ApplicationPage>
