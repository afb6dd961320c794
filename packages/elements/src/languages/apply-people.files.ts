// The dictionaries of the people and the bank of <merchant-apply>.
import type { ApplyPeopleDictionary } from './dictionary.ts'
import type { EveryDictionaryWithBritish } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const APPLY_PEOPLE_FILES: EveryDictionaryWithBritish<ApplyPeopleDictionary> = {
  es: () => import('./apply-people/es.ts'),
  'fr-CA': () => import('./apply-people/fr-CA.ts'),
  de: () => import('./apply-people/de.ts'),
  'pt-BR': () => import('./apply-people/pt-BR.ts'),
  'zh-Hans': () => import('./apply-people/zh-Hans.ts'),
  vi: () => import('./apply-people/vi.ts'),
  ko: () => import('./apply-people/ko.ts'),
  ar: () => import('./apply-people/ar.ts'),
  'en-GB': () => import('./apply-people/en-GB.ts'),
  he: () => import('./apply-people/he.ts'),
}
