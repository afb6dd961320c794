// The styles of the plan step: the cards and the table of all fees.
import { css } from 'lit'

export const PLAN_STYLES = css`
  .plan {
    display: grid;
    grid-template: 'radio name' / auto minmax(0, 1fr);
    gap: 8px 12px;
    align-items: start;
  }
  .plan .name > b {
    font-size: 1.125rem;
  }
  /* The middle of the radio is that of the plan's name. */
  .plan > input {
    margin-block-start: calc((1.125rem * 1.45 - 20px) / 2);
  }
  .price,
  .rates {
    grid-column: 2 / -1;
  }
  .price b {
    font-size: 1.5rem;
    line-height: 1.2;
  }
  .price small {
    display: inline;
  }
  .rates {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr));
    gap: 6px 12px;
  }
  .rates b {
    display: block;
  }
  .rates > small {
    grid-column: 1 / -1;
  }
  .plan + .plan {
    margin-block-start: 8px;
  }
  .compare summary {
    padding-block: 12px;
    font-weight: 600;
    cursor: pointer;
  }
  .wide {
    overflow-x: auto;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  td,
  th {
    padding-block: 8px;
    padding-inline-end: 12px;
    text-align: start;
    vertical-align: top;
    border-block-end: 1px solid var(--line);
  }
  tbody th {
    color: var(--quiet);
    font-weight: 400;
  }
  @container (max-width: 24rem) {
    .rates {
      grid-column: 1 / -1;
    }
  }
  @container (max-width: 30rem) {
    /* The name of a row is above its values. */
    table:not(.many) tr {
      display: flex;
      flex-wrap: wrap;
      padding-block: 8px;
      border-block-end: 1px solid var(--line);
    }
    table:not(.many) :is(td, th) {
      flex: 1;
      min-inline-size: 0;
      padding-block: 0;
      padding-inline-end: 6px;
      font-size: 0.8125rem;
      border: 0;
    }
    table:not(.many) tbody th {
      flex-basis: 100%;
      font-size: 0.875rem;
    }
    table:not(.many) td:empty {
      display: none;
    }
  }
  @container (min-width: 30rem) {
    .plan {
      grid-template: 'radio name price' / auto minmax(0, 1fr) auto;
    }
    .price {
      grid-column: auto;
      text-align: end;
    }
    .price :is(b, small) {
      display: block;
    }
  }
`
