// Numbers that the tax authorities issue: SSN, ITIN, EIN. The valid ranges are public; only the authorities know the issued
// numbers.
import { cleanDigits, isOneDigit } from './clean.ts'
import type { FieldCode } from './codes.ts'
import { secretRule } from './isolated.ts'
import { rule, type Rule, type RuleContext } from './rule.ts'

const SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/
const ITIN = /^9\d\d(5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])\d{4}$/
/** Numbers from advertisements and specimen cards, and the most obvious fake number. */
const NEVER = /^(078051120|219099999|123456789)$/
/**
 * Sample values of the sandbox: reserved for advertisements by the Social Security Administration, and the example of the hint below the
 * field.
 */
const SAMPLE = /^(98765432\d|123456789)$/
/** Prefixes that are absent from the IRS list. */
const RARE_PREFIX = /^(0[789]|1[789]|2[89]|49|69|70|78|79|89|96|97)/

/** Checks whether the nine digits are in the ranges of an SSN. */
export const isSsn = (digits: string): boolean =>
  SSN.test(digits) && !NEVER.test(digits) && !isOneDigit(digits)

/** Checks whether the nine digits are in the ranges of an ITIN. The sample values of the sandbox also match. */
export const isItin = (digits: string): boolean => ITIN.test(digits) && !isOneDigit(digits)

/** Checks for a sample value, which is valid only in the sandbox. */
export const isSampleSsn = (digits: string): boolean => SAMPLE.test(digits)

/** Error of nine digits that should be an SSN or an ITIN. */
export function judgeSsn(digits: string, { sandbox }: RuleContext): FieldCode | '' {
  if (!/^\d{9}$/.test(digits)) return 'nine-digits'
  if (isSampleSsn(digits)) return sandbox ? '' : 'ssn-sample'
  return isSsn(digits) || isItin(digits) ? '' : 'ssn-invalid'
}

/** Rule of a person's SSN or ITIN. */
export const ssnRule: Rule = /* @__PURE__ */ secretRule(/* @__PURE__ */ rule(cleanDigits, judgeSsn))

const judged = rule(cleanDigits, (digits, { sandbox }) => {
  if (!/^\d{9}$/.test(digits)) return 'nine-digits'
  // The example of the hint below the field.
  if (digits === '123456789') return sandbox ? '' : 'ein-invalid'
  return digits.startsWith('00') || isOneDigit(digits) ? 'ein-invalid' : ''
})

/** Rule of an EIN. A prefix that is absent from the IRS list only gets a warning. */
export const einRule: Rule = /* @__PURE__ */ secretRule((typed, context) => {
  const found = judged(typed, context)
  return found.code === '' && RARE_PREFIX.test(found.value) ? { ...found, warning: 'ein-prefix' } : found
})
