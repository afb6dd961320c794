// Formats phone numbers for the boarding API with libphonenumber-js. A number that the library does not know is formatted
// from its digits, because the contract's rule has already accepted it.
import { cleanPhone, mapTexts, type ApplicationValues } from '@tapboard/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** `national`: ten digits (`7325550123`); `e164`: with country code (`+17325550123`). */
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

/** Returns the values with all phone numbers in a format. */
export const writePhones = (values: ApplicationValues, format: PhoneFormat): ApplicationValues =>
  mapTexts(values, (text, kind) => (kind === 'phone' ? writePhone(text, format) : text))
