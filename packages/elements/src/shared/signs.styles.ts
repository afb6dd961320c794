// The look of the large round signs of a state: tinted, with round strokes of one width.
import { css } from 'lit'

export const SIGN_STYLES = css`
  .state-sign {
    inline-size: 4.5rem;
    block-size: 4.5rem;
    color: var(--accent);
    background: color-mix(in srgb, currentColor 14%, transparent);
    border: 2px solid;
    border-radius: 99px;
    fill: none;
    stroke: currentColor;
    stroke-width: 3;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .state-sign.good {
    color: var(--good);
  }
  .state-sign.warn,
  .state-sign.doubt {
    color: var(--warn);
  }
  .state-sign.bad {
    color: var(--bad);
  }
  .state-sign.none {
    color: var(--quiet);
  }
`
