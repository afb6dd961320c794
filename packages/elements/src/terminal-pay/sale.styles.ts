// The styles of a press and of a sale, in addition to those of the choice.
import { css } from 'lit'

export const SALE_STYLES = css`
  .decide {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
  }
  dl div,
  .stage {
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
  .person,
  .none {
    color: var(--quiet);
  }
  .danger,
  .danger:hover {
    color: var(--surface);
    background: var(--bad);
  }
  .stage {
    gap: 0;
    justify-content: center;
    min-block-size: 4.5rem;
    background: var(--raised);
    border-radius: var(--radius);
    padding: var(--space) 0;
    color: var(--quiet);
  }
  svg {
    flex: none;
    inline-size: min(112px, 25cqi);
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2;
  }
  .stage rect {
    fill: var(--surface);
  }
  .screen {
    fill: var(--line);
  }
  .mark {
    stroke: var(--accent);
  }
  .card {
    fill: var(--accent);
    stroke: var(--accent);
    animation: nudge 1.6s ease-in-out infinite alternate;
  }
  .stripe {
    stroke: var(--on-accent);
  }
  @keyframes nudge {
    to {
      transform: translateY(5px);
    }
  }
  .spinner {
    inline-size: 36px;
    block-size: 36px;
    border: 4px solid var(--line);
    border-block-start-color: var(--accent);
    border-radius: 99px;
    animation: turn 1s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
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
  .sign {
    inline-size: 36px;
    padding: 4px;
    border: 2px solid;
    border-radius: 99px;
    stroke-width: 2.5;
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
  @media (forced-colors: active) {
    .stage {
      --accent: Highlight;
      --on-accent: HighlightText;
    }
  }
`
