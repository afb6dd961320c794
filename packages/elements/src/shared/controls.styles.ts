// The look of the controls that all elements have at first: frame, badge, buttons and framed messages. Each element adds its own sizes
// and layout; `choice.styles.ts` has the choices, which no first drawing shows.
import { css } from 'lit'

export const CONTROL_STYLES = css`
  section {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.3);
  }
  h3 {
    font-size: 1rem;
  }
  .quiet {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  .badge {
    padding-inline: 10px;
    color: var(--warn);
    border: 1px solid;
    border-radius: 99px;
  }
  button {
    min-block-size: var(--control);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    cursor: pointer;
    color: inherit;
    font: inherit;
    font-weight: 600;
  }
  .main {
    color: var(--on-accent);
    background: var(--accent);
  }
  button[aria-disabled]:is(*, :hover) {
    color: var(--quiet);
    background: var(--raised);
    filter: none;
    cursor: not-allowed;
  }
  @media (forced-colors: active) {
    button[aria-disabled]:is(*, :hover) {
      color: GrayText;
      border-color: GrayText;
    }
  }
  .notice {
    background: var(--raised);
    border-inline-start: 4px solid;
    border-radius: 8px;
  }
  @media print {
    button {
      display: none;
    }
  }
`
