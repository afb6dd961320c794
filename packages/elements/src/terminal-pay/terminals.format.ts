// The age of a terminal's status in the format of a language.

/** Elapsed time in words; without a language, a blank of the same height. */
export const ago = (lang: string, ms: number): string => {
  if (!lang) return '\xa0'
  const seconds = Math.round(ms / 1000)
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  return seconds < 60 ? words.format(-seconds, 'second') : words.format(-Math.round(seconds / 60), 'minute')
}
