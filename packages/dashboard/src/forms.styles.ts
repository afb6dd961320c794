// Buttons, fields and dialogs of the dashboard.
import { css } from 'lit'

export const FORM_STYLES = css`
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    padding-inline: 14px;
    white-space: nowrap;
  }
  .button {
    min-block-size: var(--control);
    color: inherit;
    font-weight: 600;
    text-decoration: none;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  button:hover,
  .button:hover {
    background: var(--raised);
  }
  .main:hover {
    background: color-mix(in oklab, var(--accent), var(--text) 14%);
  }
  .main {
    border-color: transparent;
  }
  button[aria-disabled] {
    opacity: 0.6;
    cursor: default;
  }
  .danger {
    color: var(--bad);
  }
  .small {
    min-block-size: 32px;
    padding-inline: 10px;
    font-size: 0.875rem;
  }
  .notice {
    padding: 10px 14px;
  }
  .bad {
    border-color: var(--bad);
  }
  .outcome {
    color: var(--good);
  }
  .field {
    display: grid;
    gap: 4px;
    font-weight: 600;
  }
  .field label {
    display: grid;
    gap: 4px;
  }
  .field small {
    color: var(--quiet);
    font-weight: 400;
  }
  input:not([type='checkbox'], [type='radio'], .unseen),
  select {
    inline-size: 100%;
    min-block-size: var(--control);
    padding: 6px 12px;
    color: inherit;
    font: inherit;
    font-weight: 400;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  input[type='checkbox'] {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    accent-color: var(--accent);
  }
  fieldset {
    display: grid;
    gap: 8px;
    border: 0;
  }
  legend {
    margin-block-end: 4px;
    font-weight: 600;
  }
  .check {
    display: flex;
    gap: 10px;
    align-items: flex-start;
  }
  .check span {
    display: grid;
  }
  form {
    display: grid;
    gap: var(--space);
  }
  dialog {
    inline-size: min(32rem, calc(100vw - 24px));
    max-block-size: calc(100dvh - 24px);
    margin: auto;
    padding: calc(var(--space) * 1.5);
    color: var(--text);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) * 1.6);
    box-shadow: 0 24px 64px rgb(0 0 0 / 0.28);
  }
  dialog[open] {
    display: grid;
    gap: var(--space);
  }
  dialog::backdrop {
    background: rgb(8 12 18 / 0.5);
  }
  dialog .row {
    justify-content: flex-end;
  }
`
