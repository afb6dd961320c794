// Languages of the demo with their own names and writing directions.

/** Language tag and own name, English first. */
export const LANGUAGE_NAMES: readonly (readonly [tag: string, name: string])[] = [
  ['en', 'English'],
  ['es', 'Español'],
  ['fr-CA', 'Français (Canada)'],
  ['de', 'Deutsch'],
  ['pt-BR', 'Português (Brasil)'],
  ['zh-Hans', '简体中文'],
  ['vi', 'Tiếng Việt'],
  ['ko', '한국어'],
  ['ar', 'العربية'],
  ['he', 'עברית'],
]

/** Writing direction of a language. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (['ar', 'he'].includes(tag) ? 'rtl' : 'ltr')
