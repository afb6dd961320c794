// How a business is reached: phone, e-mail, website. Phone numbers are those of the North American Numbering Plan; all
// about phone numbers beyond that is the BFF's.
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

/** Ten digits, without the country's 1. */
export const cleanPhone = (typed: string): string => {
  const digits = cleanDigits(typed).replaceAll('/', '')
  return /^\+1\d{10}$/.test(digits) ? digits.slice(2) : /^1\d{10}$/.test(digits) ? digits.slice(1) : digits
}

/** Rule of a phone number. */
export const phoneRule: Rule = rule(cleanPhone, (digits) => (NANP.test(digits) ? '' : 'phone'))

/** Rule of a mobile phone: what nobody pays to call is none. */
export const cellPhoneRule: Rule = rule(cleanPhone, (digits) =>
  !NANP.test(digits) ? 'phone' : TOLL_FREE.test(digits) ? 'phone-toll-free' : '',
)

/** Rule of an e-mail address of at most 100 characters. */
export const emailRule: Rule = rule(cleanText, (address) =>
  lengthOf(address) > 100 ? 'too-long' : EMAIL.test(address) ? '' : 'email',
)

/** A scheme is added where there is none. */
export const cleanWebsite = (typed: string): string => {
  const address = cleanText(typed)
  return address === '' || /^[a-z][a-z\d+.-]*:(\/\/|[^\d])/i.test(address) ? address : `https://${address}`
}

/** Rule of a website that everybody can open. */
export const websiteRule: Rule = rule(cleanWebsite, (address) =>
  lengthOf(address) > 255
    ? 'too-long'
    : !WEBSITE.test(address)
      ? 'website'
      : NOT_PUBLIC.test(address)
        ? 'website-private'
        : '',
)
