// The look of the dashboard, in addition to the theme and the controls of the elements.
import { css } from 'lit'
import { FORM_STYLES } from './forms.styles.ts'

export const STYLES = css`
  ${FORM_STYLES}
  :host {
    --radius: var(--tapboard-radius, 10px);
    --control: 40px;
    font-size: 0.9375rem;
  }
  h1 {
    font-size: 1.5rem;
    letter-spacing: -0.015em;
    line-height: 1.25;
  }
  h1:focus {
    outline: 0;
  }
  h2 {
    font-size: 1.0625rem;
    letter-spacing: -0.005em;
  }
  a {
    color: var(--accent);
    text-underline-offset: 3px;
  }
  main,
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space);
    align-content: start;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: space-between;
  }
  header > div {
    display: grid;
    gap: 2px;
  }
  section {
    padding: var(--space);
  }
  section.flush {
    padding: 0;
    overflow: hidden;
  }
  section:not(.stack) > header:first-child {
    margin-block-end: var(--gap);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th {
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 600;
    text-align: start;
    white-space: nowrap;
  }
  th,
  td {
    padding: 11px var(--space);
    border-block-end: 1px solid var(--line);
  }
  tbody tr:last-child td {
    border-block-end: 0;
  }
  tbody tr:hover {
    background: var(--raised);
  }
  td.amount a {
    display: block;
    font-weight: 600;
    text-decoration: none;
  }
  td.amount a:hover {
    text-decoration: underline;
  }
  td.end {
    text-align: end;
  }
  td small {
    overflow-wrap: anywhere;
  }
  .narrow {
    display: none;
  }
  td.end,
  .whole {
    white-space: nowrap;
  }
  td .row {
    flex-wrap: nowrap;
    justify-content: flex-end;
  }
  tr.new {
    animation: arrive 2s ease-out;
  }
  @keyframes arrive {
    from {
      background: color-mix(in oklab, var(--accent), transparent 75%);
    }
  }
  code,
  output {
    font-family: ui-monospace, 'SF Mono', 'Cascadia Code', 'Liberation Mono', monospace;
    font-size: 0.875em;
  }
  .tone {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    padding: 1px 9px;
    font-size: 0.8125rem;
    font-weight: 600;
    white-space: nowrap;
    background: color-mix(in oklab, currentcolor, transparent 90%);
    border-radius: 99px;
  }
  .tone::before {
    content: '';
    inline-size: 6px;
    block-size: 6px;
    background: currentcolor;
    border-radius: 50%;
  }
  .tone.good {
    color: color-mix(in oklab, var(--good), var(--text) 25%);
  }
  .tone.bad {
    color: color-mix(in oklab, var(--bad), var(--text) 25%);
  }
  .tone.warn {
    color: color-mix(in oklab, var(--warn), var(--text) 25%);
  }
  .tone.calm {
    color: color-mix(in oklab, var(--quiet), var(--text) 25%);
  }
  .tone.live {
    color: color-mix(in oklab, var(--accent), var(--text) 25%);
  }
  .secret {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 8px;
    align-items: center;
    padding: 12px;
    background: var(--raised);
    border-radius: var(--radius);
  }
  .secret p {
    grid-column: 1 / -1;
    font-weight: 600;
  }
  .secret output {
    font-size: 1.0625rem;
    overflow-wrap: anywhere;
    user-select: all;
  }
  .empty {
    display: grid;
    gap: 8px;
    justify-items: center;
    padding: 32px var(--space);
    text-align: center;
  }
  .empty .quiet {
    max-inline-size: 44ch;
  }
  dl {
    display: grid;
    gap: 0;
  }
  dl > div {
    display: grid;
    grid-template-columns: minmax(0, min(11rem, 40%)) minmax(0, 1fr);
    gap: 4px 16px;
    padding-block: 8px;
    border-block-end: 1px solid var(--line);
  }
  dl > div:last-child {
    border-block-end: 0;
  }
  dt {
    color: var(--quiet);
  }
  dd {
    overflow-wrap: anywhere;
  }
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: var(--space);
    align-items: start;
  }
  .filters {
    display: grid;
    grid-template-columns: minmax(14rem, 1.2fr) repeat(2, minmax(8rem, 1fr)) minmax(12rem, 1.2fr);
    gap: 8px 12px;
    align-items: end;
  }
  .filters .field {
    font-size: 0.875rem;
  }
  .steps {
    display: grid;
    list-style: none;
  }
  .steps li {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 16px;
    padding: 0 0 20px 26px;
  }
  .steps li::before {
    position: absolute;
    inset-block-start: 6px;
    inset-inline-start: 2px;
    inline-size: 10px;
    block-size: 10px;
    content: '';
    background: var(--accent);
    border-radius: 50%;
  }
  .steps li:not(:last-child)::after {
    position: absolute;
    inset-block: 18px -4px;
    inset-inline-start: 6px;
    inline-size: 2px;
    content: '';
    background: var(--line);
  }
  .steps li:last-child {
    padding-block-end: 0;
  }
  .steps time {
    font-variant-numeric: tabular-nums;
  }
  .steps small {
    color: var(--quiet);
  }
  .big {
    font-size: 2rem;
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.02em;
  }
  .figures {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 40px;
  }
  .figures b {
    display: block;
    font-size: 1.375rem;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.015em;
  }
  .things {
    list-style: none;
  }
  .things li {
    display: grid;
    grid-template-columns: minmax(0, 1.4fr) minmax(0, 1fr) auto;
    gap: 8px var(--space);
    align-items: center;
    padding: 14px var(--space);
    border-block-end: 1px solid var(--line);
  }
  .things li:last-child {
    border-block-end: 0;
  }
  .stack > .things li {
    padding-inline: 0;
  }
  .things .past h2 {
    color: var(--quiet);
    font-weight: 400;
  }
  .inside {
    min-block-size: 56px;
    margin: 0;
    padding: 8px var(--space);
    border-block-end: 1px solid var(--line);
  }
  section.flush > header.inside {
    margin: 0;
  }
  .loading,
  .more {
    padding: var(--space);
  }
  .more {
    text-align: center;
  }
  .day {
    flex-wrap: nowrap;
  }
  /* The least width of a date field in Firefox does not fit beside its buttons at 320 px otherwise. */
  .day input {
    padding-inline: 8px;
  }
  .below > :not(.unseen) {
    margin-block-start: 8px;
  }
  .step {
    padding-inline: 12px;
  }
  .door {
    padding: calc(var(--space) * 1.5);
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.08);
  }
  textarea {
    inline-size: 100%;
    padding: 8px 12px;
    color: inherit;
    font: inherit;
    font-weight: 400;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  @container (max-width: 60rem) {
    th,
    td {
      padding-inline: 12px;
    }
  }
  @container (max-width: 54rem) {
    .filters {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (max-width: 44rem) {
    button,
    .button {
      white-space: normal;
    }
    .things li {
      grid-template-columns: minmax(0, 1fr);
    }
    .filters > :is(:first-child, :last-child) {
      grid-column: 1 / -1;
    }
    .wide {
      display: none;
    }
    .narrow {
      display: block;
    }
  }
  @container (max-width: 30rem) {
    th,
    td {
      padding-inline: 6px;
    }
    :is(th, td):first-child {
      padding-inline-start: 12px;
    }
    :is(th, td):last-child {
      padding-inline-end: 12px;
    }
    td.end {
      font-size: 0.8125rem;
    }
    dl > div,
    .secret {
      grid-template-columns: minmax(0, 1fr);
    }
    dl > div {
      gap: 0;
    }
    dt {
      font-size: 0.875rem;
    }
    .secret button {
      justify-self: start;
    }
  }
  @media (forced-colors: active) {
    .tone {
      border: 1px solid;
    }
  }
`
