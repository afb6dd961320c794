// The body of the device: shell, printer slot, lights, keys, and the controls behind it. Its colours are the device's
// own and do not follow the page's theme; the controls outside the shell do.
import { css } from 'lit'

/** Styles of shell and controls. */
export const deviceStyles = css`
  :host {
    --vt-ink: light-dark(#17212b, #e8edf2);
    --vt-line: light-dark(#cfd8df, #36414d);
    --vt-surface: light-dark(#fff, #1b232c);
    --vt-accent: light-dark(#0b6b64, #5fd0c4);
    display: grid;
    gap: 14px;
    inline-size: 100%;
    max-inline-size: 330px;
    margin-inline: auto;
    font:
      15px/1.4 system-ui,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      sans-serif;
    color: var(--vt-ink);
    /* The text of the page around the terminal may be centered, in capitals or apart. */
    white-space: initial;
    text-align: start;
    text-transform: none;
    letter-spacing: normal;
    word-spacing: 0;
  }
  * {
    box-sizing: border-box;
  }
  p,
  h2 {
    margin: 0;
  }
  button,
  input {
    font: inherit;
    color: inherit;
  }
  button {
    cursor: pointer;
  }
  button[aria-disabled='true'] {
    cursor: default;
  }
  :focus-visible {
    outline: 3px solid var(--vt-accent);
    outline-offset: 2px;
  }
  .device {
    position: relative;
    padding: 14px 18px 16px;
    border-radius: 40px 40px 32px 32px;
    background: linear-gradient(165deg, #49515b 0%, #2a3038 18%, #1b2026 70%, #12161a 100%);
    box-shadow:
      inset 0 1px 0 rgb(255 255 255 / 0.22),
      inset 0 -3px 6px rgb(0 0 0 / 0.5),
      0 1px 2px rgb(9 20 30 / 0.3),
      0 22px 44px -14px rgb(9 20 30 / 0.45);
    color: #eef3f6;
  }
  .device :focus-visible {
    outline-color: #7fe3d7;
  }
  .printer {
    display: grid;
    place-items: center;
    block-size: 22px;
  }
  .slot {
    inline-size: 62%;
    block-size: 6px;
    border-radius: 3px;
    background: #080a0c;
    box-shadow:
      inset 0 1px 2px #000,
      0 1px 0 rgb(255 255 255 / 0.12);
  }
  .lights {
    display: flex;
    justify-content: center;
    gap: 14px;
    padding-block: 6px 12px;
  }
  .lights i {
    inline-size: 16px;
    block-size: 5px;
    border-radius: 3px;
    background: #10161a;
    box-shadow: inset 0 1px 1px #000;
    transition: background 0.2s;
  }
  [data-lights='ready'] i:first-child,
  [data-lights='ask'] i:first-child,
  [data-lights='good'] i {
    background: #46e08c;
    box-shadow: 0 0 10px #2fd27aa8;
  }
  [data-lights='ready'] i:first-child {
    animation: blink 4s infinite;
  }
  [data-lights='ask'] i:first-child {
    animation: blink 1.4s infinite;
  }
  [data-lights='read'] i {
    background: #f5c451;
    box-shadow: 0 0 10px #f5c45188;
  }
  [data-lights='bad'] i {
    background: #ff6a5e;
    box-shadow: 0 0 10px #ff6a5e88;
  }
  @keyframes blink {
    0%,
    55%,
    100% {
      opacity: 1;
    }
    75% {
      opacity: 0.25;
    }
  }
  .keys {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding-block-start: 14px;
  }
  .key {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-block-size: 44px;
    padding-inline: 14px 18px;
    border: 0;
    border-radius: 12px;
    background: linear-gradient(#c8473d, #a9322a);
    box-shadow:
      inset 0 1px 0 rgb(255 255 255 / 0.3),
      0 2px 0 #6b1c16;
    color: #fff;
    font-weight: 600;
  }
  .key[aria-disabled='true'] {
    background: linear-gradient(#59403e, #463130);
    color: #e0cfcd;
    box-shadow:
      inset 0 1px 0 rgb(255 255 255 / 0.14),
      0 2px 0 #261716;
  }
  .key:not([aria-disabled='true']):active {
    transform: translateY(2px);
    box-shadow: inset 0 1px 3px rgb(0 0 0 / 0.4);
  }
  .plate {
    display: grid;
    justify-items: end;
    font-weight: 700;
    letter-spacing: 0.08em;
    color: #b9c3cb;
  }
  .plate small {
    font-size: 11px;
    font-weight: 500;
    letter-spacing: 0.04em;
    color: #a3aeb7;
  }
  .said {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .behind {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .behind button {
    display: inline-flex;
    flex: 1 1 auto;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 44px;
    padding-inline: 10px;
    border: 1px solid var(--vt-line);
    border-radius: 10px;
    background: transparent;
    font-size: 14px;
  }
  .behind button:hover {
    background: var(--vt-surface);
  }
  .behind button[aria-pressed='true'] {
    border-color: light-dark(#b4540a, #f0a35e);
    color: light-dark(#8f4207, #f5b57c);
  }
  @media (forced-colors: active) {
    .device,
    .screen {
      border: 2px solid CanvasText;
    }
    .key {
      border: 1px solid ButtonBorder;
    }
    .key[aria-disabled='true'] {
      border-color: GrayText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
      transition: none !important;
    }
  }
`
