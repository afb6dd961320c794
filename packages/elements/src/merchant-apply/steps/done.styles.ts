// The styles of the confirmation: the sign of the state, the stages of the review, the reference, and their print version.
import { css } from 'lit'

export const DONE_STYLES = css`
  .body {
    gap: 12px;
    text-align: center;
  }
  .body > .state-sign {
    justify-self: center;
  }
  h2 {
    font-size: 1.75rem;
  }
  .content {
    gap: var(--space);
    text-align: start;
  }
  .lead {
    text-align: center;
  }
  .lead p + p {
    margin-block-start: 8px;
  }
  .stages {
    display: grid;
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    gap: 8px;
    list-style: none;
  }
  .stages li {
    padding-block-start: 10px;
    font-weight: 600;
    border-block-start: 4px solid var(--good);
    overflow-wrap: anywhere;
  }
  .stages [aria-current] {
    border-color: var(--accent);
  }
  .stages .next {
    color: var(--quiet);
    font-weight: 400;
    border-color: var(--line);
  }
  .quote {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: space-between;
    padding: 12px var(--space);
    background: var(--raised);
    border-radius: var(--radius);
  }
  .quote small {
    display: block;
    color: var(--quiet);
  }
  .short {
    font-size: 1.5rem;
    font-weight: 600;
    letter-spacing: 0.04em;
    white-space: nowrap;
    user-select: all;
  }
  .sides,
  .sides > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space);
    align-content: start;
  }
  /* The whole card is used: the list of steps is gone. */
  @container (min-width: 46rem) {
    .columns:not(:has(> .progress)) > .body {
      inline-size: 100%;
    }
    .sides dt {
      flex-basis: 30%;
    }
    .sides {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: clamp(24px, 5cqi, 56px);
    }
  }
  .reach h3 {
    font-size: 1.125rem;
  }
  .signed {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    padding-block: 8px;
    border-block-end: 1px solid var(--line);
  }
  .signed p:first-child {
    flex: 1 1 11rem;
  }
  .signed .row button {
    flex: 0 1 auto;
  }
  .signed small {
    display: block;
    color: var(--quiet);
  }
  .signed .message {
    flex-basis: 100%;
  }
  @media (forced-colors: active) {
    .quote {
      border: 1px solid;
    }
    .stages .next {
      border-block-start-style: dotted;
    }
  }
`
