// The styles of <terminal-pay>, in addition to the shared ones. The public API consists of the theme's custom properties and
// the parts; colour is never the only signal.
import { css } from 'lit'

export const STYLES = css`
  section,
  form,
  fieldset,
  .decide,
  .field,
  .bones {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
    min-inline-size: 0;
  }
  fieldset {
    border: 0;
  }
  section {
    align-content: start;
    gap: var(--space);
    min-block-size: 27rem;
    padding: clamp(16px, 6cqi, 28px);
  }
  .row,
  .title,
  .choice,
  dl div,
  .stage {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--gap);
    align-items: center;
    justify-content: space-between;
  }
  h2,
  .grow {
    flex: 1 1 9em;
  }
  .row > *,
  .grow {
    min-inline-size: 0;
  }
  .row button {
    flex: 1 1 max-content;
    max-inline-size: 100%;
  }
  .row .main {
    flex-basis: 100%;
  }
  div.row {
    gap: var(--gap);
  }
  .field {
    gap: 6px;
  }
  small,
  .dot,
  ol {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  .badge {
    margin: 4px 0;
    font-weight: 600;
  }
  .amount {
    min-block-size: 1.2em;
    font-size: clamp(2rem, 9cqi, 2.75rem);
    line-height: 1.2;
  }
  .decide {
    padding-block-start: var(--space);
    border-block-start: 1px solid var(--line);
  }
  .held,
  h2 {
    font-size: 1.2rem;
  }
  h2,
  h3,
  b,
  label,
  .amount,
  .held,
  .code,
  [aria-current='step'] {
    color: inherit;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .choice {
    padding: var(--gap) var(--space);
    font: inherit;
  }
  input,
  select {
    min-block-size: var(--control);
    font: inherit;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  button,
  select,
  .field input {
    inline-size: 100%;
    padding: calc(var(--gap) - 4px) var(--space);
    color: inherit;
  }
  button:hover {
    background: var(--raised);
  }
  .choice span > * {
    display: block;
  }
  .side {
    margin-inline-start: auto;
    text-align: end;
  }
  .dot::before {
    display: inline-block;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: 7px;
    border: 2px solid;
    border-radius: 99px;
    content: '';
  }
  .good {
    color: var(--good);
  }
  .dot.good::before {
    background: var(--good);
  }
  .bad {
    color: var(--bad);
  }
  .warn {
    color: var(--warn);
  }
  .person,
  .none {
    color: var(--quiet);
  }
  .notice {
    padding: var(--gap) var(--space);
  }
  .notice ul {
    margin-block: 6px 12px;
    padding-inline-start: 1.2em;
  }
  .notice * {
    color: var(--text);
  }
  [aria-invalid='true'] {
    border-color: var(--bad);
  }
  .main {
    min-block-size: calc(var(--control) + 8px);
  }
  .main:hover {
    background: var(--accent);
    filter: brightness(1.1);
  }
  .danger,
  .danger:hover {
    color: var(--surface);
    background: var(--bad);
  }
  button[aria-disabled],
  button[aria-disabled]:hover {
    color: var(--quiet);
    background: var(--raised);
    filter: none;
    cursor: default;
  }
  .stage,
  .bones i {
    justify-content: center;
    min-block-size: 4.5rem;
    background: var(--raised);
    border-radius: var(--radius);
  }
  .stage {
    gap: 0;
    padding: var(--space) 0;
    color: var(--quiet);
  }
  svg {
    flex: none;
    inline-size: min(112px, 25cqi);
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2;
  }
  .stage rect {
    fill: var(--surface);
  }
  .screen {
    fill: var(--line);
  }
  .mark {
    stroke: var(--accent);
  }
  .card {
    fill: var(--accent);
    stroke: var(--accent);
    animation: nudge 1.6s ease-in-out infinite alternate;
  }
  .stripe {
    stroke: var(--on-accent);
  }
  @keyframes nudge {
    to {
      transform: translateY(5px);
    }
  }
  .spinner {
    inline-size: 36px;
    block-size: 36px;
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
  ol {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 8px;
    list-style: none;
  }
  ol li {
    padding-block-start: 8px;
    border-block-start: 4px solid var(--line);
  }
  .past {
    border-color: var(--good);
  }
  .past::before {
    content: '✓ ' / '';
  }
  [aria-current='step'] {
    color: var(--text);
    border-color: var(--accent);
  }
  .sign {
    inline-size: 36px;
    padding: 4px;
    border: 2px solid;
    border-radius: 99px;
    stroke-width: 2.5;
  }
  dl div {
    padding-block: calc(var(--gap) - 3px);
    border-block-end: 1px solid var(--line);
  }
  dt {
    color: var(--quiet);
  }
  dd {
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
    user-select: all;
  }
  .code {
    font-size: 2.25rem;
  }
  @media (forced-colors: active) {
    .stage {
      --accent: Highlight;
      --on-accent: HighlightText;
    }
    .choice:has(:checked) {
      outline: 2px solid;
    }
  }
  @media print {
    .fault {
      display: none;
    }
  }
`
