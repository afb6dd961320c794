// The styles of <terminal-desk> that are needed after its first drawing: of the details of a row, in forced colours and on paper.
import { css } from 'lit'

export const DETAILS_STYLES = css`
  tbody tr.details {
    display: block;
    padding: 4px var(--space) var(--space);
    background: var(--raised);
    border: 0;
    cursor: auto;
  }
  .details td {
    display: block;
  }
  .details dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
    gap: var(--gap);
  }
  .details dd {
    overflow-wrap: anywhere;
    user-select: all;
  }
  section.refund {
    gap: var(--gap);
    padding: 0;
    border: 0;
  }
  @container (min-width: 680px) {
    tbody tr.details {
      display: table-row;
    }
    .details td {
      display: table-cell;
      padding: 4px var(--space) var(--space);
      border: 0;
    }
  }
  @media (forced-colors: active) {
    .totals > div {
      border: 1px solid;
    }
    .dot.good::before,
    .dot.warn::before {
      background: CanvasText;
    }
  }
  @media print {
    section {
      padding: 0;
      border: 0;
    }
    .tools,
    .pages,
    .days .row,
    .fault,
    header .dot,
    .link::before {
      display: none;
    }
    .link {
      display: inline;
    }
    tbody tr {
      break-inside: avoid;
    }
    td {
      font-size: 9pt;
    }
  }
`
