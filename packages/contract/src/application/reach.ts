// Contact details of a business: phone, e-mail, website. Phone numbers follow the North American Numbering Plan; the BFF makes
// all further checks of phone numbers.
import { cleanDigits, cleanText, lengthOf } from './clean.ts'
import { rule, type Rule } from './rule.ts'

const NANP = /^[2-9](?!11)\d\d[2-9](?!11)\d{6}$/
const TOLL_FREE = /^8(00|33|44|55|66|77|88)/
const EMAIL =
  /^(?!\.)(?!.*\.[.@])[^\s@"(),:;<>[\]\\]{1,64}@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u
const WEBSITE =
  /^https?:\/\/(([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]+|localhost|\[[\da-f:.]+\])(:\d{1,5})?([/?#]\S*)?$/iu
const NOT_PUBLIC =
  /^https?:\/\/(\[|[\d.]+([:/?#]|$)|([^/?#]+\.)?(localhost|local|localdomain|internal|lan|home|corp|test|example|invalid)([:/?#]|$))/i

/** Ten digits, without the country code 1. */
export const cleanPhone = (typed: string): string => {
  const digits = cleanDigits(typed).replaceAll('/', '')
  return /^\+1\d{10}$/.test(digits) ? digits.slice(2) : /^1\d{10}$/.test(digits) ? digits.slice(1) : digits
}

/** Rule of a phone number. */
export const phoneRule: Rule = rule(cleanPhone, (digits) => (NANP.test(digits) ? '' : 'phone'))

/** Rule of a mobile number; rejects toll-free numbers. */
export const cellPhoneRule: Rule = rule(cleanPhone, (digits) =>
  !NANP.test(digits) ? 'phone' : TOLL_FREE.test(digits) ? 'phone-toll-free' : '',
)

/** Rule of an e-mail address of at most 100 characters. */
export const emailRule: Rule = rule(cleanText, (address) =>
  lengthOf(address) > 100 ? 'too-long' : EMAIL.test(address) ? '' : 'email',
)

/** Adds a scheme to an address without one. */
export const cleanWebsite = (typed: string): string => {
  const address = cleanText(typed)
  return address === '' || /^[a-z][a-z\d+.-]*:(\/\/|[^\d])/i.test(address) ? address : `https://${address}`
}

/** Rule of a public website. */
export const websiteRule: Rule = rule(cleanWebsite, (address) =>
  lengthOf(address) > 255
    ? 'too-long'
    : !WEBSITE.test(address)
      ? 'website'
      : NOT_PUBLIC.test(address)
        ? 'website-private'
        : '',
)
