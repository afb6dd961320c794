// The look of the controls that both elements have: frame, badge, buttons, choices and framed messages. Each element adds its own sizes
// and layout.
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
  button,
  .choice {
    min-block-size: var(--control);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    cursor: pointer;
  }
  button {
    color: inherit;
    font: inherit;
    font-weight: 600;
  }
  .main {
    color: var(--on-accent);
    background: var(--accent);
  }
  .choice:hover {
    background: var(--raised);
  }
  .choice:has(:checked) {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .choice:has(:focus-visible) {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  .choice :focus-visible {
    outline: 0;
  }
  .choice input {
    inline-size: 20px;
    accent-color: var(--accent);
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
