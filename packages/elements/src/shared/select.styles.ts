// The arrow of a list of options, in addition to the frame of a field.
import { css } from 'lit'

export const SELECT_STYLES = css`
  /* The browser's own arrow is at the very edge where lines run from right to left, and has another height in WebKit. */
  select {
    padding-inline-end: 40px;
    background:
      linear-gradient(45deg, #0000 50%, currentColor 0) calc(100% - 21px) 50% / 6px 6px no-repeat,
      linear-gradient(-45deg, #0000 50%, currentColor 0) calc(100% - 15px) 50% / 6px 6px no-repeat,
      var(--surface);
    appearance: none;
  }
  select:dir(rtl) {
    background-position:
      15px 50%,
      21px 50%;
  }
`
