// The choices of the gallery, and their form in the address of a screen.
import { directionOf, LANGUAGE_NAMES } from '../../shared/language-names.ts'
import { THEMES } from '../../shared/themes/themes.ts'

/** Choices by name: label, and the values with their texts; the first value is the default. */
export const CHOICES = {
  theme: [
    'Theme',
    [
      ['light', 'Light'],
      ['dark', 'Dark'],
      ...THEMES.map(({ name, label }) => [`theme-${name}`, `Ready theme: ${label}`] as const),
    ],
  ],
  lang: ['Language', [...LANGUAGE_NAMES, ['en-GB', 'English (United Kingdom)']]],
  width: [
    'Width',
    [
      ['390', 'Phone, 390 px'],
      ['320', 'Small phone, 320 px'],
      ['768', 'Tablet, 768 px'],
      ['1280', 'Desktop, 1280 px'],
    ],
  ],
  density: [
    'Density',
    [
      ['normal', 'Normal'],
      ['compact', 'Compact'],
    ],
  ],
} as const satisfies Readonly<
  Record<string, readonly [label: string, values: readonly (readonly [value: string, text: string])[]]>
>

export type ChoiceName = keyof typeof CHOICES

/** A value for each choice. */
export type ScreenLook = Readonly<Record<ChoiceName, string>>

const NAMES = Object.keys(CHOICES) as ChoiceName[]

/** The look that a query describes; a missing or unknown value is the default. */
export function readLook(query: string): ScreenLook {
  const given = new URLSearchParams(query)
  const valueOf = (name: ChoiceName): string => {
    const values: readonly (readonly [string, string])[] = CHOICES[name][1]
    return values.find(([value]) => value === given.get(name))?.[0] ?? values[0]![0]
  }
  return Object.fromEntries(NAMES.map((name) => [name, valueOf(name)])) as ScreenLook
}

/** The query of a screen in a look, without defaults. */
export function writeQuery(screen: string, look: ScreenLook): string {
  const changed = NAMES.filter((name) => look[name] !== CHOICES[name][1][0]![0])
  return `?${new URLSearchParams([['screen', screen], ...changed.map((name) => [name, look[name]])])}`
}

/** Writing direction of a look: English words never run from right to left. */
export const directionIn = ({ lang }: ScreenLook): 'ltr' | 'rtl' => directionOf(lang)
