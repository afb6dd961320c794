// Takes over what a server drew of an element (declarative shadow DOM of @lit-labs/ssr) instead of drawing beside it. Only the
// entries `…/hydrate` come here: no other page pays for it.
import { hydrate } from '@lit-labs/ssr-client'
import { adoptStyles, type LitElement, type RenderOptions } from 'lit'

/** What is used of an element's inside. */
interface Inside extends Omit<LitElement, 'createRenderRoot' | 'willUpdate' | 'render' | 'renderOptions'> {
  readonly renderOptions: RenderOptions
  createRenderRoot(): HTMLElement | DocumentFragment
  willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void
  render(): unknown
}

/** What the server drew: it knew the tag and its attributes, and nothing that a page sets or answers later. */
function asServed(element: Inside, constructor: typeof LitElement): unknown {
  const twin = new (constructor as unknown as new () => Inside)()
  for (const name of constructor.observedAttributes) {
    const value = element.getAttribute(name)
    if (value !== null) twin.setAttribute(name, value)
  }
  twin.willUpdate(new Map())
  return twin.render()
}

/**
 * Makes a class take over served shadow roots; called before the class is registered. The first drawing is compared with what the
 * server could know, the second, in the same task, shows what the page knows: there is neither a mismatch nor a flash. What cannot
 * be taken over, because a proxy or an editor changed it, is drawn anew.
 */
export function hydratable(constructor: typeof LitElement): void {
  const inside = constructor.prototype as unknown as Inside
  const { createRenderRoot } = inside
  inside.createRenderRoot = function (this: Inside) {
    const served = this.shadowRoot
    if (!served) return createRenderRoot.call(this)
    // The served style may have been blocked by the page's policy; these sheets never are.
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
