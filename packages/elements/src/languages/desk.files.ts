// The dictionaries of <terminal-desk>.
import type { DeskDictionary } from './dictionary.ts'
import type { EveryDictionary } from './files.ts'

/** Loads the dictionary of each language on demand. */
export const DESK_FILES: EveryDictionary<DeskDictionary> = {
  es: () => import('./desk/es.ts'),
  'fr-CA': () => import('./desk/fr-CA.ts'),
  de: () => import('./desk/de.ts'),
  'pt-BR': () => import('./desk/pt-BR.ts'),
  'zh-Hans': () => import('./desk/zh-Hans.ts'),
  vi: () => import('./desk/vi.ts'),
  ko: () => import('./desk/ko.ts'),
  ar: () => import('./desk/ar.ts'),
  he: () => import('./desk/he.ts'),
}
