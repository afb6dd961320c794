// What `<merchant-apply>` is told: the plans, the rules' context, the draft, the documents to agree to, and what became of the
// application. One request on mount gives everything that is drawn first.
import * as z from 'zod/mini'
import { Issue } from '../problem.ts'
import { COUNTRIES } from './place.ts'
import { ApplicationValues } from './values.ts'

/** States of an application: the BFF's until the submission, then the upstream's. */
export const APPLICATION_STATES = [
  /** Being filled in. */
  'draft',
  /** Written down, on its way: nobody may send it again. */
  'submitting',
  /** The upstream may have received it; nobody knows. It is never sent again by itself. */
  'in_doubt',
  /** The upstream refused it: it may be corrected and submitted again. */
  'refused',
  /** The upstream has it. */
  'submitted',
  'in_review',
  'action_required',
  'approved',
  'declined',
  'withdrawn',
] as const

/** A state of an application. */
export type ApplicationStatus = (typeof APPLICATION_STATES)[number]

/** States in which the person may change and submit the application. */
export const isEditable = (state: ApplicationStatus): boolean => state === 'draft' || state === 'refused'

/** States after which nothing more happens. */
export const isDecided = (state: ApplicationStatus): boolean =>
  state === 'approved' || state === 'declined' || state === 'withdrawn'

/** A displayed plan: a tier of the upstream with the texts and fees of the operator's catalogue. */
export const TierView = z.object({
  /** TierName of §4.6. */
  name: z.string(),
  label: z.string(),
  summary: z.nullable(z.string()),
  /** For example `{label: 'Card present', value: '2.6 % + 10¢'}`. */
  fees: z.array(z.object({ label: z.string(), value: z.string() })),
  includes: z.array(z.string()),
})

/** Shape of {@link TierView}. */
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

/** Shape of {@link TermsDocument}. */
export type TermsDocument = z.infer<typeof TermsDocument>

/** A statement that the person agrees to, by a box of its own. */
export const Consent = z.object({ id: z.string(), locale: z.string(), text: z.string() })

/** Shape of {@link Consent}. */
export type Consent = z.infer<typeof Consent>

/** Answer of `GET /v1/application/terms`: what a plan is agreed to with, documents of the wished language first. */
export const Terms = z.object({ documents: z.array(TermsDocument), consents: z.array(Consent) })

/** Shape of {@link Terms}. */
export type Terms = z.infer<typeof Terms>

/** Where the token of the terms comes from: the service by way of the BFF, a vendor's frame, or the page. */
export const TERMS_MODES = ['service', 'frame', 'host'] as const

/** See {@link TERMS_MODES}. */
export type TermsMode = (typeof TERMS_MODES)[number]

/** What is kept of an unfinished application; never a secret. */
export const ApplicationDraft = z.object({
  /** Step that the person was at. */
  step: z.string(),
  values: ApplicationValues,
  /** Counts the saves: a save names the one it follows. */
  version: z.number(),
  savedAtMs: z.number(),
  /** It is forgotten then. */
  expiresAtMs: z.number(),
})

/** Shape of {@link ApplicationDraft}. */
export type ApplicationDraft = z.infer<typeof ApplicationDraft>

/** What is known of an application; never a secret. */
export const ApplicationSnapshot = z.object({
  /** The BFF's own ID; sealed secrets name it. */
  id: z.string(),
  state: z.enum(APPLICATION_STATES),
  /** Counts the changes: the ETag. */
  version: z.number(),
  /** AppId of §4.6, once there is one. */
  appId: z.nullable(z.string()),
  /** Refnum of the submission. */
  reference: z.nullable(z.string()),
  tierName: z.nullable(z.string()),
  submittedAtMs: z.nullable(z.number()),
  /** When the state was last heard of upstream. */
  checkedAtMs: z.nullable(z.number()),
  /** Why it was refused, by field; a path that is empty stands for the whole. */
  issues: z.array(Issue),
  /** What was agreed to, and by whom. */
  agreed: z.nullable(
    z.object({
      signerName: z.string(),
      atMs: z.number(),
      documents: z.array(z.object({ title: z.string(), version: z.string(), sha256: z.string() })),
    }),
  ),
})

/** Shape of {@link ApplicationSnapshot}. */
export type ApplicationSnapshot = z.infer<typeof ApplicationSnapshot>

/** The BFF's public key for secrets: P-256, for ECDH-ES (RFC 7518 §4.6). */
export const SealKey = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
})

/** Shape of {@link SealKey}. */
export type SealKey = z.infer<typeof SealKey>

/** Answer of `GET /v1/application`: everything `<merchant-apply>` needs to draw. */
export const ApplicationPage = z.object({
  application: ApplicationSnapshot,
  /** Name of the partner, as people know it. */
  partner: z.string(),
  /** The BFF says it, never the page. */
  environment: z.enum(['sandbox', 'production']),
  /** Plans that the token and the upstream allow, in the order of the catalogue. */
  tiers: z.array(TierView),
  countries: z.array(z.enum(COUNTRIES)),
  terms: z.object({ mode: z.enum(TERMS_MODES), frameUrl: z.nullable(z.string()) }),
  sealKey: SealKey,
  draft: z.nullable(ApplicationDraft),
  nowMs: z.number(),
})

/** Shape of {@link ApplicationPage}. */
export type ApplicationPage = z.infer<typeof ApplicationPage>
