// Phone numbers as the boarding API wants them, by libphonenumber-js. What the contract's rule has accepted is never refused
// here: a number that the library does not know is written from its digits.
import { cleanPhone, mapTexts, type ApplicationValues } from '@tapboard/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Ten digits (`7325550123`), or with the country's code (`+17325550123`). */
export type PhoneFormat = 'national' | 'e164'

/** Formats a phone number of the North American plan; returns any other text unchanged. */
export function writePhone(typed: string, format: PhoneFormat): string {
  const digits = cleanPhone(typed)
  if (!/^\d{10}$/.test(digits)) return typed
  const number = parsePhoneNumberFromString(digits, 'US')
  const known = number?.countryCallingCode === '1' && number.nationalNumber === digits
  const e164 = known ? number.number : `+1${digits}`
  return format === 'e164' ? e164 : e164.slice(2)
}

/** The values with their phone numbers in a format. */
export const writePhones = (values: ApplicationValues, format: PhoneFormat): ApplicationValues =>
  mapTexts(values, (text, kind) => (kind === 'phone' ? writePhone(text, format) : text))
