// The look of a radio or a checkbox with its words. Each element loads it with the part that has the first choice.
import { css } from 'lit'

export const CHOICE_STYLES = css`
  .choice {
    min-block-size: var(--control);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    cursor: pointer;
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
`
