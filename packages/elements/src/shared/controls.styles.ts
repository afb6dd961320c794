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
  /* In dark, Chromium fills an unchosen control with grey, as if it was off. Forced colours and paper have the browser's control. */
  @media screen and (forced-colors: none) {
    .choice input {
      block-size: 20px;
      min-block-size: 0;
      background: none;
      border: 1px solid var(--field-line);
      border-radius: 4px;
      appearance: none;
    }
    .choice [type='radio'] {
      border-radius: 99px;
    }
    .choice [type='radio']:checked {
      border: 6px solid var(--accent);
    }
    .choice [type='checkbox']:checked {
      background: var(--accent);
      border-color: var(--accent);
    }
    .choice [type='checkbox']:checked::before {
      display: block;
      inline-size: 6px;
      block-size: 12px;
      margin: 1px auto;
      border: solid var(--on-accent);
      border-width: 0 2px 2px 0;
      rotate: 45deg;
      content: '';
    }
    .choice input[aria-invalid='true'] {
      border-color: var(--bad);
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
