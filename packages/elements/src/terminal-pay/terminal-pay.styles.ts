// The styles of <terminal-pay>, in addition to the shared ones. The public API consists of the theme's custom properties and
// the parts; colour is never the only signal.
import { css } from 'lit'

export const STYLES = css`
  section,
  form,
  fieldset,
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
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--gap);
    align-items: center;
    justify-content: space-between;
  }
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
  .dot {
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
  .code {
    color: inherit;
    font-weight: 600;
  }
  /* WebKit keeps the height of one line when the element becomes narrower and the line wraps. */
  .choice {
    block-size: fit-content;
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
  button[aria-disabled],
  button[aria-disabled]:hover {
    color: var(--quiet);
    background: var(--raised);
    filter: none;
    cursor: default;
  }
  .bones i {
    min-block-size: 4.5rem;
    background: var(--raised);
    border-radius: var(--radius);
  }
  .code {
    font-size: 2.25rem;
  }
  @media (forced-colors: active) {
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
