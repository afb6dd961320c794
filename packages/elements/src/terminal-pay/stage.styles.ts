// The state stage of a press or a sale: its panel, its pictures and their motion. They load with the sale part.
import { css } from 'lit'

export const STAGE_STYLES = css`
  /* As high in each state of a sale: nothing jumps when the state changes. Low, so that the next button is in the first view of a
     phone and of a low window. */
  .panel {
    --tone: var(--accent);
    --tint: color-mix(in srgb, var(--tone) 9%, var(--surface));
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: center;
    justify-items: center;
    gap: 4px;
    min-block-size: 18.5rem;
    padding: var(--gap) var(--space);
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
  .lead {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--space);
    align-items: center;
    justify-content: center;
    min-inline-size: 0;
  }
  .tall .sign:only-child {
    inline-size: 96px;
  }
  .panel .amount {
    font-size: 2.25rem;
  }
  .panel :is(h2, h3) {
    inline-size: 100%;
    /* A focused title brings its picture into view, above a button that stays at the edge. */
    scroll-margin-block: 8rem 5rem;
    font-size: min(2rem, 11.5cqi);
    line-height: 1.15;
    text-wrap: balance;
    /* The title begins with the amount, which has no direction of its own. */
    unicode-bidi: plaintext;
  }
  svg {
    fill: none;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .panel svg,
  .guide svg {
    inline-size: 72px;
    overflow: visible;
    stroke: var(--tone);
    stroke-width: 3;
  }
  .disc,
  .card {
    fill: var(--tone);
  }
  .ring {
    stroke-width: 6;
  }
  .mark {
    stroke-width: 7;
  }
  .disc ~ .mark {
    stroke: var(--surface);
  }
  .offline .mark,
  .unplugged .mark,
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
  }
  .gestures span {
    display: grid;
    justify-items: center;
    min-inline-size: 0;
  }
  .gestures small {
    font-size: 1rem;
    font-weight: 600;
  }
  .panel .quiet {
    font-size: 1rem;
    font-variant-numeric: tabular-nums;
  }
  .reason {
    font-size: 1.25rem;
    text-wrap: balance;
  }
  .evidence {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space);
    justify-content: center;
    font-variant-numeric: tabular-nums;
  }
  .evidence:not(:has(*)) {
    display: none;
  }
  .panel .bar {
    position: absolute;
    inset-block-start: -4px;
    inset-inline-start: 0;
    inline-size: 100%;
    block-size: 4px;
    stroke: var(--accent);
    stroke-width: 4;
  }
  .panel .bar:dir(rtl) {
    scale: -1 1;
  }
  [aria-current='step']:has(.bar) {
    position: relative;
    border-color: transparent;
  }
  .bar path {
    vector-effect: non-scaling-stroke;
  }
  .bar path:not(.left) {
    opacity: 0.25;
  }
  .panel ol {
    inline-size: 100%;
    margin-block-start: 8px;
  }
  /* The person has to act: the guide below must be in the first view. */
  .panel.short {
    display: flex;
    align-items: center;
    min-block-size: 0;
    text-align: start;
  }
  .short .lead {
    float: inline-start;
    flex: none;
    flex-direction: column;
    margin-inline-end: var(--gap);
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
    .panel .quiet {
      font-size: 0.875rem;
    }
    .tall {
      min-block-size: 20.5rem;
    }
    /* Below the picture the title has all the width: its letters need not be smaller. */
    .panel.short {
      display: flow-root;
      padding: 8px;
    }
    /* A word that has no room beside the picture goes below it in one piece. */
    .short :is(h2, h3) {
      text-wrap: wrap;
      overflow-wrap: normal;
    }
    .short .amount {
      font-size: 1.25rem;
    }
    /* "Remboursement" is the longest word of a headline. */
    .refund {
      padding-inline: 8px;
    }
    .refund :is(h2, .amount) {
      font-size: 1.75rem;
    }
  }
  /* Phones and zoomed pages: instruction and time have room above the button that stays in view. The title names each gesture. */
  @media (max-height: 42.5rem) {
    @container (inline-size < 26rem) {
      .tall {
        gap: 2px;
        min-block-size: 16.75rem;
        padding: 4px;
      }
      .tall .sign:only-child {
        inline-size: 72px;
      }
      .tall .amount,
      .tall.live.long h2 {
        font-size: 1.5rem;
      }
      /* The time left is above Cancel, which stays at the edge. */
      .tall.live {
        align-content: start;
      }
      .live.long :is(.gestures, .stage) svg {
        inline-size: 40px;
      }
      .tall.warn h2 {
        font-size: 1.75rem;
      }
      .gestures {
        gap: 4px;
      }
      .gestures small {
        display: none;
      }
      .panel ol {
        margin-block-start: 4px;
      }
    }
  }
  /* Picture, amount and headline grow with a wide element; a long title grows less, and has one line. */
  @container (inline-size >= 40rem) {
    .tall .amount {
      font-size: min(6cqi, 4.5rem);
    }
    .tall h2 {
      font-size: min(5cqi, 3.25rem);
    }
    .tall.long h2 {
      font-size: max(3cqi, 2rem);
    }
  }
  @media (min-height: 50rem) {
    @container (inline-size >= 26rem) {
      .tall {
        gap: 8px;
        min-block-size: clamp(23rem, 43cqi, 28rem);
        padding: var(--space);
      }
      .tall .lead {
        flex-direction: column;
        gap: 12px;
      }
      .tall.tall svg:not(.bar) {
        inline-size: clamp(96px, 12cqi, 144px);
      }
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .gestures {
      display: grid;
    }
    .gestures span {
      grid-area: 1 / 1;
      visibility: hidden;
      animation: turns 7.5s step-end infinite;
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
    .back .turning {
      animation-direction: reverse;
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
`
