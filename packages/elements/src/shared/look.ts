// The knobs of both elements' look, defined once: types of a style object and the words of the manifest come from here. What they
// are when the page sets none, and what `theme` and `density` do, the shared theme says.
import type { ErrorDetail } from './fault.ts'
import { badProperty } from './mistakes.ts'

/** Custom properties that a page may set on either element, or anywhere above it. */
export interface Look {
  /** Colour of the main button, of what is chosen and of the focus ring. */
  readonly '--tapboard-accent'?: string
  /** Text on the accent colour. */
  readonly '--tapboard-on-accent'?: string
  /** Text. */
  readonly '--tapboard-text'?: string
  /** Text that is less important. */
  readonly '--tapboard-quiet'?: string
  /** Background of the element. */
  readonly '--tapboard-surface'?: string
  /** Background of what stands out from it. */
  readonly '--tapboard-raised'?: string
  /** Lines that divide and frame. */
  readonly '--tapboard-line'?: string
  /** Outlines of fields and choices; they need a contrast of 3:1 to the surface (WCAG 1.4.11). */
  readonly '--tapboard-field-line'?: string
  /** Approved, done, connected. */
  readonly '--tapboard-good'?: string
  /** Refused, wrong. */
  readonly '--tapboard-bad'?: string
  /** To be looked at. */
  readonly '--tapboard-warn'?: string
  /** Radius of corners. */
  readonly '--tapboard-radius'?: string
  /** The distance that all others are made of. */
  readonly '--tapboard-space'?: string
  /** Font family; inherited where it is not set. */
  readonly '--tapboard-font'?: string
}

/** Reports a look that there is not; the element then has its usual one. */
export function judgeLook(
  { theme, density }: { readonly theme: string | undefined; readonly density: string | undefined },
  report: (mistake: ErrorDetail) => void,
): void {
  if (theme && !/^(light|dark|auto)$/.test(theme)) report(badProperty('theme', '"light", "dark" or "auto"'))
  if (density && !/^com(fortable|pact)$/.test(density))
    report(badProperty('density', '"comfortable" or "compact"'))
}
