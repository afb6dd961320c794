// Types of the agreement texts: one set per language, all with the same documents and statements. The shipped
// texts are fictional and state so; a partner's lawyers write the real ones.
import type { Fee } from '../tiers.ts'

/** Tier data that the texts contain. */
export interface TierWords {
  /** The display name of the tier. */
  readonly label: string
  readonly fees: readonly Fee[]
  readonly includes: readonly string[]
}

interface DocumentText {
  readonly id: string
  readonly title: string
  /** Creates the paragraphs for a tier. */
  readonly paragraphs: (tier: TierWords) => readonly string[]
}

/** The agreement texts of one language. */
export interface AgreementTexts {
  /** The BCP 47 language tag. */
  readonly locale: string
  readonly documents: readonly DocumentText[]
  /** Statements that the signer accepts one by one. */
  readonly consents: readonly { readonly id: string; readonly text: string }[]
}

/** Version of the texts; changes with every edit. */
export const TEXTS_VERSION = '2026-11-1'
