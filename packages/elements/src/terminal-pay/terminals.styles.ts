// The styles of the list of terminals, in addition to those of the choice.
import { css } from 'lit'

export const TERMINALS_STYLES = css`
  .list {
    display: grid;
    gap: 8px;
  }
  [role='listbox'] {
    max-block-size: 9.125rem;
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  /* Each terminal has two lines, so that three have room. */
  @container (inline-size < 22rem) {
    [role='option'] .make {
      display: none;
    }
  }
  [role='option'] {
    flex-wrap: nowrap;
    min-block-size: 46px;
    padding: 4px var(--gap);
    line-height: 1.25;
    cursor: pointer;
  }
  [role='option'] + [role='option'] {
    border-block-start: 1px solid var(--line);
  }
  [role='option']::before {
    flex: none;
    inline-size: 16px;
    block-size: 16px;
    border: 1px solid var(--field-line);
    border-radius: 99px;
    content: '';
  }
  [aria-selected='true']::before {
    border: 5px solid var(--accent);
  }
  [aria-selected='true'],
  [role='option']:hover {
    background: var(--raised);
  }
  .active {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .dot.bad::before {
    border-radius: 0;
  }
  .place {
    padding: 6px var(--gap);
    color: var(--quiet);
    font-size: 0.875rem;
    font-weight: 600;
  }
  ul {
    margin-block: 6px 12px;
    padding-inline-start: 1.2em;
  }
  .search {
    min-block-size: var(--control);
    font: inherit;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
    inline-size: 100%;
    padding-inline: var(--gap);
    color: inherit;
  }
`
