// The styles of the last steps: lists of answers, documents, the confirmation, and their print version.
import { css } from 'lit'

export const END_STYLES = css`
  dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    align-items: baseline;
    padding-block: 7px;
    border-block-end: 1px solid var(--line);
  }
  dt {
    flex: 1 0 100%;
    color: var(--quiet);
  }
  dd {
    flex: 1 1 11rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  dd small {
    display: block;
    color: var(--quiet);
  }
  /* The links of the list of steps look the same on every step. */
  a:not(nav a) {
    color: inherit;
    font-weight: 600;
    text-underline-offset: 3px;
  }
  .act {
    flex: none;
    margin-inline-start: auto;
  }
  .content > h3 {
    margin-block-start: 16px;
    font-size: 1.125rem;
  }
  .id {
    overflow-wrap: anywhere;
    user-select: all;
  }
  details > summary {
    padding-block: 10px;
    font-weight: 600;
    cursor: pointer;
  }
  .bad {
    color: var(--bad);
  }
  .notice h3,
  .notice p + p {
    margin-block: 4px;
  }
  /* The fees are a list of prices. */
  form > dl dt {
    flex: auto;
  }
  form > dl dd {
    flex: 0 1 auto;
  }
  form > h3:first-child {
    margin: 0;
  }
  iframe,
  .papers {
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  .leaf {
    padding: 8px 12px;
    overflow-wrap: anywhere;
  }
  .leaf + .leaf {
    border-block-start: 1px solid var(--line);
  }
  .cover {
    display: flex;
    gap: 12px;
    align-items: center;
  }
  .cover > div {
    flex: 1;
    min-inline-size: 0;
    hyphens: auto;
  }
  .inside {
    margin-block-start: 8px;
  }
  .closed {
    display: none;
  }
  /* The space between paragraphs is one line, so that the lower edge cuts no line. */
  .paper-text {
    max-block-size: calc(16 * 1.45em + 24px);
    padding-inline: 12px;
    overflow: auto;
    background: var(--raised);
    border-block: 12px solid var(--raised);
    border-radius: var(--radius);
  }
  .inside > .row {
    margin-block-start: 8px;
  }
  .paper-text p {
    white-space: pre-line;
  }
  .paper-text p + p {
    margin-block-start: 1lh;
  }
  .sheet {
    display: none;
  }
  .choice {
    align-items: start;
    padding: 8px 12px;
  }
  .choice [lang] {
    display: block;
    font-size: 1rem;
  }
  iframe {
    inline-size: 100%;
    block-size: min(70vh, 36rem);
    background: #fff;
  }
  .main small {
    display: block;
    font-weight: 400;
  }
  @container (min-width: 30rem) {
    dt {
      flex: 0 1 38%;
    }
  }
  @media print {
    :host {
      container-type: normal;
    }
    .closed {
      display: block;
    }
    .paper-text {
      max-block-size: none;
    }
    section:has(+ .sheet) {
      display: none;
    }
    .sheet {
      display: grid;
      gap: 8px;
      color: #000;
      font-size: 11pt;
    }
    .sheet p {
      white-space: pre-line;
    }
    .act {
      display: none;
    }
    dt {
      flex: 0 1 38%;
    }
    dl div {
      break-inside: avoid;
    }
    h3 {
      break-after: avoid;
    }
    .badge::after {
      position: fixed;
      inset: 35% 0 auto;
      font-size: min(6rem, 8vw);
      white-space: nowrap;
      text-align: center;
      text-transform: uppercase;
      content: attr(data-mark);
      opacity: 0.12;
      transform: rotate(-25deg);
    }
  }
`
