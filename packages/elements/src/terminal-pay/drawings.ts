// The small drawings of <terminal-pay>. They repeat the text beside them: all are hidden from assistive technology and coloured
// by the styles only.
import { html, svg, type TemplateResult } from 'lit'

const drawing = (name: string, viewBox: string, body: TemplateResult): TemplateResult =>
  html`<svg class=${name} viewBox=${viewBox} aria-hidden="true" focusable="false">${body}</svg>`

/** Body, screen and keys; a line of dashes without length is a row of dots. */
const BODY = svg`<rect x="18" y="18" width="36" height="58" rx="7"/><path class="screen" d="M25 26h22v14H25z"/><path stroke-dasharray="0 8" d="M28 50h17M28 58h17M28 66h17"/>`

/** Tap, insert and swipe, in this order. */
export const GESTURES: readonly TemplateResult[] = [
  svg`${BODY}<path class="mark" d="M29 12a11 11 0 0 1 14 0M24 5a19 19 0 0 1 24 0"/><g class="card"><path d="M21-19h30v17H21z"/><path class="stripe" d="M22-13h28"/></g>`,
  svg`<g class="card"><path d="M25 62h22v29H25z"/><path class="stripe" d="M32 84h8"/></g>${BODY}`,
  svg`${BODY}<g class="card"><path d="M49 29h17v28H49z"/><path class="stripe" d="M55 30v26"/></g>`,
].map((body) => drawing('', '0 -22 72 120', body))

const SIGNS = {
  good: svg`<path d="m7 12.5 3.5 3.5 7-8"/>`,
  bad: svg`<path d="m8 8 8 8m0-8-8 8"/>`,
  warn: svg`<path d="M12 6.5v7m0 4h0"/>`,
  /** A person entered the result. */
  person: svg`<path d="M12 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M6.5 18.5a5.5 5.5 0 0 1 11 0"/>`,
  /** The sale ended without a payment or a failure. */
  none: svg`<path d="M7.5 12h9"/>`,
} as const

export type Sign = keyof typeof SIGNS

/** A round sign beside a result. */
export const sign = (kind: Sign): TemplateResult => drawing(`sign ${kind}`, '0 0 24 24', SIGNS[kind])
