// SVG drawings of the device, with presentation attributes only, so that a strict `style-src` applies.
import { svg, type SVGTemplateResult } from 'lit'

const line = (content: SVGTemplateResult, size: number): SVGTemplateResult => svg`
  <svg viewBox="0 0 24 24" width=${size} height=${size} fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${content}</svg>`

/** The waves of contactless payment. */
export const contactless = (size = 24): SVGTemplateResult =>
  line(
    svg`<path class="wave" d="M6.5 9.2a6.5 6.5 0 0 1 0 5.6"/><path class="wave" d="M10 7.2a11 11 0 0 1 0 9.6"/>
      <path class="wave" d="M13.6 5.2a15.6 15.6 0 0 1 0 13.6"/><path class="wave" d="M17.2 3.3a20 20 0 0 1 0 17.4"/>`,
    size,
  )

/** A card entering a slot. */
export const chip = (size = 24): SVGTemplateResult =>
  line(
    svg`<path d="M4 20h16"/><rect x="6" y="3" width="12" height="13" rx="2"/><rect x="9.5" y="9.5" width="5" height="4" rx="1"/>`,
    size,
  )

/** A card drawn through a reader. */
export const stripe = (size = 24): SVGTemplateResult =>
  line(
    svg`<rect x="3" y="6" width="13" height="12" rx="2"/><path d="M3 10h13"/><path d="M19 9l2.5 3L19 15"/>`,
    size,
  )

export const check = (size = 24): SVGTemplateResult => line(svg`<path d="M5 12.8l4.6 4.6L19.5 7"/>`, size)

export const cross = (size = 24): SVGTemplateResult => line(svg`<path d="M6 6l12 12M18 6L6 18"/>`, size)

export const attention = (size = 24): SVGTemplateResult =>
  line(svg`<path d="M12 4v10"/><path d="M12 19.5v.1"/>`, size)

/** A network connection, whole or broken. */
export const network = (whole: boolean, size = 14): SVGTemplateResult =>
  line(
    whole ? svg`<path d="M4 20v-4M10 20v-8M16 20V8M22 20V4"/>` : svg`<path d="M4 20v-4M10 20v-3M3 4l18 18"/>`,
    size,
  )

/** Turning a device off and on. */
export const power = (size = 16): SVGTemplateResult =>
  line(svg`<path d="M12 3v8"/><path d="M7 6.5a8 8 0 1 0 10 0"/>`, size)

/** A plug, in or out. */
export const plug = (size = 16): SVGTemplateResult =>
  line(svg`<path d="M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21"/>`, size)

export const spinner = (size = 44): SVGTemplateResult => svg`
  <svg class="spinner" viewBox="0 0 44 44" width=${size} height=${size} fill="none" stroke-width="4"
    stroke-linecap="round" aria-hidden="true"><circle class="rail" cx="22" cy="22" r="18"/>
    <path class="arc" d="M22 4a18 18 0 0 1 18 18"/></svg>`
