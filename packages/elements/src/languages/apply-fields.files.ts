// The dictionaries of the fields of <merchant-apply>, up to the signers.
import type { ApplyFieldsDictionary } from './dictionary.ts'
import type { EveryDictionaryWithBritish } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const APPLY_FIELDS_FILES: EveryDictionaryWithBritish<ApplyFieldsDictionary> = {
  es: () => import('./apply-fields/es.ts'),
  'fr-CA': () => import('./apply-fields/fr-CA.ts'),
  de: () => import('./apply-fields/de.ts'),
  'pt-BR': () => import('./apply-fields/pt-BR.ts'),
  'zh-Hans': () => import('./apply-fields/zh-Hans.ts'),
  vi: () => import('./apply-fields/vi.ts'),
  ko: () => import('./apply-fields/ko.ts'),
  ar: () => import('./apply-fields/ar.ts'),
  'en-GB': () => import('./apply-fields/en-GB.ts'),
  he: () => import('./apply-fields/he.ts'),
}
