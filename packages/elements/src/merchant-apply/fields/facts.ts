// Facts as a list of names and values.
import { html, nothing, type TemplateResult } from 'lit'

/** Name, value, and an optional action. */
export type Fact = readonly [name: unknown, value: unknown, act?: unknown]

/** A list of facts; omits those without a value. */
export const facts = (list: readonly Fact[]): TemplateResult =>
  html`<dl part="facts">
    ${list.map(([name, value, act = nothing]) =>
      value === '' || value === null
        ? nothing
        : html`<div>
            <dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>
            ${act === nothing ? nothing : html`<dd class="act">${act}</dd>`}
          </div>`,
    )}
  </dl>`
