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
  /* Nothing is shown before the first answer. */
  .body:has(> .content:empty) {
    min-block-size: 30rem;
  }
  .columns:not(:has(> .progress)) > .body {
    inline-size: min(100%, 40rem);
    margin-inline: auto;
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
  .content h3 {
    padding-block-start: calc(var(--space) / 2);
    font-size: 1.2rem;
    line-height: 1.3;
  }
  .quiet {
    /* WebKit keeps an old height without this. */
    block-size: fit-content;
    min-block-size: 1.5em;
  }
  .list {
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
  .main:not([aria-disabled]) {
    border-color: var(--accent);
  }
  button:hover {
    filter: brightness(0.95);
  }
  button:disabled {
    color: var(--quiet);
    background: var(--raised);
    cursor: default;
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
    display: flex;
    gap: 6px;
    list-style: none;
  }
  .progress > li {
    flex: 1;
    block-size: 6px;
    background: var(--line);
    border-radius: 99px;
  }
  .progress > li span {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .count {
    display: block;
    color: var(--quiet);
    font-size: 0.875rem;
    font-weight: 600;
  }
  @container (min-width: 46rem) {
    .columns:has(> .progress) {
      grid-template-columns: 12rem minmax(0, 36rem);
      gap: clamp(24px, 5cqi, 56px);
    }
    .progress {
      display: block;
    }
    .progress > li {
      display: flex;
      gap: 12px;
      align-items: center;
      block-size: auto;
      min-block-size: 2.25rem;
      color: var(--quiet);
      background: none;
    }
    .progress > li::before {
      inline-size: 1.375rem;
      block-size: 1.375rem;
      border: 2px solid var(--field-line);
      border-radius: 99px;
      content: '';
    }
    .progress > li span {
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
    .progress > li {
      border: 1px solid;
    }
    @container (min-width: 46rem) {
      .progress > li {
        border: 0;
      }
    }
  }
`
