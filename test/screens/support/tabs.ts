// A walk through a screen with the Tab key, seen from the page: the position of the focus, its visibility, and the visual order
// of the controls. Runs in the browser.

export interface Stop {
  /** The name for the report; empty outside the element. */
  readonly name: string
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
  /** In a navigation, which may be a column beside the text. */
  readonly inNavigation: boolean
  /** An outline, a border or a mark shows it. */
  readonly visible: boolean
  /** Something else lies over it. */
  readonly covered: boolean
}

const outlined = (element: Element): boolean => {
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
}

/** The control that has the focus, also in an element within the element. */
function focusedIn(host: Element): Element | null {
  const at = host.shadowRoot?.activeElement ?? null
  return at?.shadowRoot ? focusedIn(at) : at
}

/** All nodes of an element, also of the elements within it. */
const nodesOf = (host: Element): readonly Element[] =>
  Array.from(host.shadowRoot?.querySelectorAll('*') ?? []).flatMap((node) => [node, ...nodesOf(node)])

/** The stop that has the focus now. */
export function stop(host: Element): Stop {
  const at = focusedIn(host)
  if (!at)
    return {
      name: '',
      top: 0,
      bottom: 0,
      left: 0,
      right: 0,
      inNavigation: false,
      visible: true,
      covered: false,
    }
  const seen = at.matches('[type=radio], [type=checkbox]') ? (at.closest('label') ?? at) : at
  const { top, bottom, left, right } = seen.getBoundingClientRect()
  const root = at.getRootNode() as ShadowRoot
  const middle = root.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  const label = (at as HTMLInputElement).labels?.[0]
  const words = at.getAttribute('aria-label') ?? label?.textContent ?? at.textContent ?? ''
  return {
    name: `${at.localName} "${words.replaceAll(/\s+/g, ' ').trim().slice(0, 40)}"`,
    top: top + scrollY,
    bottom: bottom + scrollY,
    left,
    right,
    inNavigation: at.closest('nav') !== null,
    visible: outlined(at) || outlined(seen) || at.matches('iframe'),
    covered: !middle || !(seen.contains(middle) || middle.contains(seen)),
  }
}

/** The number of stops of a screen: each control outside a group, and each group of radio buttons once. */
export function stopsOf(host: Element): number {
  const controls = nodesOf(host).filter((node) =>
    node.matches('button, a[href], input, select, textarea, summary, iframe, [tabindex="0"]'),
  )
  const groups = new Set<string>()
  let count = 0
  for (const control of controls) {
    if (control.matches(':disabled, [tabindex="-1"]') || !control.checkVisibility()) continue
    if (control.matches('[type=radio]')) {
      const { name } = control as HTMLInputElement
      if (groups.has(name)) continue
      groups.add(name)
    }
    count += 1
  }
  return count
}
