// The statements of an agreement as a page names them (D-216). Documents have a version and a hash, statements have an ID only: a page
// therefore gets the hash of a statement as its ID, so that an acceptance names the text that was shown.
import type { Terms } from '@tapboard/contract'
import { sha256, toHex } from '@tapboard/store/crypto'

/** A statement that a person accepted. */
export interface AcceptedStatement {
  /** Its ID at the service. */
  readonly id: string
  /** {@link hashOf} it as it was shown; absent where the BFF does not know the text. */
  readonly sha256?: string
}

/** SHA-256, hex, of the ID of a statement and its texts, that of the requested language first, with a line break between them. */
const hashOf = (id: string, { consents }: Terms): string =>
  toHex(sha256([id, ...consents.filter((one) => one.id === id).map(({ text }) => text)].join('\n')))

/** The terms for a page: each statement has its hash as ID. */
export const termsForPage = (terms: Terms): Terms => ({
  ...terms,
  consents: terms.consents.map((consent) => ({ ...consent, id: hashOf(consent.id, terms) })),
})

/**
 * The statements that a page accepted, by the present terms (`null`: the BFF does not show them). A page of an earlier version names
 * their IDs, so their text is not known. `changed`: one of them has another text now, or does not exist.
 */
export function acceptedStatements(
  accepted: readonly string[],
  terms: Terms | null,
): { readonly statements: readonly AcceptedStatement[]; readonly changed: boolean } {
  const names = [...new Set(accepted)]
  if (terms === null) return { statements: names.map((id) => ({ id })), changed: false }
  const known = new Map<string, AcceptedStatement>()
  for (const { id } of terms.consents)
    known.set(id, { id }).set(hashOf(id, terms), { id, sha256: hashOf(id, terms) })
  const statements = names.flatMap((name) => known.get(name) ?? [])
  return { statements, changed: statements.length < names.length }
}
