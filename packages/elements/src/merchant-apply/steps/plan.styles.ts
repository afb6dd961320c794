// The styles of the plan step: cards below each other, and beside each other where there is room.
import { css } from 'lit'

export const PLAN_STYLES = css`
  .plans {
    display: grid;
    gap: 8px;
  }
  .plan {
    display: grid;
    grid-template: 'radio name price' / auto minmax(0, 1fr) auto;
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
  .plan small {
    hyphens: auto;
  }
  .price {
    text-align: end;
  }
  .price b {
    font-size: 1.5rem;
    line-height: 1.2;
  }
  .price :is(b, small) {
    display: block;
  }
  .rates {
    grid-column: 2 / -1;
  }
  .rate {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: baseline;
    justify-content: space-between;
    padding-block: 6px;
    border-block-start: 1px solid var(--line);
  }
  .rest > small {
    padding-block: 4px;
  }
  @container (max-width: 30rem) {
    .plan {
      grid-template: 'radio name' / auto minmax(0, 1fr);
    }
    .price {
      grid-column: 2;
      text-align: start;
    }
    .price :is(b, small) {
      display: inline;
    }
  }
  /* Continue is in view with the first plan, unless the window is too low for both. A focused plan is scrolled out from under it. */
  @media (min-height: 40rem) {
    .way {
      position: sticky;
      inset-block-end: 12px;
      background: var(--surface);
      box-shadow: 0 0 0 12px var(--surface);
    }
    .foot {
      position: relative;
    }
    .plan > input {
      scroll-margin-block-end: 8rem;
    }
  }
  /* Beside each other the cards share their rows. The rows after the last one are empty and have no height. */
  @container (min-width: 34rem) {
    .plans.of-2 {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .plans.of-3 {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    :is(.of-2, .of-3) > .plan {
      grid-row: span 44;
      grid-template: subgrid / auto minmax(0, 1fr);
      row-gap: 0;
      block-size: auto;
    }
    .plans:is(.of-2, .of-3) {
      row-gap: 0;
    }
    :is(.of-2, .of-3) > .plan {
      margin-block-end: 8px;
    }
    :is(.of-2, .of-3) .price {
      grid-column: 1 / -1;
      padding-block: 12px 8px;
      text-align: start;
    }
    :is(.of-2, .of-3) .rates {
      display: contents;
    }
    :is(.of-2, .of-3) :is(.rate, .rest) {
      display: block;
      grid-column: 1 / -1;
    }
    :is(.of-2, .of-3) .rate b {
      display: block;
    }
  }
`
