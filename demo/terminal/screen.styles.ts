// Styles of the device's screen in each view.
import { css } from 'lit'

export const screenStyles = css`
  .screen {
    display: grid;
    grid-template-rows: auto 1fr;
    block-size: 350px;
    overflow: hidden;
    border-radius: 16px;
    background: #f6f9fa;
    box-shadow:
      0 0 0 3px #07090b,
      inset 0 0 24px rgb(10 40 50 / 0.08);
    color: #10222c;
    color-scheme: light;
  }
  @media (max-height: 50rem) {
    .screen {
      block-size: 264px;
    }
  }
  .status {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: 26px;
    padding-inline: 12px;
    background: #0d2b33;
    color: #d7f0ec;
    font-size: 12px;
  }
  .net {
    display: inline-flex;
  }
  .net.down {
    color: #ffb4a8;
  }
  .view {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 0;
    padding: 14px 18px;
    overflow-y: auto;
    text-align: center;
    animation: appear 0.22s ease-out;
  }
  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(6px);
    }
  }
  .view h2 {
    font-size: 21px;
    line-height: 1.2;
  }
  .merchant {
    font-weight: 600;
    color: #3d5560;
  }
  .idle {
    background: radial-gradient(circle at 50% 30%, #16606a, #0b3640 75%);
    color: #f0fbf9;
  }
  .idle .merchant {
    color: #c9ebe6;
  }
  .idle .target {
    color: #8fe3d6;
  }
  .idle .sub {
    color: #c9ebe6;
  }
  .boot {
    gap: 18px;
    background: #0a1216;
    color: #cfdbe0;
  }
  .maker {
    font-size: 20px;
    font-weight: 300;
    letter-spacing: 0.28em;
  }
  .amount {
    font-size: 42px;
    font-weight: 700;
    line-height: 1.1;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
  }
  .amount.small {
    font-size: 24px;
  }
  .target {
    display: inline-flex;
    padding: 6px;
    color: #0b6b64;
  }
  .prompt .wave {
    animation: wave 1.6s infinite;
  }
  .prompt .wave:nth-of-type(2) {
    animation-delay: 0.15s;
  }
  .prompt .wave:nth-of-type(3) {
    animation-delay: 0.3s;
  }
  .prompt .wave:nth-of-type(4) {
    animation-delay: 0.45s;
  }
  @keyframes wave {
    0%,
    60%,
    100% {
      opacity: 1;
    }
    30% {
      opacity: 0.25;
    }
  }
  .ask {
    font-size: 19px;
    font-weight: 600;
  }
  .sub {
    color: #46606b;
  }
  .boot .sub {
    color: #9fb4bd;
  }
  .left {
    display: flex;
    align-items: center;
    gap: 10px;
    inline-size: 100%;
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    color: #46606b;
  }
  .left svg {
    flex: 1;
    block-size: 4px;
    border-radius: 2px;
  }
  .rail {
    fill: #dbe5e8;
    stroke: none;
  }
  .bar {
    fill: #0b8077;
  }
  .problem {
    padding: 6px 10px;
    border-radius: 8px;
    background: #fdecea;
    color: #8a1f14;
    font-size: 14px;
    font-weight: 600;
  }
  .spinner {
    animation: turn 0.9s linear infinite;
  }
  .spinner .rail {
    fill: none;
    stroke: rgb(90 130 140 / 0.25);
  }
  .spinner .arc {
    stroke: #14a094;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .busy {
    gap: 14px;
  }
  .mark {
    display: grid;
    place-items: center;
    block-size: 84px;
    aspect-ratio: 1;
    border-radius: 50%;
    background: rgb(255 255 255 / 0.18);
    animation: pop 0.35s cubic-bezier(0.2, 1.6, 0.4, 1);
  }
  @keyframes pop {
    from {
      transform: scale(0.4);
    }
  }
  .end {
    color: #fff;
  }
  .end .sub,
  .end .code {
    color: inherit;
  }
  .end.good {
    background: linear-gradient(160deg, #11804f, #0a6440);
  }
  .end.bad {
    background: linear-gradient(160deg, #b3352a, #8e241b);
  }
  .code {
    padding: 4px 12px;
    border-radius: 99px;
    background: rgb(0 0 0 / 0.22);
    font-variant-numeric: tabular-nums;
  }
  .notice .mark {
    inline-size: 64px;
    block-size: 64px;
    background: #e4edef;
    color: #0d4a53;
  }
  .screen-button {
    min-block-size: 44px;
    margin-block-start: 8px;
    padding-inline: 22px;
    border: 0;
    border-radius: 12px;
    background: #0b6b64;
    color: #fff;
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .screen-button {
      border: 1px solid ButtonBorder;
    }
  }
  .pairing {
    align-items: stretch;
    text-align: start;
    gap: 6px;
  }
  .pairing label {
    font-weight: 600;
  }
  .pairing input {
    min-block-size: 46px;
    inline-size: 100%;
    padding-inline: 12px;
    border: 1px solid #6b8790;
    border-radius: 10px;
    background: #fff;
    color: #10222c;
    font:
      600 20px/1 ui-monospace,
      'Liberation Mono',
      monospace;
    letter-spacing: 0.1em;
  }
`
