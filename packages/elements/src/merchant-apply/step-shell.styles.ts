// The styles of the progress, of the summary of errors and of the compact density. They are loaded with the steps after the start.
import { css } from 'lit'

export const STEP_SHELL_STYLES = css`
  /* The last row is about the buttons above it. */
  .foot {
    margin-block-start: -10px;
  }
  .foot > p {
    flex: 1 1 9em;
  }
  .summary {
    padding: 12px var(--space);
    border: 3px solid var(--bad);
    border-radius: var(--radius);
  }
  .summary ul {
    padding-inline-start: 1.3em;
  }
  .summary li {
    padding-block: 3px;
  }
  .summary a {
    color: var(--bad);
    font-weight: 600;
    text-underline-offset: 3px;
  }
  /* The sentence about the saved answers is a quiet line with "Start over" at its end. */
  .notice:has(> p:first-child + .row) {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
  }
  .notice > p:first-child {
    flex: 1 1 10em;
  }
  .notice > p:first-child + .row {
    margin: 0;
  }
  .notice .row button {
    flex: 0 1 auto;
  }
  .notice.quiet:has(> p + .row) {
    gap: 0;
    align-items: end;
    margin: -8px 0 0;
    padding: 0;
    background: none;
    border: 0;
  }
  .notice.quiet > p {
    padding-block: 12px;
  }
  .notice a {
    color: inherit;
    font-weight: 600;
    text-underline-offset: 3px;
  }
  nav.progress {
    display: block;
    min-inline-size: 0;
  }
  .progress ol {
    display: grid;
    gap: 2px;
    list-style: none;
  }
  .progress summary {
    display: block;
    padding-block: 2px 8px;
    font-size: 0.875rem;
    font-weight: 600;
    cursor: pointer;
  }
  .progress summary::before {
    float: inline-end;
    inline-size: 0.5rem;
    block-size: 0.5rem;
    margin: 0.25rem 4px 0;
    border: solid var(--quiet);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    content: '';
  }
  .progress [open] summary::before {
    margin-block-start: 0.5rem;
    transform: rotate(225deg);
  }
  .progress details:not([open]) + ol {
    display: none;
  }
  .bars {
    display: flex;
    gap: 4px;
    margin-block-start: 8px;
  }
  .bars i {
    flex: 1;
    block-size: 6px;
    background: var(--line);
    border-radius: 99px;
  }
  .bars .past {
    background: var(--good);
  }
  .bars .wrong {
    background: var(--warn);
  }
  .bars .now {
    background: var(--accent);
  }
  nav.progress li,
  nav.progress li a {
    display: flex;
    gap: 12px;
    align-items: center;
    min-block-size: 2.25rem;
  }
  nav.progress li {
    color: var(--quiet);
  }
  nav.progress li a {
    flex: 1;
    color: var(--text);
    text-decoration: none;
    border-radius: 6px;
  }
  nav.progress li span {
    padding-block: 6px;
  }
  .progress li a:hover span {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  nav.progress [aria-current] {
    color: var(--text);
    font-weight: 600;
  }
  .progress .mark {
    flex: none;
    inline-size: 1.375rem;
    block-size: 1.375rem;
    border: 2px solid var(--field-line);
    border-radius: 99px;
    fill: none;
    stroke: var(--surface);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .past .mark {
    background: var(--good);
    border-color: var(--good);
  }
  .wrong .mark {
    border-color: var(--warn);
    stroke: var(--warn);
  }
  [aria-current] .mark {
    border: 6px solid var(--accent);
  }
  @container (max-width: 46rem) {
    .count {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  @container (min-width: 46rem) {
    .progress details {
      display: none;
    }
    .progress details:not([open]) + ol {
      display: grid;
    }
  }
  @media (forced-colors: active) {
    .bars i {
      border: 1px solid;
    }
    .bars .past {
      background: CanvasText;
    }
    .bars .now {
      background: Highlight;
      forced-color-adjust: none;
    }
    .past .mark,
    .wrong .mark {
      stroke: CanvasText;
    }
    .progress li a span {
      text-decoration: underline;
    }
  }
  @media print {
    .progress {
      display: none;
    }
  }
  /* Compact: labels beside their controls where there is room, and lower controls where no finger can touch them. */
  @media not all and (any-pointer: coarse) {
    :host([density='compact']) {
      --control: 36px;
    }
  }
  :host([density='compact']) :is(.body, .columns) {
    gap: 8px var(--space);
  }
  :host([density='compact']) h2 {
    font-size: 1.2rem;
  }
  :host([density='compact']) .content h3 {
    padding-block-start: 4px;
    font-size: 1.0625rem;
  }
  :host([density='compact']) :is(.field, .choice, .known, .answers) {
    font-size: 0.9375rem;
  }
  :host([density='compact']) :is(.hint, .message, small) {
    font-size: 0.8125rem;
  }
  :host([density='compact']) .message {
    line-height: 1.3;
  }
  :host([density='compact']) .field > :is(legend, label:not(.choice)) {
    padding-block-end: 1px;
  }
  :host([density='compact']) :is(input:not([type]), select, textarea, .more button, .known button, button) {
    min-block-size: var(--control);
    padding-block: 4px;
  }
  :host([density='compact']) :is(.choice, .statement, .person, [role='option']) {
    min-block-size: var(--control);
    padding-block: 4px;
  }
  :host([density='compact']) section {
    padding: var(--space);
  }
  :host([density='compact']) :is(dl div, td, th, summary) {
    padding-block: 3px;
  }
  :host([density='compact']) :is(.notice, .leaf) {
    margin-block-end: 4px;
    padding-block: 6px;
  }
  :host([density='compact']) :is(.plan, .answers) {
    gap: 4px 12px;
  }
  :host([density='compact']) .answers {
    padding-block: 6px;
  }
  :host([density='compact']) .answers dl {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
    row-gap: 2px;
  }
  :host([density='compact']) .answers dl div {
    display: grid;
    grid-template-columns: 2fr 3fr;
    gap: 12px;
    padding: 0;
  }
  :host([density='compact']) table:not(.many) tr {
    padding-block: 2px;
  }
  :host([density='compact']) .content > h3 {
    margin-block-start: 6px;
  }
  :host([density='compact']) .paper {
    inline-size: 15rem;
  }
  :host([density='compact']) nav.progress :is(li, li a) {
    min-block-size: max(1.75rem, 24px);
  }
  :host([density='compact']) nav.progress li span {
    padding-block: 2px;
  }
  @container (min-width: 34rem) {
    :host([density='compact']) .field:not(fieldset, .cols *):has(> label:not(.choice)) {
      grid-template-columns: 11rem minmax(0, 1fr);
      gap: 2px 12px;
    }
    :host([density='compact']) .field:not(.cols *) > label:not(.choice) {
      align-self: center;
    }
    :host([density='compact']) .field:not(fieldset, .cols *):has(> label:not(.choice)) > :not(label) {
      grid-column: 2;
    }
    :host([density='compact']) .field:not(.cols *) > :is(.line, select, textarea, .isolated, .date) {
      grid-row: 1;
    }
  }
`
