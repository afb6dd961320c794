// The styles of the plan step: the cards and the table of all fees.
import { css } from 'lit'

export const PLAN_STYLES = css`
  .plan {
    flex-wrap: wrap;
  }
  .plan .grow {
    flex: 1 1 50%;
  }
  .facts {
    display: flex;
    flex: 1 1 100%;
    flex-wrap: wrap;
    gap: 6px 24px;
    padding-inline-start: 32px;
  }
  .facts > small {
    flex-basis: 100%;
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
    border-block-end: 1px solid var(--line);
  }
`
