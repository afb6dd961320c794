// The styles of the controls of <merchant-apply>. Colours, radius and space come from the element's own custom properties. The
// line of an error slides in; no line is reserved.
import { css } from 'lit'

export const FIELD_STYLES = css`
  .field {
    display: grid;
    gap: 4px;
    align-content: start;
    min-inline-size: 0;
    padding-block-end: calc(var(--space) / 4);
    border: 0;
  }
  .field > legend,
  .field > label:not(.choice) {
    padding-block-end: 4px;
    font-weight: 600;
  }
  .field small,
  .person small {
    color: var(--quiet);
    font-weight: 400;
  }
  .field:has(> .choice) {
    gap: 8px;
  }
  /* In WebKit the legend of a grid keeps the width that it had when it was first drawn. */
  fieldset.field {
    display: block;
  }
  fieldset.field > :not(legend) + * {
    margin-block-start: 4px;
  }
  .cards {
    display: grid;
    gap: 8px;
  }
  @container (min-width: 34rem) {
    .cards.two {
      grid-template-columns: 1fr 1fr;
    }
    .cards.two > .choice {
      block-size: auto;
    }
  }
  .hint {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  .message {
    display: block;
    min-inline-size: 0;
    overflow-wrap: anywhere;
    color: var(--quiet);
    font-size: 0.875rem;
    line-height: 1.5rem;
  }
  .message.bad,
  .message.warn {
    display: flex;
    gap: 8px;
    color: var(--bad);
    font-weight: 600;
  }
  .message.warn {
    color: var(--warn);
  }
  @media (prefers-reduced-motion: no-preference) {
    .message.bad {
      animation: slide 0.15s ease-out;
    }
  }
  @keyframes slide {
    from {
      translate: 0 -4px;
    }
  }
  .message.bad::before,
  .message.warn::before {
    flex: none;
    inline-size: 1.1rem;
    block-size: 1.1rem;
    margin-block: 0.2rem;
    line-height: calc(1.1rem - 4px);
    text-align: center;
    border: 2px solid;
    border-radius: 99px;
    content: '!';
    content: '!' / '';
  }
  .message.warn::before {
    content: '?';
    content: '?' / '';
  }
  input:not([type]),
  textarea,
  select {
    inline-size: 100%;
    min-block-size: var(--control);
    padding: 10px var(--space);
    color: inherit;
    font: inherit;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  textarea {
    resize: vertical;
  }
  /* The frame has room for the outline of its focused field. */
  .isolated {
    inline-size: calc(100% + 12px);
    block-size: calc(var(--control) + 12px);
    margin: -6px;
    border: 0;
    color-scheme: inherit;
  }
  :dir(rtl) > input[dir='ltr'] {
    text-align: end;
  }
  [aria-invalid='true']:not(fieldset) {
    border-color: var(--bad);
    box-shadow: inset 0 0 0 1px var(--bad);
  }
  .line {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  .line input {
    flex: 1;
    min-inline-size: 0;
  }
  .line button {
    flex: none;
    touch-action: none;
    user-select: none;
  }
  .line:has([role='listbox']) {
    position: relative;
  }
  [role='listbox'] {
    position: absolute;
    z-index: 1;
    inset: calc(100% + 4px) 0 auto;
    max-block-size: 15rem;
    padding: 4px;
    overflow: auto;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
    box-shadow: 0 8px 24px #0004;
    list-style: none;
  }
  [role='option'] {
    min-block-size: 44px;
    padding: 10px 12px;
    overflow-wrap: anywhere;
    border-radius: calc(var(--radius) / 2);
    cursor: pointer;
  }
  [role='option']:hover {
    background: var(--raised);
  }
  [role='option'][aria-selected='true'] {
    color: var(--on-accent);
    background: var(--accent);
  }
  .short input {
    flex: 0 1 6.5em;
  }
  .medium input {
    flex: 0 1 14em;
  }
  .date {
    display: flex;
    gap: 8px;
  }
  .date label {
    flex: 0 1 5.5em;
    min-inline-size: 0;
  }
  .date .year {
    flex-basis: 7.5em;
  }
  /* The spelled month is beside its numbers. */
  .date > .message {
    flex: 1 1 6em;
    align-self: end;
    line-height: 1.3;
    translate: 0 calc(0.65em - var(--control) / 2);
  }
  .address,
  .cols {
    display: grid;
    row-gap: var(--gap);
  }
  .cols {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
    gap: 0 12px;
    margin-block-end: calc(-4px - var(--gap));
  }
  /* Below each other the fields are as far apart as all others. The frame of the row takes the last distance back. */
  .cols > .field {
    padding-block-end: calc(4px + var(--gap) + var(--space) / 4);
  }
  /* Labels, hints and controls of a row are aligned. */
  .cols > .field {
    min-inline-size: 0;
    overflow-wrap: anywhere;
    grid-row: span 4;
    grid-template: subgrid / minmax(0, 1fr);
    row-gap: 0;
  }
  .cols > .field > .hint {
    grid-row: 2;
    margin-block-start: 4px;
  }
  .cols > .field > .line {
    grid-row: 3;
    margin-block-start: 4px;
  }
  .cols > .field > .message {
    grid-row: 4;
  }
  .cols > .field > .message.bad {
    margin-block-start: 4px;
  }
  .cols > .more {
    grid-row: span 4;
    align-self: center;
  }
  @container (min-width: 30rem) {
    .place {
      grid-template-columns: 9fr 11fr;
    }
  }
  .known {
    display: flex;
    gap: 12px;
    align-items: center;
    padding-inline: var(--space) 4px;
    background: var(--raised);
    border-radius: var(--radius);
  }
  .known + *,
  .statement + * {
    margin-block-start: 4px;
  }
  .known p {
    flex: 1;
    padding-block: 8px;
  }
  .known p > span {
    color: var(--quiet);
  }
  .known button,
  .more button,
  .notice.quiet button {
    min-block-size: 44px;
    padding: 8px 12px;
    color: var(--accent);
    background: none;
    border-color: #0000;
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    /* The height of a button is for fingers; its words are near the field. */
    margin: -8px 0;
    margin-inline-start: -12px;
  }
  .more:not(.later) button::before {
    content: '+ ';
    content: '+ ' / '';
  }
  /* WebKit keeps the height of one line when the element becomes narrower and the line wraps. */
  .choice {
    display: flex;
    gap: 12px;
    block-size: fit-content;
    align-items: center;
    padding: calc(var(--space) * 0.625) var(--space);
    border-color: var(--field-line);
  }
  .choice:has([aria-invalid]),
  [aria-invalid] .choice:not(:has(:checked)) {
    border-color: var(--bad);
  }
  .choice input {
    flex: none;
    block-size: 20px;
  }
  .choice small {
    display: block;
  }
  /* On a phone the question after many cards is in the first view. */
  @container not (min-width: 34rem) {
    .cards.two {
      gap: 4px;
      line-height: 1.3;
    }
    .cards.two > .choice {
      padding-block: 4px;
    }
  }
  .statement {
    padding: 10px var(--space);
    background: var(--raised);
    border-radius: var(--radius);
  }
  .statement b {
    display: block;
    min-block-size: 1.5em;
    font-family: ui-monospace, monospace;
    white-space: pre-wrap;
  }
  .person {
    margin-block-end: 12px;
  }
  .person *,
  .choice * {
    overflow-wrap: anywhere;
  }
  .person {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
    padding: 12px var(--space);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    list-style: none;
  }
  .person .grow {
    flex: 1 1 14em;
  }
  .person small {
    display: block;
  }
  .person .row button {
    flex: 0 1 auto;
    overflow-wrap: normal;
  }
  .paper {
    inline-size: min(100%, 24rem);
    fill: none;
    stroke: var(--quiet);
    stroke-linecap: round;
    stroke-width: 1.5;
    direction: ltr;
  }
  .paper .mark {
    stroke: var(--accent);
  }
  .paper text {
    font:
      11px ui-monospace,
      monospace;
    fill: var(--text);
    stroke: none;
  }
  @media (forced-colors: active) {
    [role='option'][aria-selected='true'] {
      color: HighlightText;
      background: Highlight;
      forced-color-adjust: none;
    }
    .choice:has(:checked) {
      outline: 2px solid;
    }
  }
`
