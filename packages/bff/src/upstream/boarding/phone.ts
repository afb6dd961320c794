// Formats phone numbers of the North American plan for the boarding API. The contract's rule has already accepted them.
import { cleanPhone, mapTexts, type ApplicationValues } from '@tapboard/contract'

/** `national`: ten digits (`7325550123`); `e164`: with country code (`+17325550123`). */
export type PhoneFormat = 'national' | 'e164'

/** Formats a phone number of the North American plan; returns any other text unchanged. */
export function writePhone(typed: string, format: PhoneFormat): string {
  const digits = cleanPhone(typed)
  if (!/^\d{10}$/.test(digits)) return typed
  return format === 'e164' ? `+1${digits}` : digits
}

/** Returns the values with all phone numbers in a format. */
export const writePhones = (values: ApplicationValues, format: PhoneFormat): ApplicationValues =>
  mapTexts(values, (text, kind) => (kind === 'phone' ? writePhone(text, format) : text))
