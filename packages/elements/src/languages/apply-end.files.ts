// The dictionaries of <merchant-apply> from the signers to its end.
import type { ApplyEndDictionary } from './dictionary.ts'
import type { EveryDictionary } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const APPLY_END_FILES: EveryDictionary<ApplyEndDictionary> = {
  es: () => import('./apply-end/es.ts'),
  'fr-CA': () => import('./apply-end/fr-CA.ts'),
  de: () => import('./apply-end/de.ts'),
  'pt-BR': () => import('./apply-end/pt-BR.ts'),
  'zh-Hans': () => import('./apply-end/zh-Hans.ts'),
  vi: () => import('./apply-end/vi.ts'),
  ko: () => import('./apply-end/ko.ts'),
  ar: () => import('./apply-end/ar.ts'),
  he: () => import('./apply-end/he.ts'),
}
