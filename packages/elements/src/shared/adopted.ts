// Styles of an element in whatever document it is: a page may make it in one and put it into another, such as that of a frame. A
// constructed style sheet can be worn in the document that it was made for and nowhere else (CSSOM §6.8).
import type { CSSResult } from 'lit'

/** Puts these styles on; all elements of the page's own document share the sheets. In a document that is shown nowhere, none are needed. */
export function dress(root: ShadowRoot, styles: readonly CSSResult[]): void {
  const { defaultView } = root.ownerDocument
  if (!defaultView) return
  root.adoptedStyleSheets = styles.map(({ styleSheet, cssText }) => {
    if (defaultView === window) return styleSheet!
    const sheet = new defaultView.CSSStyleSheet()
    sheet.replaceSync(cssText)
    return sheet
  })
}
