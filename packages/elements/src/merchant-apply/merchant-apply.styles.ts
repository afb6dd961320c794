// The styles of <merchant-apply> around its fields, in addition to the shared ones. The public API consists of the theme's
// custom properties and the parts; colour is never the only signal.
import { css } from 'lit'

export const STYLES = css`
  section,
  .body,
  .content,
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space);
    align-content: start;
  }
  section {
    max-inline-size: 58rem;
    margin-inline: auto;
    padding: clamp(var(--space), 5cqi, calc(var(--space) * 2));
  }
  .body {
    min-block-size: 30rem;
  }
  .content {
    gap: var(--gap);
  }
  .head,
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
  }
  .head {
    flex-wrap: nowrap;
    justify-content: space-between;
    min-block-size: 1.75rem;
    color: var(--quiet);
    font-size: 0.875rem;
  }
  .badge {
    flex: none;
  }
  h2 {
    font-size: 1.375rem;
    line-height: 1.25;
  }
  .quiet {
    min-block-size: 1.5em;
  }
  .list,
  .summary ul {
    padding-inline-start: 1.3em;
  }
  .list li {
    margin-block-end: 6px;
  }
  .things {
    list-style: none;
  }
  .things li {
    display: flex;
    gap: 12px;
    padding-block: calc(var(--space) * 0.375);
  }
  .things span {
    padding-block-start: 8px;
  }
  .things svg {
    flex: none;
    inline-size: 40px;
    block-size: 40px;
    padding: 8px;
    background: var(--raised);
    border-radius: var(--radius);
    fill: none;
    stroke: var(--accent);
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  button {
    padding: 10px var(--space);
  }
  /* In WebKit a row is as high as a button whose words do not wrap. */
  .content > button {
    align-self: start;
  }
  .row button {
    flex: 1 1 7em;
  }
  .main {
    border-color: var(--accent);
  }
  button:hover {
    filter: brightness(0.95);
  }
  button:disabled,
  button[aria-disabled='true'] {
    color: var(--quiet);
    background: var(--raised);
    border-color: var(--line);
    cursor: default;
  }
  .summary a {
    font-weight: 600;
    text-underline-offset: 3px;
  }
  .way {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    padding-block-start: 8px;
  }
  .way button {
    flex: 1 1 8em;
  }
  .way .main {
    flex-grow: 3;
  }
  .summary {
    padding: 12px var(--space);
    border: 3px solid var(--bad);
    border-radius: var(--radius);
  }
  .summary li {
    padding-block: 3px;
  }
  .summary a {
    color: var(--bad);
  }
  .notice {
    margin-block-end: 12px;
    padding: 12px var(--space);
  }
  .notice,
  h3 {
    overflow-wrap: anywhere;
  }
  .notice.good {
    border-color: var(--good);
  }
  .notice.warn {
    border-color: var(--warn);
  }
  .notice.bad {
    border-color: var(--bad);
  }
  .notice > * + * {
    margin-block-start: 8px;
  }
  .progress {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 6px;
    min-block-size: 6px;
    list-style: none;
  }
  .progress li {
    block-size: 6px;
    background: var(--line);
    border-radius: 99px;
  }
  .progress .past {
    background: var(--good);
  }
  .progress [aria-current] {
    background: var(--accent);
  }
  .progress span {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  @container (min-width: 46rem) {
    .columns:has(> .progress) {
      grid-template-columns: 12rem minmax(0, 36rem);
      gap: clamp(24px, 5cqi, 56px);
    }
    .progress {
      grid-auto-flow: row;
      align-content: start;
      gap: 4px;
    }
    .progress li {
      display: flex;
      gap: 12px;
      align-items: baseline;
      block-size: auto;
      padding-block: 6px;
      color: var(--quiet);
      background: none;
      border-radius: 0;
    }
    .progress .past,
    .progress [aria-current] {
      color: var(--text);
      background: none;
    }
    .progress [aria-current] {
      font-weight: 600;
    }
    .progress li::before {
      flex: none;
      inline-size: 14px;
      block-size: 14px;
      border: 2px solid var(--quiet);
      border-radius: 99px;
      content: '';
    }
    .progress .past::before {
      background: var(--good);
      border-color: var(--good);
    }
    .progress [aria-current]::before {
      border-color: var(--accent);
      border-width: 4px;
    }
    .progress span {
      position: static;
      inline-size: auto;
      block-size: auto;
      clip-path: none;
    }
    .way .main {
      flex-grow: 1;
    }
  }
  @media (forced-colors: active) {
    button[aria-disabled='true'] {
      color: GrayText;
      border-color: GrayText;
    }
    .progress li {
      border: 1px solid;
    }
    .progress .past,
    .progress .past::before {
      background: CanvasText;
    }
    @container (min-width: 46rem) {
      .progress .past {
        background: none;
      }
      .progress li {
        border: 0;
      }
    }
    .choice:has(:checked),
    .progress [aria-current] {
      outline: 2px solid;
    }
  }
  @media print {
    .progress {
      display: none;
    }
  }
`
