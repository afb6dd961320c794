// The styles of a press and of a sale, in addition to those of the choice.
import { css } from 'lit'

export const SALE_STYLES = css`
  /* The heading of a screen reader takes no room. */
  div:has(> .unseen) {
    display: contents;
  }
  form,
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
    min-inline-size: 0;
  }
  .field {
    gap: 6px;
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--gap);
    align-items: center;
    justify-content: space-between;
  }
  /* WebKit keeps the height of one line when the element becomes narrower and the line wraps. */
  .choice {
    block-size: fit-content;
    padding: var(--gap) var(--space);
    font: inherit;
  }
  input,
  select {
    min-block-size: var(--control);
    font: inherit;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  select,
  .field input {
    inline-size: 100%;
    padding: calc(var(--gap) - 4px) var(--space);
    color: inherit;
  }
  [aria-invalid='true'] {
    border-color: var(--bad);
  }
  .code {
    font-weight: 600;
    font-size: 2.25rem;
  }
  .decide {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--gap);
    align-items: center;
    justify-content: space-between;
  }
  .decide {
    padding-block-start: var(--space);
    border-block-start: 1px solid var(--line);
  }
  .danger,
  .danger:hover {
    color: var(--surface);
    background: var(--bad);
  }
  /* As high in each state of a sale: nothing jumps when the state changes. */
  .panel {
    --tone: var(--accent);
    --tint: color-mix(in srgb, var(--tone) 9%, var(--surface));
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: center;
    justify-items: center;
    gap: 8px;
    min-block-size: 23rem;
    padding: var(--space);
    text-align: center;
    background: var(--tint);
    border: 1px solid color-mix(in srgb, var(--tone) 40%, var(--surface));
    border-radius: var(--radius);
  }
  .panel.good {
    --tone: var(--good);
  }
  .panel.bad {
    --tone: var(--bad);
  }
  .panel.warn {
    --tone: var(--warn);
  }
  .panel.calm {
    --tone: var(--quiet);
  }
  .panel,
  .panel * {
    color: var(--text);
  }
  .panel .amount {
    min-block-size: 0;
    margin-block-start: 8px;
    font-size: 2.25rem;
  }
  .panel h2 {
    inline-size: 100%;
    font-size: 2rem;
    line-height: 1.15;
    text-wrap: balance;
  }
  .panel .amount + h2 {
    font-weight: 500;
  }
  .panel svg,
  .guide svg {
    inline-size: 112px;
    overflow: visible;
    fill: none;
    stroke: var(--tone);
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 3;
  }
  .panel .sign {
    inline-size: 96px;
  }
  .disc {
    fill: var(--tone);
  }
  .ring,
  .mark {
    stroke-width: 6;
  }
  .mark {
    stroke-width: 7;
  }
  .disc ~ .mark {
    stroke: var(--surface);
  }
  .offline .mark,
  .hidden .mark {
    stroke-width: 5;
  }
  .body {
    fill: var(--surface);
  }
  .screen {
    fill: var(--tint);
  }
  .keys {
    stroke-width: 4;
    stroke-dasharray: 0 10;
  }
  .card {
    fill: var(--tone);
  }
  .stripe {
    stroke: var(--surface);
  }
  .faint {
    opacity: 0.25;
  }
  .gestures {
    display: flex;
    justify-content: center;
    gap: var(--gap);
    inline-size: 100%;
  }
  .gestures span {
    display: grid;
    justify-items: center;
    min-inline-size: 0;
  }
  .gestures svg {
    inline-size: min(96px, 24cqi);
  }
  .gestures small {
    font-size: 1rem;
    font-weight: 600;
  }
  .panel .quiet {
    font-size: 1rem;
    font-variant-numeric: tabular-nums;
  }
  .panel .bar {
    inline-size: min(100%, 16rem);
    block-size: 6px;
    stroke-width: 6;
    opacity: 0.9;
  }
  .bar path:not(.left) {
    opacity: 0.2;
  }
  .panel ol {
    inline-size: 100%;
    margin-block-start: 8px;
  }
  header p.row {
    flex-wrap: nowrap;
  }
  .badge {
    flex: none;
  }
  section:has(> .compact) {
    gap: var(--gap);
    min-block-size: 0;
    padding-block: var(--space);
  }
  .panel.compact {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--gap);
    align-items: center;
    justify-content: start;
    min-block-size: 0;
    padding: 4px var(--space);
  }
  .guide {
    --tone: var(--quiet);
    --tint: var(--surface);
  }
  .guide legend {
    margin-block-end: 8px;
  }
  .guide svg,
  .guide .sign {
    flex: none;
    inline-size: 48px;
  }
  .guide .choice {
    flex-wrap: nowrap;
    gap: var(--gap);
    justify-content: start;
  }
  .advice {
    padding: var(--gap) var(--space);
    background: var(--raised);
    border-radius: 8px;
  }
  .compact .sign {
    inline-size: 48px;
  }
  .compact h2,
  .compact .amount {
    inline-size: auto;
    margin: 0;
    font-size: 1.5rem;
  }
  @container (inline-size < 26rem) {
    .panel:not(.compact) {
      min-block-size: 26rem;
    }
  }
  /* One gesture at a time. Without motion all three stand still, and the time shows that the page is alive. */
  @media (prefers-reduced-motion: no-preference) {
    .gestures {
      display: grid;
    }
    .gestures span {
      grid-area: 1 / 1;
      visibility: hidden;
      animation: turns 7.5s step-end infinite;
    }
    .gestures svg {
      inline-size: 112px;
    }
    .gestures span:nth-child(2) {
      animation-delay: 2.5s;
    }
    .gestures span:nth-child(3) {
      animation-delay: 5s;
    }
    .down {
      animation: down 1.25s ease-in-out infinite alternate;
    }
    .up {
      animation: up 1.25s ease-in-out infinite alternate;
    }
    .along {
      animation: along 1.25s ease-in-out infinite alternate;
    }
    .wave {
      animation: wave 1.6s ease-in-out infinite alternate;
    }
    .late {
      animation-delay: 0.4s;
    }
    .turning {
      transform-origin: 48px 48px;
      animation: turn 1.2s linear infinite;
    }
    .drawn {
      stroke-dasharray: 1;
      animation: drawn 0.45s ease-out;
    }
  }
  @keyframes turns {
    0% {
      visibility: visible;
    }
    33.4% {
      visibility: hidden;
    }
  }
  @keyframes down {
    to {
      transform: translateY(10px);
    }
  }
  @keyframes up {
    to {
      transform: translateY(-14px);
    }
  }
  @keyframes along {
    to {
      transform: translateY(28px);
    }
  }
  @keyframes wave {
    from {
      opacity: 0.15;
    }
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes drawn {
    from {
      stroke-dashoffset: 1;
    }
  }
  ol {
    color: var(--quiet);
    font-size: 0.875rem;
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 8px;
    list-style: none;
  }
  ol li {
    padding-block-start: 8px;
    border-block-start: 4px solid var(--line);
  }
  .past {
    border-color: var(--good);
  }
  .past::before {
    content: '✓ ' / '';
  }
  [aria-current='step'] {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    color: var(--text);
    border-color: var(--accent);
  }
  dl div {
    padding-block: calc(var(--gap) - 3px);
    border-block-end: 1px solid var(--line);
  }
  dt {
    color: var(--quiet);
  }
  dd {
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
    user-select: all;
  }
  .receipt {
    display: none;
  }
  @media print {
    section:has(+ .receipt) {
      display: none;
    }
    .receipt {
      display: grid;
      gap: 4px;
      max-inline-size: 80mm;
      font-size: 11pt;
      text-align: center;
    }
    .receipt dl {
      margin-block-start: 8px;
      border-block-start: 1px dashed;
    }
    .receipt * {
      color: #000;
    }
  }
  @media (forced-colors: active) {
    .panel {
      --tone: CanvasText;
      --tint: Canvas;
      border-width: 3px;
    }
    .panel.warn {
      border-style: dashed;
    }
    .panel.bad {
      border-style: double;
      border-width: 6px;
    }
    .disc,
    .card {
      fill: var(--tone);
    }
    .disc ~ .mark,
    .stripe {
      stroke: Canvas;
    }
    [aria-current='step'] {
      border-block-start-width: 8px;
    }
  }
`
