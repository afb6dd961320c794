// The small drawings of <terminal-pay>. They say nothing that the text beside them does not: all are hidden from
// assistive technology, and coloured by the styles alone.
import { html, svg, type TemplateResult } from 'lit'

const drawing = (name: string, viewBox: string, body: TemplateResult): TemplateResult =>
  html`<svg class=${name} viewBox=${viewBox} aria-hidden="true" focusable="false">${body}</svg>`

const TERMINAL = svg`<rect x="16" y="14" width="32" height="50" rx="6"/><path d="M22 21h20v12H22zM24 42h0m8 0h0m8 0h0m-16 8h0m8 0h0m8 0h0m-16 8h0m8 0h0m8 0h0"/>`

/** Tap, insert and swipe, in this order. */
export const GESTURES: readonly TemplateResult[] = [
  svg`<path class="mark" d="M23 9a13 13 0 0 1 18 0M18 4a20 20 0 0 1 28 0"/>${TERMINAL}`,
  svg`${TERMINAL}<path class="mark" d="M23 60h18v14H23z"/>`,
  svg`${TERMINAL}<path class="mark" d="M44 24h12v20H44zM60 22v24m-3-4 3 4 3-4"/>`,
].map((body) => drawing('', '0 -4 64 82', body))

const SIGNS = {
  good: svg`<path d="m7 12.5 3.5 3.5 7-8"/>`,
  bad: svg`<path d="m8 8 8 8m0-8-8 8"/>`,
  warn: svg`<path d="M12 6.5v7m0 4h0"/>`,
} as const

/** What a sign can say. */
export type Sign = keyof typeof SIGNS

/** A round sign beside a result. */
export const sign = (kind: Sign): TemplateResult => drawing(`sign ${kind}`, '0 0 24 24', SIGNS[kind])
