// The ready themes: files of their own that a page copies, and that the demo switches. Each sets nothing but the elements'
// custom properties and, where a theme is light or dark alone, `color-scheme`.

/** The ready themes in the order in which they are offered. */
export const THEMES = [
  { name: 'neutral', label: 'Neutral' },
  { name: 'dark', label: 'Dark' },
  { name: 'high-contrast', label: 'High contrast' },
  { name: 'playful', label: 'Playful' },
  { name: 'print-like', label: 'Print-like' },
] as const

/** Name of a ready theme. */
export type ThemeName = (typeof THEMES)[number]['name']
