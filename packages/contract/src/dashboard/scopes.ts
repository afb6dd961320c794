// Scopes of API keys (D-111, D-133): the rights that a person gives to a key. A new scope is a row of this table.

/** Scope → a name and a sentence for the person who creates a key. */
export const KEY_SCOPES = {
  terminal: {
    label: 'Terminals and payments',
    sentence: 'Registers terminals, starts payments, reads sessions and reports.',
  },
  report: {
    label: 'Reports',
    sentence: 'Reads reports of payments, and nothing else. The permission for terminals contains it.',
  },
  board: {
    label: 'Boarding',
    sentence: 'Lists tiers, submits applications of merchants and reads their status.',
  },
  credit: {
    label: 'Credits without a sale',
    sentence: 'Pays an amount to a card without the reference of a sale. Also needs terminals and payments.',
  },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly sentence: string }>>

/** A right of an API key. */
export type KeyScope = keyof typeof KEY_SCOPES

/** All scopes in the order in which they are shown. */
export const KEY_SCOPE_NAMES = Object.keys(KEY_SCOPES) as readonly KeyScope[]

/**
 * Scopes that a key can use. A test key of a live account boards only, so that it never reaches a live terminal or a
 * live payment.
 */
export const usableScopes = (
  scopes: readonly KeyScope[],
  { testKey, testAccount }: { readonly testKey: boolean; readonly testAccount: boolean },
): readonly KeyScope[] => (testKey && !testAccount ? scopes.filter((scope) => scope === 'board') : scopes)

/** Whether a text names a scope. */
export const isKeyScope = (text: string): text is KeyScope => Object.hasOwn(KEY_SCOPES, text)
