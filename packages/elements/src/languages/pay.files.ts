// The dictionaries of <terminal-pay>.
import type { PayDictionary } from './dictionary.ts'
import type { EveryDictionaryWithBritish } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const PAY_FILES: EveryDictionaryWithBritish<PayDictionary> = {
  es: () => import('./pay/es.ts'),
  'fr-CA': () => import('./pay/fr-CA.ts'),
  de: () => import('./pay/de.ts'),
  'pt-BR': () => import('./pay/pt-BR.ts'),
  'zh-Hans': () => import('./pay/zh-Hans.ts'),
  vi: () => import('./pay/vi.ts'),
  ko: () => import('./pay/ko.ts'),
  ar: () => import('./pay/ar.ts'),
  'en-GB': () => import('./pay/en-GB.ts'),
  he: () => import('./pay/he.ts'),
}
