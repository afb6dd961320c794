// The dictionaries of the first render of <merchant-apply>.
import type { ApplyDictionary } from './dictionary.ts'
import type { EveryDictionary } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const APPLY_FILES: EveryDictionary<ApplyDictionary> = {
  es: () => import('./apply/es.ts'),
  'fr-CA': () => import('./apply/fr-CA.ts'),
  de: () => import('./apply/de.ts'),
  'pt-BR': () => import('./apply/pt-BR.ts'),
  'zh-Hans': () => import('./apply/zh-Hans.ts'),
  vi: () => import('./apply/vi.ts'),
  ko: () => import('./apply/ko.ts'),
  ar: () => import('./apply/ar.ts'),
  he: () => import('./apply/he.ts'),
}
