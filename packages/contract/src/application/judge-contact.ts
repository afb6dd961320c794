// Step "Where to find you": business address, phone, e-mail and mailing address (§4.6).
import type { FIELDS } from './fields.ts'
import { Bench, type Judge } from './judge.ts'
import { addressRules, addressWarning, type AddressUse } from './place.ts'
import { emailRule, phoneRule } from './reach.ts'
import { optional, type Rules } from './rule.ts'
import type { AddressValues } from './values.ts'

const RULES: Rules<(typeof FIELDS)['contact']> = {
  businessPhone: phoneRule,
  businessEmail: /* @__PURE__ */ optional(emailRule),
}

/** Applies the rules to an address; `at` is its path. */
export function judgeAddress(
  bench: Bench,
  address: AddressValues,
  at: string,
  use: AddressUse,
): AddressValues {
  const clean = bench.clean(address, `${at}.`, addressRules(address.country, use))
  if (bench.isGood(`${at}.`)) {
    const warning = addressWarning(clean)
    if (warning !== null) bench.warn(`${at}.zip`, warning)
  }
  return clean
}

/** Judges the contact details of the business. */
export const judgeContact: Judge = (values, context) => {
  const bench = new Bench(context)
  const businessAddress = judgeAddress(bench, values.businessAddress, 'businessAddress', 'business')
  const clean = bench.clean(values, '', RULES)
  const mailingAddress = values.mailingSame
    ? values.mailingAddress
    : judgeAddress(bench, values.mailingAddress, 'mailingAddress', 'mail')
  return bench.end({ ...clean, businessAddress, mailingAddress })
}
