// Routing and account numbers (ABA). The check digit finds a typing error; only the bank knows whether the account exists.
import { cleanDigits, isOneDigit } from './clean.ts'
import { secretRule } from './isolated.ts'
import { rule, text, type Rule } from './rule.ts'

const PREFIX = /^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2])/
const WEIGHTS = [3, 7, 1]

/** Checks nine digits: the district of the Federal Reserve is known, and the sum weighted 3-7-1 is divisible by ten. */
export const isRoutingNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) &&
  PREFIX.test(digits) &&
  !isOneDigit(digits) &&
  Array.from(digits).reduce((sum, digit, index) => sum + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0) %
    10 ===
    0

/** Checks whether the digits look like a card number: the prefix of a card scheme and a valid Luhn check digit. */
export function looksLikeCard(digits: string): boolean {
  if (!/^[3-6]\d{12,15}$/.test(digits)) return false
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const twice = Number(digit) * (1 + (index % 2))
      return total + (twice > 9 ? twice - 9 : twice)
    }, 0)
  return sum % 10 === 0
}

/** Rule of a routing number. */
export const routingRule: Rule = rule(cleanDigits, (digits) =>
  /^\d{9}$/.test(digits) ? (isRoutingNumber(digits) ? '' : 'routing-invalid') : 'nine-digits',
)

const judged = rule(cleanDigits, (digits) =>
  /^\d{4,17}$/.test(digits) ? (isOneDigit(digits) ? 'account-invalid' : '') : 'account-digits',
)

/** Rule of an account number. A number that looks like a card number only gets a warning. */
export const accountRule: Rule = /* @__PURE__ */ secretRule((typed, context) => {
  const found = judged(typed, context)
  return found.code === '' && looksLikeCard(found.value) ? { ...found, warning: 'account-card' } : found
})

/** Rule of a bank's name. */
export const bankNameRule: Rule = text(2, 60)
