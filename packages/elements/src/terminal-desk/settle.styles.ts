// The styles of the form to settle a sale, in addition to those of <terminal-desk>.
import { css } from 'lit'

export const SETTLE_STYLES = css`
  .decide,
  .decide form,
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
    min-inline-size: 0;
  }
  .choice {
    display: flex;
    gap: var(--gap);
    align-items: center;
  }
  label {
    font-weight: 600;
  }
  small {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  small.bad {
    color: var(--bad);
  }
  .field {
    gap: 6px;
  }
  .main.danger,
  .row .danger {
    color: var(--surface);
    background: var(--bad);
  }
  .decide {
    padding: var(--space);
    background: var(--raised);
    border-radius: var(--radius);
  }
  .decide .notice {
    background: var(--surface);
  }
  .choice {
    flex-wrap: nowrap;
    padding: var(--gap) var(--space);
  }
  [aria-invalid='true'] {
    border-color: var(--bad);
  }
  @media (forced-colors: active) {
    .decide {
      border: 1px solid;
    }
  }
  @media print {
    .decide {
      display: none;
    }
  }
`
