// Language and direction of an element: the nearest `lang` and `dir` attribute around it, through shadow roots (HTML §3.2.6),
// with a callback for every change.

const parentOf = (element: Element): Element | undefined =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host

/** Value of the nearest attribute of this name; `null` if no ancestor has it. */
export function nearest(element: Element, name: 'lang' | 'dir'): string | null {
  for (let at: Element | undefined = element; at; at = parentOf(at)) {
    const value = at.getAttribute(name)
    if (value) return value
  }
  return null
}

/** A language tag that `Intl` accepts; English if the page has none or an invalid one. */
export function localeOf(element: Element): string {
  try {
    return Intl.getCanonicalLocales(nearest(element, 'lang') ?? 'en')[0]!
  } catch {
    return 'en'
  }
}

/** Calls back when `lang` or `dir` changes on the element or around it; returns the function that stops this. */
export function onLocale(element: Element, callback: () => void): () => void {
  const watch = new MutationObserver(callback)
  // Observe each ancestor separately: an observer of the whole page would run for every change of an attribute.
  for (let at: Element | undefined = element; at; at = parentOf(at))
    watch.observe(at, { attributeFilter: ['lang', 'dir'] })
  return () => watch.disconnect()
}
