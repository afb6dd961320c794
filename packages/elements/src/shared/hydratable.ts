// Hydrates the server's rendering of an element (declarative shadow DOM of @lit-labs/ssr) instead of rendering again. Only the
// entries `…/hydrate` import it, so that other pages do not load it.
import { hydrate } from '@lit-labs/ssr-client'
import { adoptStyles, type LitElement, type RenderOptions } from 'lit'

/** The members of an element that hydration uses. */
interface Inside extends Omit<LitElement, 'createRenderRoot' | 'willUpdate' | 'render' | 'renderOptions'> {
  readonly renderOptions: RenderOptions
  createRenderRoot(): HTMLElement | DocumentFragment
  willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void
  render(): unknown
}

/** The state of the server's rendering: it knows the tag and its attributes, but no properties and no answers. */
function asServed(element: Inside, constructor: typeof LitElement): unknown {
  const copy = new (constructor as unknown as new () => Inside)()
  for (const name of constructor.observedAttributes) {
    const value = element.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  copy.willUpdate(new Map())
  return copy.render()
}

/**
 * Makes a class hydrate served shadow roots; called before the class is registered. The first update compares the DOM with the
 * state that the server knew. The second one, in the same task, shows the state that the page knows, so that there is neither
 * a mismatch nor a flash. A DOM that a proxy or an editor changed is rendered anew.
 */
export function hydratable(constructor: typeof LitElement): void {
  const inside = constructor.prototype as unknown as Inside
  const { createRenderRoot } = inside
  inside.createRenderRoot = function (this: Inside) {
    const served = this.shadowRoot
    if (!served) return createRenderRoot.call(this)
    // The page's policy may block the served style; it never blocks these stylesheets.
    adoptStyles(served, constructor.elementStyles)
    served.querySelector('style')?.remove()
    try {
      hydrate(asServed(this, constructor), served, this.renderOptions)
    } catch {
      served.replaceChildren()
      Reflect.deleteProperty(served, '_$litPart$')
    }
    return served
  }
}
