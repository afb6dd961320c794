// The shared styles of both elements: the public custom properties with their defaults, light and dark through `color-scheme`,
// density, and the background. Each element adds its own styles.
import { css } from 'lit'

export const THEME = css`
  :host {
    --accent: var(--tapboard-accent, light-dark(#0a58ca, #7db2ff));
    --on-accent: var(--tapboard-on-accent, light-dark(#fff, #06172e));
    --text: var(--tapboard-text, light-dark(#14181f, #f1f3f7));
    --quiet: var(--tapboard-quiet, light-dark(#566070, #a7b0bf));
    --surface: var(--tapboard-surface, light-dark(#fff, #16191f));
    --raised: var(--tapboard-raised, light-dark(#f5f6f8, #21252d));
    --line: var(--tapboard-line, light-dark(#d9dde3, #383e49));
    --field-line: var(--tapboard-field-line, light-dark(#7c8594, #7f899a));
    --good: var(--tapboard-good, light-dark(#0b7a3b, #5fd492));
    --bad: var(--tapboard-bad, light-dark(#b3261e, #ff9d94));
    --warn: var(--tapboard-warn, light-dark(#8a5300, #f5c063));
    --radius: var(--tapboard-radius, 12px);
    --space: var(--tapboard-space, 16px);
    --gap: 12px;
    --control: 48px;
    display: block;
    container-type: inline-size;
    /* A dialog, a popover or a flex row asks how wide it wants to be: without this, a container says 0. */
    contain-intrinsic-inline-size: min(320px, 80vw);
    color: var(--text);
    font-family: var(--tapboard-font, inherit);
    line-height: 1.45;
    /* The text of the page around the element may be centered, in capitals or apart. A rule for the element itself still applies. */
    font-style: normal;
    white-space: initial;
    text-align: start;
    text-transform: none;
    letter-spacing: normal;
    word-spacing: 0;
  }
  :host([density='compact']) {
    --space: calc(var(--tapboard-space, 16px) * 0.75);
    --gap: 8px;
    --control: 44px;
    line-height: 1.3;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host([theme='auto']) {
    color-scheme: light dark;
  }
  *,
  ::before {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
    overflow-wrap: break-word;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  h2:focus,
  h3:focus {
    outline: 0;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
    }
  }
  @media print {
    :host {
      /* Paper is white, whatever the screen is. */
      color-scheme: light !important;
    }
  }
`
