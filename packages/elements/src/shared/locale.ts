// Language of an element: the nearest `lang` around it, through shadow roots (HTML §3.2.6.1).

/** A language tag that `Intl` accepts; English where the page says none or nonsense. */
export function localeOf(element: Element): string {
  let node: Node | null = element
  while (node) {
    const lang: string | null | undefined = node instanceof Element ? node.getAttribute('lang') : null
    if (lang) {
      try {
        return Intl.getCanonicalLocales(lang)[0] ?? 'en'
      } catch {
        return 'en'
      }
    }
    node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)
  }
  return 'en'
}
