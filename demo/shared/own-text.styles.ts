// The text of an element of the demo does not look like the text around it: a page may center it or set it in capitals.
import { css } from 'lit'

export const OWN_TEXT = css`
  :host {
    font-style: normal;
    white-space: normal;
    text-align: start;
    text-transform: none;
    letter-spacing: normal;
    word-spacing: 0;
  }
`
