// The pictures of the state stage of <terminal-pay>, in one style. They repeat the text beside them: all are hidden from
// assistive technology and coloured by the styles only.
import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit'

const drawing = (name: string, body: unknown): TemplateResult =>
  html`<svg class=${name} viewBox="0 0 96 96" aria-hidden="true" focusable="false">${body}</svg>`

/** A terminal of the height `h` at `x`, `y`: body, screen and keys. A dash without length is a dot. */
const terminal = (x: number, y: number, h = 60): SVGTemplateResult =>
  svg`<rect class="body" x=${x} y=${y} width="40" height=${h} rx="8"/><rect class="screen" x=${x + 7} y=${y + 8} width="26" height="16" rx="3"/><path class="keys" d=${[33, 41, 49].map((down) => `M${x + 10} ${y + down}h21`).join('')}/>`

/** Waves to both sides of a terminal in the middle. */
const WAVES = svg`<path class="wave" d="M21 38a16 16 0 0 0 0 20M75 38a16 16 0 0 1 0 20"/><path class="wave late" d="M12 31a28 28 0 0 0 0 34M84 31a28 28 0 0 1 0 34"/>`

/** Tap, insert and swipe, in this order. */
const GESTURES = [
  svg`${terminal(28, 42, 52)}<path class="wave" d="M38 36a14 14 0 0 1 20 0M32 30a23 23 0 0 1 32 0"/><g class="card down"><rect x="29" y="3" width="38" height="22" rx="4"/><path class="stripe" d="M30 10h36"/></g>`,
  svg`<g class="card up"><rect x="35" y="52" width="26" height="38" rx="4"/><path class="stripe" d="M44 78h8"/></g>${terminal(28, 4)}`,
  svg`${terminal(18, 18)}<g class="card along"><rect x="60" y="16" width="22" height="36" rx="4"/><path class="stripe" d="M67 17v34"/></g>`,
]

/** How to present a card, each way with its name. */
export const gestures = (names: readonly string[]): TemplateResult =>
  html`<div class="stage gestures">
    ${GESTURES.map((body, at) => html`<span>${drawing('picture', body)}<small>${names[at]}</small></span>`)}
  </div>`

const DISC = svg`<circle class="disc" cx="48" cy="48" r="42"/>`
const RING = svg`<circle class="ring" cx="48" cy="48" r="42"/>`
/** A ring that turns, in the other direction where money goes back. */
const TURNING = svg`<circle class="ring faint" cx="48" cy="48" r="42"/><path class="ring turning" d="M48 6a42 42 0 0 1 42 42"/>`
/** An arrow that turns back: a refund. */
const RETURN = svg`<path class="mark" d="M40 26 24 42l16 16M24 42h30a14 14 0 0 1 0 28H42"/>`

/** A filled circle is a payment or, with an arrow, a refund; a filled octagon a refusal, a filled triangle a warning; a ring is neither. */
const SIGNS = {
  good: svg`${DISC}<path class="mark drawn" pathLength="1" d="m28 50 14 14 27-31"/>`,
  back: svg`${DISC}${RETURN}`,
  bad: svg`<path class="disc" d="M31 6h34l25 25v34L65 90H31L6 65V31z"/><path class="mark" d="m34 34 28 28m0-28L34 62"/>`,
  warn: svg`<path class="disc" d="M48 8 92 86H4z"/><path class="mark" d="M48 36v24m0 12.500v0"/>`,
  unknown: svg`${RING}<path class="mark" d="M36 38a12 12 0 1 1 18 10.500c-4 2.500-6 4.500-6 9.500m0 12v0"/>`,
  /** A person entered the result. */
  person: svg`${RING}<circle class="mark" cx="48" cy="37" r="11"/><path class="mark" d="M27 72a21 21 0 0 1 42 0"/>`,
  /** The sale ended without a payment or a failure. */
  none: svg`${RING}<path class="mark" d="M32 48h32"/>`,
  /** The time ran out. */
  late: svg`${RING}<path class="mark" d="M48 26v22l15 10"/>`,
  /** The page gets no news: waves that are crossed out. */
  offline: svg`<path class="mark" d="M10 38a54 54 0 0 1 76 0M24 53a34 34 0 0 1 48 0M48 74v0M12 88 84 10"/>`,
  /** The terminal lost its network: a plug that is crossed out. */
  unplugged: svg`<path class="mark" d="M36 14v16m24-16v16M26 30h44v12a22 22 0 0 1-44 0zM48 64v20M10 86 86 10"/>`,
  hidden: svg`<path class="mark" d="M6 48s15-27 42-27 42 27 42 27-15 27-42 27S6 48 6 48z"/><circle class="mark" cx="48" cy="48" r="11"/><path class="mark" d="M16 80 80 16"/>`,
} as const

/** The sign of a button that ends something, and of one that only hides it. */
export const [CROSS, EYE] = [drawing('icon', SIGNS.bad), drawing('icon', SIGNS.hidden)] as const

export type Sign = keyof typeof SIGNS

/** The sign of a state that lasts. */
export const sign = (kind: Sign): TemplateResult => drawing(`sign ${kind}`, SIGNS[kind])

const MOVING = {
  contact: svg`${terminal(28, 18)}${WAVES}`,
  authorize: svg`${TURNING}<g class="card"><rect x="24" y="32" width="48" height="32" rx="5"/><path class="stripe" d="M25 42h46"/></g>`,
  back: svg`${TURNING}${RETURN}`,
  cancel: svg`${TURNING}<path class="mark" d="m37 37 22 22m0-22L37 59"/>`,
} as const

/** The picture of a state that goes on by itself. */
export const moving = (kind: keyof typeof MOVING): TemplateResult => drawing(`picture ${kind}`, MOVING[kind])

/** A terminal that asks for nothing. */
export const IDLE = drawing('picture', terminal(28, 18))
