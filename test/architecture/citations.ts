// Finds the numbers by which files cite invariants, transition rules, failpoints, decisions and promises.

interface Citation {
  /** Its prefix: `INV-`, `rule `, `FP`, `D-` or `P`. */
  readonly kind: string
  /** As written, so `07` for `D-07`. */
  readonly number: string
}

const CODE = /(?<![\w-])(INV-|FP|D-|P)(\d+)\b/g
const RULES = /\brules? (\d+(?:(?:, | and |, and | or |–| to )\d+)*)/gi

/** All citations of a text: single codes first, then transition rules. */
export const citationsOf = (text: string): readonly Citation[] => [
  ...[...text.matchAll(CODE)].map(([, kind = '', number = '']) => ({ kind, number })),
  ...[...text.matchAll(RULES)].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/\d+/g)].map(([number]) => ({ kind: 'rule ', number })),
  ),
]
