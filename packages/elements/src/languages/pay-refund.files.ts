// The dictionaries of a refund in <terminal-pay>.
import type { PayRefundDictionary } from './dictionary.ts'
import type { EveryDictionary } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const PAY_REFUND_FILES: EveryDictionary<PayRefundDictionary> = {
  es: () => import('./pay-refund/es.ts'),
  'fr-CA': () => import('./pay-refund/fr-CA.ts'),
  de: () => import('./pay-refund/de.ts'),
  'pt-BR': () => import('./pay-refund/pt-BR.ts'),
  'zh-Hans': () => import('./pay-refund/zh-Hans.ts'),
  vi: () => import('./pay-refund/vi.ts'),
  ko: () => import('./pay-refund/ko.ts'),
  ar: () => import('./pay-refund/ar.ts'),
  he: () => import('./pay-refund/he.ts'),
}
