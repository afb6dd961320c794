// Prints one element and nothing of the page around it. A constructed style sheet is no inline style: the strictest
// policy lets it be (CSP3 §6.7.3).

const MARK = 'data-tapboard-print'
const RULE = `@media print{:not(:has([${MARK}]),[${MARK}],[${MARK}] *){display:none!important}}`

/** Prints `element` alone, through every shadow root around it; the page is as before once that is done. */
export function printAlone(element: Element): void {
  const rule = new CSSStyleSheet()
  rule.replaceSync(RULE)
  const undo: (() => void)[] = []
  for (let at: Element | undefined = element; at; at = (at.getRootNode() as Partial<ShadowRoot>).host) {
    const marked = at
    const root = at.getRootNode() as Document | ShadowRoot
    marked.toggleAttribute(MARK, true)
    root.adoptedStyleSheets.push(rule)
    undo.push(() => {
      marked.removeAttribute(MARK)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== rule)
    })
  }
  addEventListener('afterprint', () => undo.forEach((put) => put()), { once: true })
  print()
}
