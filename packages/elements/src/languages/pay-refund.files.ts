// The dictionaries of a refund in <terminal-pay>.
import type { PayRefundDictionary } from './dictionary.ts'
import type { EveryDictionaryWithBritish } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const PAY_REFUND_FILES: EveryDictionaryWithBritish<PayRefundDictionary> = {
  es: () => import('./pay-refund/es.ts'),
  'fr-CA': () => import('./pay-refund/fr-CA.ts'),
  de: () => import('./pay-refund/de.ts'),
  'pt-BR': () => import('./pay-refund/pt-BR.ts'),
  'zh-Hans': () => import('./pay-refund/zh-Hans.ts'),
  vi: () => import('./pay-refund/vi.ts'),
  ko: () => import('./pay-refund/ko.ts'),
  ar: () => import('./pay-refund/ar.ts'),
  'en-GB': () => import('./pay-refund/en-GB.ts'),
  he: () => import('./pay-refund/he.ts'),
}
