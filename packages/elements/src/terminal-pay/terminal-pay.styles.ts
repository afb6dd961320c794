// The styles of <terminal-pay>, in addition to the shared ones. The public API consists of the theme's custom properties and
// the parts; colour is never the only signal.
import { css } from 'lit'

export const STYLES = css`
  .bones {
    display: grid;
    gap: var(--gap);
  }
  section {
    display: flex;
    flex-direction: column;
    gap: var(--space);
    min-inline-size: 0;
    padding: clamp(16px, 6cqi, 28px);
  }
  section:has(header) {
    min-block-size: 19rem;
  }
  .row {
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
  /* An order, a terminal or a reference is on one line, and breaks only if it is longer than a line. */
  .whole {
    display: inline-block;
    max-inline-size: 100%;
    overflow-wrap: anywhere;
  }
  small,
  .dot {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  /* As high as the line beside it: it moves nothing when the answer tells the mode, and a second line has all the width. */
  .badge {
    float: inline-end;
    margin: -1px 0;
    margin-inline-start: 8px;
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
  .held {
    color: inherit;
    font-weight: 600;
  }
  button {
    inline-size: 100%;
    padding: calc(var(--gap) - 4px) var(--space);
  }
  button:hover {
    background: var(--raised);
  }
  .grow > *,
  .main small {
    display: block;
  }
  .main small {
    color: inherit;
    font-weight: 400;
  }
  .device {
    padding: 8px;
    padding-inline-start: var(--gap);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    line-height: 1.3;
  }
  .row .change {
    flex: none;
    inline-size: auto;
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
  .notice * {
    color: var(--text);
  }
  .main {
    min-block-size: calc(var(--control) + 8px);
    text-wrap: balance;
  }
  .main:hover {
    background: var(--accent);
    filter: brightness(1.1);
  }
  /* Forced colours remove the background and show the transparent border. */
  .bones i {
    min-block-size: 4.5rem;
    background: var(--raised);
    border: 1px solid transparent;
    border-radius: var(--radius);
  }
  @media print {
    .fault {
      display: none;
    }
  }
`
