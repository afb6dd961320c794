// The look of <terminal-pay>. Public knobs are the custom properties at the top and the parts; colour is never the only
// signal. One theme for light and dark through `color-scheme`.
import { css } from 'lit'

export const STYLES = css`
  :host {
    --accent: var(--tapboard-accent, light-dark(#0a58ca, #7db2ff));
    --on-accent: var(--tapboard-on-accent, light-dark(#fff, #06172e));
    --text: var(--tapboard-text, light-dark(#14181f, #f1f3f7));
    --quiet: var(--tapboard-quiet, light-dark(#566070, #a7b0bf));
    --surface: var(--tapboard-surface, light-dark(#fff, #16191f));
    --raised: var(--tapboard-raised, light-dark(#f5f6f8, #21252d));
    --line: var(--tapboard-line, light-dark(#d9dde3, #383e49));
    --good: var(--tapboard-good, light-dark(#0b7a3b, #5fd492));
    --bad: var(--tapboard-bad, light-dark(#b3261e, #ff9d94));
    --warn: var(--tapboard-warn, light-dark(#8a5300, #f5c063));
    --radius: var(--tapboard-radius, 12px);
    --space: var(--tapboard-space, 16px);
    display: block;
    container-type: inline-size;
    color: var(--text);
    font-family: var(--tapboard-font, inherit);
    line-height: 1.45;
    text-align: start;
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
  * {
    box-sizing: border-box;
    margin: 0;
  }
  .card {
    display: grid;
    align-content: start;
    gap: var(--space);
    min-block-size: 27rem;
    padding: clamp(var(--space), 6cqi, 28px);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.3);
    overflow-wrap: anywhere;
  }
  .stack,
  fieldset {
    display: grid;
    gap: calc(var(--space) * 0.6);
    min-inline-size: 0;
    padding: 0;
    border: 0;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
  }
  .row button {
    flex: 1 1 7em;
  }
  .between {
    justify-content: space-between;
  }
  .quiet {
    color: var(--quiet);
  }
  small,
  .quiet {
    font-size: 0.875rem;
  }
  .badge {
    padding: 1px 10px;
    color: var(--warn);
    font-size: 0.8125rem;
    font-weight: 600;
    border: 1px solid;
    border-radius: 99px;
  }
  .amount {
    min-block-size: 1.2em;
    font-size: clamp(2rem, 9cqi, 2.75rem);
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.02em;
    line-height: 1.2;
  }
  .held {
    font-size: 1.25rem;
    font-weight: 600;
  }
  .title {
    display: flex;
    gap: 12px;
    align-items: center;
  }
  h2 {
    font-size: 1.125rem;
    font-weight: 600;
    outline: 0;
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    min-block-size: 4.5rem;
    padding: 12px var(--space);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    cursor: pointer;
  }
  .choice:hover {
    background: var(--raised);
  }
  .choice:has(:checked) {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .choice:has(:focus-visible) {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  [type='radio'] {
    inline-size: 20px;
    block-size: 20px;
    accent-color: var(--accent);
    outline: 0;
  }
  .grow {
    flex: 1 1 8em;
  }
  .grow > *,
  .side > * {
    display: block;
  }
  .name {
    font-weight: 600;
  }
  .side {
    text-align: end;
  }
  .dot {
    font-size: 0.875rem;
    font-weight: 500;
  }
  .dot::before {
    display: inline-block;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: 7px;
    background: currentColor;
    border-radius: 9px;
    content: '';
  }
  .dot.bad::before {
    background: none;
    box-shadow: inset 0 0 0 2px;
  }
  .good {
    color: var(--good);
  }
  .bad {
    color: var(--bad);
  }
  .warn {
    color: var(--warn);
  }
  .notice {
    padding: 12px var(--space);
    background: var(--raised);
    border-inline-start: 4px solid;
    border-radius: calc(var(--radius) / 2);
  }
  .notice ul {
    margin-block: 6px 12px;
    padding-inline-start: 1.2em;
    color: var(--text);
  }
  button,
  input:not([type]),
  select {
    inline-size: 100%;
    min-block-size: 48px;
    padding: 10px 18px;
    color: inherit;
    font: inherit;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  button {
    font-weight: 600;
    cursor: pointer;
  }
  button:hover {
    background: var(--raised);
  }
  input:not([type]),
  select {
    border-color: var(--quiet);
  }
  [aria-invalid='true'] {
    border-color: var(--bad);
    box-shadow: inset 0 0 0 1px var(--bad);
  }
  .main {
    min-block-size: 56px;
    color: var(--on-accent);
    font-size: 1.0625rem;
    font-variant-numeric: tabular-nums;
    background: var(--accent);
    border-color: transparent;
  }
  .main:hover {
    background: color-mix(in srgb, var(--accent) 88%, var(--text));
  }
  :disabled {
    color: var(--quiet);
    background: var(--raised);
    cursor: default;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  .field {
    display: grid;
    gap: 4px;
  }
  label {
    font-weight: 500;
  }
  .stage {
    display: flex;
    gap: clamp(12px, 7cqi, 40px);
    align-items: center;
    justify-content: center;
    min-block-size: 124px;
    color: var(--quiet);
    background: var(--raised);
    border-radius: var(--radius);
  }
  svg {
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2;
  }
  .gesture {
    inline-size: 68px;
    animation: call 3.6s infinite;
  }
  .gesture + .gesture {
    animation-delay: 1.2s;
  }
  .gesture + .gesture + .gesture {
    animation-delay: 2.4s;
  }
  .gesture .card-mark {
    stroke: var(--accent);
  }
  .fill {
    fill: color-mix(in srgb, var(--accent) 25%, var(--raised));
  }
  @keyframes call {
    20% {
      color: var(--text);
      transform: translateY(-4px);
    }
    40% {
      transform: none;
    }
  }
  .spinner {
    inline-size: 40px;
    block-size: 40px;
    border: 4px solid var(--line);
    border-block-start-color: var(--accent);
    border-radius: 99px;
    animation: turn 1s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .steps {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 8px;
    padding: 0;
    color: var(--quiet);
    font-size: 0.875rem;
    list-style: none;
  }
  li {
    overflow-wrap: anywhere;
  }
  .steps li {
    padding-block-start: 8px;
    border-block-start: 4px solid var(--line);
  }
  .steps .past {
    border-color: var(--good);
  }
  [aria-current='step'] {
    color: var(--text);
    font-weight: 600;
    border-color: var(--accent) !important;
  }
  .elapsed {
    font-variant-numeric: tabular-nums;
  }
  .sign {
    inline-size: 36px;
    padding: 4px;
    color: var(--surface);
    border-radius: 99px;
    stroke-width: 2.5;
  }
  .sign.good {
    background: var(--good);
  }
  .sign.bad {
    background: var(--bad);
  }
  .sign.warn {
    background: var(--warn);
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    justify-content: space-between;
    padding-block: 9px;
    border-block-end: 1px solid var(--line);
  }
  dt {
    color: var(--quiet);
  }
  dd {
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    user-select: all;
  }
  .code {
    font:
      600 2.25rem/1.2 ui-monospace,
      monospace;
    letter-spacing: 0.15em;
  }
  .bone {
    display: block;
    block-size: 4.5rem;
    background: var(--raised);
    border-radius: var(--radius);
  }
  .amount .bone {
    inline-size: 5em;
    block-size: 1em;
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
  @media (forced-colors: active) {
    .choice:has(:checked),
    .main {
      border: 2px solid Highlight;
    }
    .dot::before,
    .sign {
      forced-color-adjust: none;
    }
  }
  @media print {
    button,
    .badge {
      display: none;
    }
  }
`
