// Two artificial languages, made from the English texts. `en-XA` has accents and is about 40 % longer, so that cut, overflowing
// and untranslated texts are visible at once. `ar-XB` is the same from right to left.
import { ADDRESS } from '../merchant-apply/fields/address.strings.ts'
import { FIELDS } from '../merchant-apply/fields/fields.strings.ts'
import { ENGLISH as SHELL } from '../merchant-apply/merchant-apply.strings.ts'
import { AGREEMENT } from '../merchant-apply/steps/agreement.strings.ts'
import { BANK } from '../merchant-apply/steps/bank.strings.ts'
import { BUSINESS } from '../merchant-apply/steps/business.strings.ts'
import { CONTACT } from '../merchant-apply/steps/contact.strings.ts'
import { DONE } from '../merchant-apply/steps/done.strings.ts'
import { PLAN } from '../merchant-apply/steps/plan.strings.ts'
import { REVIEW } from '../merchant-apply/steps/review.strings.ts'
import { SIGNERS } from '../merchant-apply/steps/signers.strings.ts'
import { TAX } from '../merchant-apply/steps/tax.strings.ts'
import { DESK_ENGLISH } from '../terminal-desk/english.ts'
import { PAY_ENGLISH } from '../terminal-pay/english.ts'

/** A language of tests. */
export type Dialect = 'en-XA' | 'ar-XB'

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž'

const accent = (text: string): string =>
  Array.from(text, (sign) => {
    const at = PLAIN.indexOf(sign)
    const made = at < 0 ? sign : ACCENTED[at]!
    // Vowels are two fifths of a text: doubling them lengthens long words as well, as in German.
    return /[aeiou]/i.test(sign) ? made + made : made
  }).join('')

/** Reverses the direction of every word, as Arabic words beside Latin ones. */
const turned = (text: string): string => text.replace(/\S+/g, '\u202e$&\u202c')

/** A text in a dialect. */
const pseudo = (text: string, dialect: Dialect): string =>
  dialect === 'ar-XB' ? turned(accent(text)) : accent(text)

/** The English text of a text in `en-XA`. A single vowel has its accent from elsewhere. */
export const plain = (text: string): string =>
  text.replaceAll(/([ÅÉÎÖÛåéîöû])\1|[^ÅÉÎÖÛåéîöû]/gu, (sign, vowel: string | undefined) => {
    const at = ACCENTED.indexOf(vowel ?? sign)
    return at < 0 ? sign : PLAIN[at]!
  })

/** Texts, and functions that make texts, in a dialect. */
export function inDialect<Words>(words: Words, dialect: Dialect): Words {
  const made = (value: unknown): unknown => {
    if (typeof value === 'string') return pseudo(value, dialect)
    if (typeof value === 'function')
      return (...given: readonly unknown[]) =>
        made((value as (...given: readonly unknown[]) => unknown)(...given))
    if (Array.isArray(value)) return value.map(made)
    if (typeof value !== 'object' || value === null) return value
    // The service reads the roles of signers, `titles`, in English; `titleNames` are their translation.
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, key === 'titles' ? each : made(each)]),
    )
  }
  return made(words) as Words
}

/** All texts of `<terminal-pay>`. */
export const PAY_TEXTS = PAY_ENGLISH

/** All texts of `<terminal-desk>`, except those of the form to settle a sale. */
export const DESK_TEXTS = DESK_ENGLISH

/** All texts of `<merchant-apply>`, by part. */
export const APPLY_TEXTS = {
  shell: SHELL,
  plan: PLAN,
  fields: FIELDS,
  // The browser names the countries.
  address: { ...ADDRESS, countries: {} },
  business: BUSINESS,
  tax: TAX,
  contact: CONTACT,
  signers: SIGNERS,
  bank: BANK,
  review: REVIEW,
  agreement: AGREEMENT,
  done: DONE,
}
