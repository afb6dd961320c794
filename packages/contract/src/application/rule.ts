// A rule maps the typed text to a cleaned value and an error key. Rules are pure: today's date, the environment and the offered
// tiers are in the context.
import { cleanText, lengthOf } from './clean.ts'
import type { FieldCode, WarningCode } from './codes.ts'
import type { NamesOf, TextKind } from './fields.ts'

/** The context of a rule, in addition to the value. */
export interface RuleContext {
  /** The latest current date in any time zone, `YYYY-MM-DD`, so that no applicant east of the server is rejected. */
  readonly today: string
  /** Whether the sample values of the sandbox are valid. */
  readonly sandbox: boolean
  /** Names of the offered tiers; `null` if the caller judges the tier elsewhere. */
  readonly tiers: readonly string[] | null
  /** The values come from the wire format, which has no second address line, no roles of persons and no confirmations. */
  readonly wire: boolean
  /** Isolated fields hold the secrets: their values are verdicts and sealed texts. */
  readonly isolated?: boolean
}

/** Cleaned value, error key (`''` if valid) and warning. */
export interface Found {
  readonly value: string
  readonly code: FieldCode | ''
  readonly warning?: WarningCode
}

/** Cleans a typed text and judges it; `code` is empty for a valid one. */
export type Rule = (typed: string, context: RuleContext) => Found

/** A rule for each text field. */
export type Rules<Rows> = { readonly [Name in NamesOf<Rows, TextKind>]: Rule }

/** The date `YYYY-MM-DD` in the time zone in which a day begins first (UTC+14). */
export const latestDate = (nowMs: number): string =>
  new Date(nowMs + 14 * 3_600_000).toISOString().slice(0, 10)

/** Makes a rule accept an empty value, also one that is empty after cleaning, such as `$` for an amount. */
export const optional =
  (rule: Rule): Rule =>
  (typed, context) => {
    const { value, code } = rule(typed, context)
    return { value, code: value && code }
  }

/** A rule that cleans with `clean`, rejects an empty value with `missing`, and then calls `judge`. */
export const rule =
  (
    clean: (typed: string) => string,
    judge: (value: string, context: RuleContext) => FieldCode | '' | null,
    missing: FieldCode = 'required',
  ): Rule =>
  (typed, context) => {
    // Cleaning can join combining marks; normalize again.
    const value = clean(typed).normalize('NFC')
    return { value, code: value === '' ? missing : (judge(value, context) ?? '') }
  }

/** Text of `min` to `max` characters that matches `pattern`; `code` is the error of a mismatch. */
export const text = (
  min: number,
  max: number,
  pattern: RegExp = /[\p{L}\p{N}]/u,
  code: FieldCode = 'text-characters',
): Rule =>
  rule(cleanText, (value) =>
    lengthOf(value) > max
      ? 'too-long'
      : !pattern.test(value)
        ? code
        : lengthOf(value) < min
          ? 'too-short'
          : '',
  )

/** A rule that accepts one of the words. */
export const choice = (words: readonly string[], code: FieldCode = 'choose'): Rule =>
  rule(cleanText, (value) => (words.includes(value) ? '' : code), code)
