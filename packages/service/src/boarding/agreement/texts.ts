// What the words of an agreement are made of: one set for each language, all with the same documents and statements. The
// partner's own lawyers write the real ones; these say of themselves that they are fictional.
import type { Fee } from '../tiers.ts'

/** What the texts tell of a tier. */
export interface TierWords {
  /** What the tier is called. */
  readonly label: string
  readonly fees: readonly Fee[]
  readonly includes: readonly string[]
}

/** A document before its tier is known. */
export interface DocumentText {
  readonly id: string
  readonly title: string
  /** Paragraphs. */
  readonly paragraphs: (tier: TierWords) => readonly string[]
}

/** The words of one language. */
export interface AgreementTexts {
  /** BCP 47 tag. */
  readonly locale: string
  readonly documents: readonly DocumentText[]
  /** Statements that are agreed to one by one. */
  readonly consents: readonly { readonly id: string; readonly text: string }[]
}

/** Changes whenever a word does. */
export const TEXTS_VERSION = '2026-11-1'
