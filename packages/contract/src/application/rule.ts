// A rule takes what was typed and gives the cleaned value, and the key of what is wrong with it. Pure: today's date, the
// environment and the tiers on offer come in as context.
import { cleanText, lengthOf } from './clean.ts'
import type { FieldCode, WarningCode } from './codes.ts'
import type { NamesOf, TextKind } from './fields.ts'

/** What rules may know beside the values. */
export interface RuleContext {
  /** The latest date that it is anywhere, `YYYY-MM-DD`: nobody is refused for living east of the server. */
  readonly today: string
  /** Sample numbers are welcome. */
  readonly sandbox: boolean
  /** Names of the tiers on offer; `null` where somebody else judges that. */
  readonly tiers: readonly string[] | null
  /** What the upstream is sent lacks the second address line, the roles of persons and what was confirmed. */
  readonly wire: boolean
}

/** Cleaned value, what is wrong with it (`''` for nothing), and what to look at. */
export interface Found {
  readonly value: string
  readonly code: FieldCode | ''
  readonly warning?: WarningCode
}

/** One field's rule. */
export type Rule = (typed: string, context: RuleContext) => Found

/** A rule for each field that is typed as text. */
export type Rules<Rows> = { readonly [Name in NamesOf<Rows, TextKind>]: Rule }

/** `YYYY-MM-DD` in the time zone that is first to begin a day (UTC+14). */
export const latestDate = (nowMs: number): string =>
  new Date(nowMs + 14 * 3_600_000).toISOString().slice(0, 10)

/** Rule of a field that may stay empty. */
export const optional =
  (rule: Rule): Rule =>
  (typed, context) =>
    cleanText(typed) === '' ? { value: '', code: '' } : rule(typed, context)

/** A rule that cleans with `clean` and then asks `judge`; an empty value is `required` before anything else. */
export const rule =
  (
    clean: (typed: string) => string,
    judge: (value: string, context: RuleContext) => FieldCode | '' | null,
    missing: FieldCode = 'required',
  ): Rule =>
  (typed, context) => {
    // What cleaning brought together may have to be put in order.
    const value = clean(typed).normalize('NFC')
    return { value, code: value === '' ? missing : (judge(value, context) ?? '') }
  }

/** Text of `min` to `max` characters of which `pattern` is true; `code` says what its characters must be. */
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

/** One of the words. */
export const choice = (words: readonly string[], code: FieldCode = 'choose'): Rule =>
  rule(cleanText, (value) => (words.includes(value) ? '' : code), code)
