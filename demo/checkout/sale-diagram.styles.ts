// Colours and sizes of the diagram; the present state is also marked by weight and filling, never by colour alone.
import { css } from 'lit'

export const diagramStyles = css`
  :host {
    --paid: light-dark(#0b7a49, #58d79c);
    --unpaid: light-dark(#a8352b, #ff9a8f);
    --doubt: light-dark(#8a5a00, #f0be5e);
    --way: light-dark(#6a7883, #8796a2);
    container-type: inline-size;
    display: grid;
    align-content: start;
    gap: 12px;
    padding: 18px clamp(14px, 2.4vw, 22px);
    border: 1px solid var(--line);
    border-radius: 18px;
    background: var(--sheet);
  }
  h3,
  p {
    margin: 0;
  }
  h3 {
    font-size: 14px;
    font-weight: 600;
    color: var(--muted);
  }
  svg {
    inline-size: 100%;
    block-size: auto;
  }
  .wide {
    display: none;
  }
  .narrow {
    max-inline-size: 360px;
    margin-inline: auto;
  }
  @container (min-width: 480px) {
    .wide {
      display: block;
    }
    .narrow {
      display: none;
    }
  }
  .path {
    fill: none;
    stroke: var(--way);
    stroke-width: 1.6;
  }
  .path.gone {
    stroke: var(--accent);
    stroke-width: 2.4;
  }
  marker path {
    fill: var(--way);
  }
  marker.gone path {
    fill: var(--accent);
  }
  rect {
    fill: light-dark(#f6f9fa, #1d2730);
    stroke: var(--way);
    stroke-width: 1.4;
    transition:
      fill 0.3s,
      stroke 0.3s;
  }
  text {
    fill: var(--muted);
    font:
      500 14px system-ui,
      'Segoe UI',
      Roboto,
      'Liberation Sans',
      sans-serif;
  }
  .was rect {
    stroke: var(--accent);
    stroke-width: 2;
  }
  .was text {
    fill: var(--ink);
  }
  .now rect {
    fill: var(--accent);
    stroke: var(--accent);
  }
  .now.paid rect {
    fill: var(--paid);
    stroke: var(--paid);
  }
  .now.unpaid rect {
    fill: var(--unpaid);
    stroke: var(--unpaid);
  }
  .now.doubt rect {
    fill: var(--doubt);
    stroke: var(--doubt);
  }
  .now text {
    fill: var(--sheet);
    font-weight: 700;
  }
  .caption {
    min-block-size: 48px;
    font-size: 15px;
  }
  .caption b {
    display: inline-block;
  }
  .caption b::first-letter {
    text-transform: capitalize;
  }
  b.paid {
    color: var(--paid);
  }
  b.unpaid {
    color: var(--unpaid);
  }
  b.doubt {
    color: var(--doubt);
  }
  .facts {
    display: block;
    color: var(--muted);
    font-size: 14px;
  }
  @media (forced-colors: active) {
    :host {
      --way: CanvasText;
    }
    rect {
      fill: Canvas;
    }
    text {
      fill: CanvasText;
    }
    .now rect {
      fill: Highlight;
      stroke: Highlight;
      forced-color-adjust: none;
    }
    .now text {
      fill: HighlightText;
      forced-color-adjust: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    rect {
      transition: none;
    }
  }
`
