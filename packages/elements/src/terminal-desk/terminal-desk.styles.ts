// The styles of <terminal-desk> at its first drawing, in addition to the shared ones. The public API consists of the theme's custom properties and the
// parts; colour is never the only signal.
import { css } from 'lit'

export const STYLES = css`
  section,
  header,
  .list,
  .open ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
    min-inline-size: 0;
  }
  /* D-211: rows that have just moved take no press. Two names, because an animation of the same name does not begin again. */
  .even .rows {
    animation: even 0.4s step-end;
  }
  .odd .rows {
    animation: odd 0.4s step-end;
  }
  @keyframes even {
    from {
      pointer-events: none;
    }
  }
  @keyframes odd {
    from {
      pointer-events: none;
    }
  }
  section {
    align-content: start;
    gap: var(--space);
    padding: clamp(16px, 4cqi, 28px);
  }
  section.open {
    gap: var(--gap);
    padding: var(--space);
    border-color: var(--warn);
    border-radius: var(--radius);
  }
  header {
    gap: 4px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--gap);
    align-items: center;
    justify-content: space-between;
  }
  .grow {
    flex: 1 1 8em;
    min-inline-size: 0;
  }
  h2 {
    font-size: 1.5rem;
    line-height: 1.25;
  }
  h3 {
    font-size: 1.0625rem;
  }
  h2,
  h3,
  b,
  th {
    font-weight: 600;
  }
  .dot {
    font-size: 0.875rem;
  }
  ul {
    list-style: none;
  }
  .days {
    display: flex;
    flex-wrap: wrap;
    gap: 8px var(--gap);
    align-items: center;
    justify-content: space-between;
    margin-block-start: 8px;
  }
  .date {
    font-weight: 600;
  }
  .days .row {
    flex-wrap: nowrap;
    gap: 8px;
  }
  button,
  input:not([type='checkbox']) {
    min-block-size: var(--control);
    padding: 8px var(--space);
  }
  input:not([type='checkbox']) {
    inline-size: 100%;
    color: inherit;
    font: inherit;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  .days input,
  .tools input {
    inline-size: auto;
    min-inline-size: 0;
    padding-inline: 10px;
  }
  /* On a phone the search has a line of its own: its hint is not cut. */
  .tools form {
    flex-basis: 16rem;
  }
  /* The button in a date field has the focus of its own. */
  input:focus-within {
    outline: 3px solid var(--accent);
  }
  input::placeholder {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  button:not(.main, .link):hover {
    background: var(--raised);
  }
  .totals {
    display: grid;
    gap: 8px var(--gap);
  }
  .totals > div {
    padding: 8px var(--gap);
    background: var(--raised);
    border-radius: var(--radius);
  }
  .totals dd:not(.quiet) {
    font-size: 1.25rem;
    font-weight: 600;
    line-height: 1.3;
  }
  .totals .approved dd {
    color: var(--good);
  }
  .totals .unresolved dd:not(.quiet) {
    color: var(--warn);
  }
  .totals dd,
  td,
  .pages {
    font-variant-numeric: tabular-nums;
  }
  dt,
  th,
  .dot,
  .time,
  .terminal,
  .card {
    color: var(--quiet);
  }
  dt {
    font-size: 0.875rem;
  }
  .count {
    display: inline-block;
    min-inline-size: 1.6em;
    padding-inline: 6px;
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 600;
    text-align: center;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 99px;
  }
  .open li {
    display: grid;
    gap: 6px;
    padding-block-start: var(--gap);
    border-block-start: 1px solid var(--line);
  }
  .open p .quiet {
    display: block;
  }
  .notice {
    padding: var(--gap) var(--space);
  }
  .notice > * + * {
    margin-block-start: 8px;
  }
  .notice b,
  .notice p {
    color: var(--text);
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
  .dot.good::before,
  .dot.warn::before {
    background: currentColor;
  }
  .good {
    color: var(--good);
  }
  .warn {
    color: var(--warn);
  }
  .busy {
    color: var(--accent);
  }
  table {
    display: block;
    inline-size: 100%;
    border-collapse: collapse;
    text-align: start;
  }
  tbody {
    display: block;
  }
  thead {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  tbody tr {
    display: grid;
    grid-template: 'order amount' auto 'state time' auto 'terminal card' auto / minmax(0, 1fr) auto;
    gap: 2px var(--gap);
    align-items: center;
    padding: 10px 4px;
    border-block-start: 1px solid var(--line);
    cursor: pointer;
  }
  .order {
    grid-area: order;
  }
  .amount {
    grid-area: amount;
    font-weight: 600;
    text-align: end;
  }
  .state {
    grid-area: state;
  }
  td.time {
    grid-area: time;
    text-align: end;
  }
  td.terminal {
    grid-area: terminal;
  }
  td.card {
    grid-area: card;
    text-align: end;
  }
  td.time,
  td.terminal,
  td.card {
    font-size: 0.875rem;
  }
  .link {
    min-block-size: 28px;
    padding: 2px 0;
    text-align: start;
    background: none;
    border-color: transparent;
    border-radius: 4px;
    overflow-wrap: anywhere;
  }
  .link::before {
    display: inline-block;
    margin-inline-end: 8px;
    color: var(--quiet);
    content: '›' / '';
  }
  .link[aria-expanded='true']::before {
    color: var(--accent);
  }
  tbody tr:not(.details):hover,
  .opened {
    background: var(--raised);
  }
  .empty {
    padding: clamp(24px, 8cqi, 56px) var(--space);
    color: var(--quiet);
    text-align: center;
    border: 1px dashed var(--line);
    border-radius: var(--radius);
  }
  .bones {
    display: grid;
    gap: var(--gap);
  }
  .bones i {
    min-block-size: 3.25rem;
    background: var(--raised);
    border-radius: var(--radius);
  }
  @container (min-width: 480px) {
    .totals {
      grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
    }
  }
  @container (min-width: 680px) {
    table {
      display: table;
    }
    thead {
      position: static;
      display: table-header-group;
      clip-path: none;
    }
    tbody {
      display: table-row-group;
    }
    tbody tr {
      display: table-row;
    }
    th,
    td {
      padding: 8px 10px;
      text-align: start;
    }
    tbody td {
      border-block-start: 1px solid var(--line);
    }
    tbody td.time,
    tbody td.card {
      text-align: start;
    }
    th {
      font-size: 0.8125rem;
    }
    th.amount,
    td.amount {
      text-align: end;
    }
    td.time,
    td.amount,
    td.card {
      white-space: nowrap;
    }
  }
`
