// Large round signs of a state, drawn in one style. They repeat the heading beside them: all are hidden from assistive technology.
import { html, type TemplateResult } from 'lit'

/** Paths in a square of 48, with the round frame left to the styles. */
const PATHS = {
  /** It is done. */
  good: 'm14 25 7 7 14-16',
  /** It goes on without the person. */
  wait: 'M24 13v11l7 5',
  /** The person is needed. */
  warn: 'M24 13v13m0 8v0',
  /** It is not known. */
  doubt: 'M18.5 19a5.5 5.5 0 1 1 8 5c-1.8 1-2.5 2-2.5 4m0 7v0',
  /** It was refused. */
  bad: 'm17 17 14 14m0-14L17 31',
  /** It ended without a result. */
  none: 'M15 24h18',
} as const

/** Name of a sign. */
export type SignKind = keyof typeof PATHS

/** The sign of a state. */
export const stateSign = (kind: SignKind): TemplateResult =>
  html`<svg class="state-sign ${kind}" viewBox="0 0 48 48" aria-hidden="true"><path d=${PATHS[kind]} /></svg>`
