// Language of an element: the nearest `lang` around it, through shadow roots (HTML §3.2.6.1).

/** A language tag that `Intl` accepts; English where the page says none or nonsense. */
export function localeOf(element: Element): string {
  for (let at: Element | undefined = element; at; at = (at.getRootNode() as Partial<ShadowRoot>).host) {
    const lang = at.closest('[lang]')?.getAttribute('lang')
    try {
      if (lang) return Intl.getCanonicalLocales(lang)[0]!
    } catch {
      break
    }
  }
  return 'en'
}
