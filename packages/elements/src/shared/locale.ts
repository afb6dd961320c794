// Language and direction of an element: the nearest `lang` and `dir` around it, through shadow roots (HTML §3.2.6), and word
// of every change of them.

const parentOf = (element: Element): Element | undefined =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host

/** Value of the nearest attribute of this name; `null` where nobody says. */
export function nearest(element: Element, name: 'lang' | 'dir'): string | null {
  for (let at: Element | undefined = element; at; at = parentOf(at)) {
    const value = at.getAttribute(name)
    if (value) return value
  }
  return null
}

/** A language tag that `Intl` accepts; English where the page says none or nonsense. */
export function localeOf(element: Element): string {
  try {
    return Intl.getCanonicalLocales(nearest(element, 'lang') ?? 'en')[0]!
  } catch {
    return 'en'
  }
}

/** Calls back whenever `lang` or `dir` changes on the element or around it; returns how to stop that. */
export function onLocale(element: Element, callback: () => void): () => void {
  const watch = new MutationObserver(callback)
  // Each by itself: watching the whole page would have the browser look here at every attribute that anything sets.
  for (let at: Element | undefined = element; at; at = parentOf(at))
    watch.observe(at, { attributeFilter: ['lang', 'dir'] })
  return () => watch.disconnect()
}
