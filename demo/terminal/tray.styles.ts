// The cards in the person's hand and the three ways to present one.
import { css } from 'lit'

export const trayStyles = css`
  .tray {
    display: grid;
    gap: 10px;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 8px;
    font-size: 13px;
    font-weight: 600;
  }
  .cards {
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    gap: 8px;
  }
  .card {
    position: relative;
    display: block;
    cursor: pointer;
  }
  .card input {
    position: absolute;
    inset: 0;
    z-index: 1;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .face {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    block-size: 54px;
    padding: 7px 9px;
    border-radius: 8px;
    background: linear-gradient(135deg, #23407a, #16294f);
    color: #fff;
    font-size: 12px;
    line-height: 1.2;
    box-shadow: 0 1px 3px rgb(9 20 30 / 0.3);
    transition: transform 0.15s;
  }
  .face .digits {
    font-size: 11px;
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.03em;
  }
  .mastercard .face {
    background: linear-gradient(135deg, #5a2a2a, #2c1518);
  }
  .amex .face {
    background: linear-gradient(135deg, #1d6a8f, #10425c);
  }
  .debit .face {
    background: linear-gradient(135deg, #59616b, #383f47);
  }
  .ebt .face {
    background: linear-gradient(135deg, #43653d, #294126);
  }
  .gift .face {
    background: linear-gradient(135deg, #7a3b6d, #4b2243);
  }
  .card:hover .face {
    transform: translateY(-1px);
  }
  .card input:checked + .face {
    outline: 3px solid var(--vt-accent);
    outline-offset: 2px;
  }
  .card input:focus-visible + .face {
    outline: 3px solid var(--vt-ink);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    .face {
      border: 1px solid CanvasText;
    }
  }
  .ways {
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    gap: 8px;
  }
  .way {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 7px;
    min-block-size: 50px;
    border: 1px solid transparent;
    border-radius: 12px;
    background: light-dark(#0b6b64, #17837a);
    color: #fff;
    font-weight: 600;
    transition:
      background 0.2s,
      transform 0.1s;
  }
  .way:not([aria-disabled='true']):hover {
    background: light-dark(#09564f, #1c968b);
  }
  .way:not([aria-disabled='true']):active {
    transform: scale(0.97);
  }
  .way[aria-disabled='true'] {
    border-color: var(--vt-line);
    background: transparent;
    color: light-dark(#586773, #9eabb7);
  }
`
