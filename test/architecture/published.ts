// Finds internal codes in published texts: docstrings of the packages reach the user in `.d.ts` files.
import type { SourceFile } from './rules.ts'

/** Promise, decision, invariant, failpoint or transition rule by its number. */
export const INTERNAL_CODE = /\b(?:P\d{1,3}|D-\d{2,3}|INV-\d+|FP-?\d+)\b|\b[Rr]ules? \d+/

/** A clause of a standard that the docstring names; a clause of the upstream's specification belongs into a comment with `//`. */
const STANDARD = /\b(?:RFC[\s*]+\d+|WHATWG|W3C|WCAG|WebAuthn|Trace Context)\b/

/** The internal code of a docstring, or its clause without a standard; `undefined` without either. */
const codeIn = (docstring: string): string | undefined =>
  INTERNAL_CODE.exec(docstring)?.[0] ??
  (STANDARD.test(docstring) ? undefined : /§ ?[\d.]+/.exec(docstring)?.[0])

/** Sources whose docstrings contain no internal codes. */
const PUBLISHED = /^packages\/[^/]+\/src\//
const NOT_PUBLISHED = /\.(?:test|testing|browser)\.ts$|\/testing(?:\/|\.ts$)/

/** Docstrings with an internal code. */
export function internalCodes({ path, text }: SourceFile): string[] {
  if (!PUBLISHED.test(path) || NOT_PUBLISHED.test(path)) return []
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(({ 0: docstring, index }) => {
    const code = codeIn(docstring)
    if (code === undefined) return []
    const line = text.slice(0, index).split('\n').length
    return [`${path}:${line} publishes ${code}: state the fact, or use a comment with //.`]
  })
}
