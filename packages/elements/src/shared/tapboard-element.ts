// The part of an element class that both elements share: common properties, style sheets, the custom state of the phase, and the focus
// across a drawing.
import { LitElement, type CSSResult, type PropertyDeclarations, type PropertyValues } from 'lit'
import { adoptStyles } from './adopted.ts'
import type { BffController, BffHost } from './bff-controller.ts'
import { lookAtColours } from './colours.ts'
import { judgeLook } from './look.ts'
import type { GetToken } from './token-source.ts'

/** Base class of the elements. */
export abstract class TapboardElement<Phase extends string> extends LitElement {
  static override properties: PropertyDeclarations = {
    bffUrl: { attribute: 'bff-url' },
    getToken: { attribute: false },
    fetcher: { attribute: false },
    theme: { reflect: true },
    density: { reflect: true },
    debug: { type: Boolean },
  }

  /** URL of the Tapboard BFF, relative to the page or absolute. */
  declare bffUrl: string
  /** Asks the page's own server for a token. */
  declare getToken: GetToken | undefined
  /** Sends requests; a page may put its own in place, for example to add tracing. */
  declare fetcher: typeof fetch
  /** `light`, `dark` or `auto`; without it the element follows the page's `color-scheme`. */
  declare theme: 'light' | 'dark' | 'auto' | undefined
  /** `compact` leaves less room between things; `comfortable` is as it is without. */
  declare density: 'comfortable' | 'compact' | undefined
  /** Checks the contrast of the page's colours, as on a developer's own machine, and names the faint ones in the console. */
  declare debug: boolean

  readonly #internals = this.attachInternals()
  /** The phase of the last drawing; `undefined` before the first. */
  protected drawnPhase: Phase | undefined

  constructor() {
    super()
    this.bffUrl = ''
    this.fetcher = (...request) => fetch(...request)
    this.debug = false
  }

  /** What the element shows; also a custom state. */
  abstract get phase(): Phase

  /** Style sheets of the shadow root. */
  protected get sheets(): readonly CSSResult[] {
    return (this.constructor as typeof TapboardElement).elementStyles as CSSResult[]
  }

  /** Adopts the stylesheets for the document that the element was moved into. */
  adoptedCallback(): void {
    if (this.shadowRoot) adoptStyles(this.shadowRoot, this.sheets)
  }

  protected override createRenderRoot(): ShadowRoot {
    const root = this.attachShadow({ mode: 'open' })
    adoptStyles(root, this.sheets)
    return root
  }

  /** Applies the common properties, and reports wrong ones. */
  protected applyProperties(changed: PropertyValues<this>, controller: BffController<BffHost>): void {
    if (changed.has('bffUrl') || changed.has('getToken')) controller.configure()
    if (!this.hasUpdated || changed.has('theme')) lookAtColours(this)
    judgeLook(this, (mistake) => controller.report(mistake))
  }

  /** Shows the phase as a custom state; returns it. */
  protected applyPhase(): Phase {
    const { phase } = this
    this.#internals.states?.clear()
    this.#internals.states?.add(phase)
    return (this.drawnPhase = phase)
  }

  protected override update(changed: PropertyValues): void {
    const root = this.renderRoot as ShadowRoot
    const focused = root.activeElement
    super.update(changed)
    this.restoreFocus(root, focused)
  }

  /** Focuses the replacement of a focused control that the drawing removed, so that the focus stays in the element. */
  protected restoreFocus(root: ShadowRoot, focused: Element | null): void {
    if (focused && !root.activeElement)
      (root.getElementById('begin') ?? root.getElementById('title'))?.focus()
  }
}
