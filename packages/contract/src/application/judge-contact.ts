// Step "Where to find you": business address, phone, e-mail and mailing address (§4.6).
import type { FIELDS } from './fields.ts'
import { IssueCollector, type Judge } from './judge.ts'
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
  collector: IssueCollector,
  address: AddressValues,
  at: string,
  use: AddressUse,
): AddressValues {
  const clean = collector.clean(address, `${at}.`, addressRules(address.country, use))
  if (collector.isValid(`${at}.`)) {
    const warning = addressWarning(clean)
    if (warning !== null) collector.addWarning(`${at}.zip`, warning)
  }
  return clean
}

/** Judges the contact details of the business. */
export const judgeContact: Judge = (values, context) => {
  const collector = new IssueCollector(context)
  const businessAddress = judgeAddress(collector, values.businessAddress, 'businessAddress', 'business')
  const clean = collector.clean(values, '', RULES)
  const mailingAddress = values.mailingSame
    ? values.mailingAddress
    : judgeAddress(collector, values.mailingAddress, 'mailingAddress', 'mail')
  return collector.result({ ...clean, businessAddress, mailingAddress })
}
