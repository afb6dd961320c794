// All texts of an element in every language that people speak, as its files have them.
import { APPLY_END_FILES } from '../languages/apply-end.files.ts'
import { APPLY_FIELDS_FILES } from '../languages/apply-fields.files.ts'
import { APPLY_PEOPLE_FILES } from '../languages/apply-people.files.ts'
import { APPLY_FILES } from '../languages/apply.files.ts'
import { DESK_FILES } from '../languages/desk.files.ts'
import type { DictionaryFiles } from '../languages/files.ts'
import { LANGUAGES } from '../languages/languages.ts'
import { PAY_FILES } from '../languages/pay.files.ts'
import { PAY_REFUND_FILES } from '../languages/pay-refund.files.ts'

async function spoken(files: readonly DictionaryFiles<object>[]): Promise<ReadonlyMap<string, object>> {
  const all = new Map<string, object>()
  for (const language of LANGUAGES) {
    if (language === 'en') continue
    const parts = files.flatMap((one) => one[language] ?? [])
    const loaded = await Promise.all(parts.map(async (load) => (await load()).STRINGS))
    all.set(language, Object.assign({}, ...loaded) as object)
  }
  return all
}

/** Texts of `<terminal-pay>` by language, without English. */
export const payDictionaries = (): Promise<ReadonlyMap<string, object>> =>
  spoken([PAY_FILES, PAY_REFUND_FILES])

/** Texts of `<merchant-apply>` by language, without English. */
export const applyDictionaries = (): Promise<ReadonlyMap<string, object>> =>
  spoken([APPLY_FILES, APPLY_FIELDS_FILES, APPLY_PEOPLE_FILES, APPLY_END_FILES])

/** Texts of `<terminal-desk>` by language, without English. */
export const deskDictionaries = (): Promise<ReadonlyMap<string, object>> => spoken([DESK_FILES])
