// Styles of an element in any document: a page can create it in one document and move it into another, such as that of a frame.
// A constructed stylesheet works only in the document that created it (CSSOM §6.8).
import type { CSSResult } from 'lit'

/**
 * Applies these styles. All elements of the page's own document share the stylesheets. A document without a window needs none.
 */
export function adoptStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  const { ownerDocument } = root
  const { defaultView } = ownerDocument
  if (!defaultView) return
  root.adoptedStyleSheets = styles.map(({ styleSheet, cssText }) => {
    // Not compared by their windows: an element of the page named `defaultView` hides the window.
    if (ownerDocument === document) return styleSheet!
    const sheet = new defaultView.CSSStyleSheet()
    sheet.replaceSync(cssText)
    return sheet
  })
}
