// The styles of the review: the list of things to fix, and a card for each section.
import { css } from 'lit'

export const REVIEW_STYLES = css`
  .answers,
  .fixes {
    padding: 10px var(--space);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  .content > .answers h3 {
    margin: 0;
  }
  .top {
    display: flex;
    gap: 12px;
    align-items: baseline;
    justify-content: space-between;
    padding-block-end: 2px;
  }
  .top h3 {
    flex: 1;
    font-size: 1.125rem;
  }
  .top a,
  .fixes a {
    padding-block: 6px;
    color: var(--accent);
  }
  .answers dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
    gap: 4px 20px;
  }
  .answers dl div {
    display: block;
    padding: 0;
    border: 0;
  }
  .answers dt {
    font-size: 0.875rem;
  }
  /* In one column a label and its value share a line where both fit. */
  @container (max-width: 34rem) {
    .answers dl {
      gap: 0;
    }
    .answers dl div {
      display: flex;
      gap: 0 16px;
      justify-content: space-between;
      padding-block: 4px;
    }
    .answers dl div + div {
      border-block-start: 1px solid var(--line);
    }
    .answers :is(dt, dd) {
      flex: none;
      max-inline-size: 100%;
    }
  }
  .fixes {
    border: 3px solid var(--bad);
  }
  .fixes:not(:has(li:not(.fixed))) {
    border-color: var(--good);
  }
  .fixes ul {
    list-style: none;
  }
  .fixes li {
    padding-block: 8px;
  }
  .fixes li + li {
    border-block-start: 1px solid var(--line);
  }
  .fixes small {
    color: var(--quiet);
  }
  .fixed b {
    color: var(--good);
  }
  .print {
    display: flex;
  }
  @media print {
    .answers {
      break-inside: avoid;
    }
    .top a {
      display: none;
    }
  }
`
