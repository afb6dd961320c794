// The look of an isolated field: that of the other fields of <merchant-apply>, from the values that the element passes.

/** The style sheet of the frame. */
export const FRAME_STYLES = `
:root {
  --accent: light-dark(#0a58ca, #7db2ff);
  --text: light-dark(#14181f, #f1f3f7);
  --quiet: light-dark(#566070, #a7b0bf);
  --raised: light-dark(#f5f6f8, #21252d);
  --surface: light-dark(#fff, #16191f);
  --line: light-dark(#d9dde3, #383e49);
  --field-line: light-dark(#7c8594, #7f899a);
  --bad: light-dark(#b3261e, #ff9d94);
  --radius: 12px;
  --space: 16px;
  --control: 48px;
  font-family: system-ui, sans-serif;
  line-height: 1.45;
  background: none;
  overflow: hidden;
}
* { box-sizing: border-box; margin: 0; }
body { display: flex; gap: 8px; align-items: center; padding: 6px; color: var(--text); }
input, button {
  min-block-size: var(--control);
  color: inherit;
  font: inherit;
  letter-spacing: inherit;
  background: var(--surface);
  border: 1px solid var(--field-line);
  border-radius: var(--radius);
}
input { flex: 1; min-inline-size: 0; padding: 10px var(--space); }
:dir(rtl) > input { text-align: end; }
input[aria-invalid='true'] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
input::placeholder { color: inherit; opacity: 1; }
button {
  flex: none;
  padding: 8px var(--space);
  font-weight: 600;
  border-color: var(--line);
  cursor: pointer;
  touch-action: none;
  user-select: none;
}
button:hover { filter: brightness(0.95); }
button:disabled { color: var(--quiet); background: var(--raised); cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
p { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
`
