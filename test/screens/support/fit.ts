// Measurements of a screen inside the page: whether it fits, whether controls are large enough to hit, whether it moves, whether
// its edges are visible in forced colours. Each returns one sentence per fault; an empty list means no fault. Runs in the
// browser.

/** Controls that continue must be large enough for a thumb or a trembling hand. */
const PRIMARY_PX = 44
/** WCAG 2.2, 2.5.8. */
const LEAST_PX = 24

const hidden = (element: Element): boolean => {
  const { position, clipPath } = getComputedStyle(element)
  return position === 'absolute' && clipPath !== 'none'
}

/** Clipped out of sight, for a screen reader only. */
function isUnseen(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) if (hidden(at)) return true
  return false
}

const seen = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !isUnseen(element)

const named = (element: Element): string => {
  const words = (element.getAttribute('aria-label') ?? element.textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${element.localName}${element.id && `#${element.id}`} "${words.slice(0, 40)}"`
}

const rootOf = (host: Element): ShadowRoot => {
  if (!host.shadowRoot) throw new Error(`${host.localName} has no shadow root`)
  return host.shadowRoot
}

/** Nothing is wider than the page, nothing is cut off, and the page scrolls in one direction only. */
export function unfit(host: Element): string[] {
  const faults: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`the page scrolls sideways: ${scrollWidth} of ${clientWidth} px`)
  const box = host.getBoundingClientRect()
  for (const element of rootOf(host).querySelectorAll('*')) {
    if (!seen(element)) continue
    const { left, right, width } = element.getBoundingClientRect()
    const scrolls = element.parentElement?.closest('[role=region][tabindex]')
    if (width > 0 && !scrolls && (left < box.left - 0.5 || right > box.right + 0.5))
      faults.push(`${named(element)} overflows the element`)
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
    if (element.matches('input, textarea, select, iframe, [role=listbox], [tabindex="0"]')) continue
    if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
      faults.push(`${named(element)} is cut off at its side${textOverflow === 'ellipsis' ? ' with "…"' : ''}`)
    if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1)
      faults.push(`${named(element)} is cut off below`)
  }
  return [...new Set(faults)]
}

/** Words that overlap other words: two texts of different lines in the same place. */
export function covered(host: Element): string[] {
  const boxes: { readonly of: Element; readonly box: DOMRect }[] = []
  for (const element of rootOf(host).querySelectorAll('*')) {
    if (!seen(element)) continue
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || !node.data.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      // The rows that a listbox has scrolled out of view cover nothing.
      const list = element.closest('[role=listbox]')?.getBoundingClientRect()
      for (const box of range.getClientRects())
        if (!list || (box.top < list.bottom && box.bottom > list.top)) boxes.push({ of: element, box })
    }
  }
  const faults: string[] = []
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.of === other.of) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      const line = Math.min(one.box.height, other.box.height)
      if (across > 2 && down > line / 2)
        faults.push(`${named(one.of)} and ${named(other.of)} cover one another`)
    }
  return faults
}

/** The hit area: a control, or the label that belongs to it. */
export function small(host: Element): string[] {
  const faults: string[] = []
  for (const control of rootOf(host).querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, summary',
  )) {
    if (!seen(control)) continue
    const label = control.closest('label') ?? control
    const { width, height } = label.getBoundingClientRect()
    // A link in a sentence is as high as its line (2.5.8, exception "Inline").
    const inline = control.matches('a') && getComputedStyle(control).display === 'inline'
    const least = control.matches('a, summary, .link') ? LEAST_PX : PRIMARY_PX
    if (!inline && (height < least || width < LEAST_PX))
      faults.push(
        `${named(control)} is ${Math.round(width)} × ${Math.round(height)} px, at least ${least} are needed`,
      )
  }
  return faults
}

export function moving(host: Element): string[] {
  const all = [...host.getAnimations({ subtree: true }), ...rootOf(host).getAnimations()]
  return all.map(({ effect }) => `${named((effect as KeyframeEffect).target ?? host)} moves`)
}

/** The system's colour of a control that is off. */
function grayText(): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'GrayText'
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Forced colours have no backgrounds: an edge, an underline or a native box must show that a control is usable. */
export function edgeless(host: Element): string[] {
  const faults: string[] = []
  const gray = grayText()
  for (const control of rootOf(host).querySelectorAll<HTMLElement>(
    'button, input, select, textarea, label.choice',
  )) {
    if (!seen(control) || control.matches('[type=radio], [type=checkbox]')) continue
    const style = getComputedStyle(control)
    const edge = Number.parseFloat(style.borderBlockStartWidth) > 0 && style.borderBlockStartStyle !== 'none'
    const lined = style.textDecorationLine.includes('underline')
    if (!edge && !lined) faults.push(`${named(control)} has no edge in forced colours`)
    const isOff = control.getAttribute('aria-disabled') === 'true'
    if (isOff && style.color !== gray)
      faults.push(`${named(control)} is off, but does not look so in forced colours`)
  }
  for (const label of rootOf(host).querySelectorAll('label.choice:has(:checked)')) {
    const { outlineStyle, borderBlockStartWidth } = getComputedStyle(label)
    const native = label.querySelector('input')?.checkVisibility()
    if (!native && outlineStyle === 'none' && borderBlockStartWidth === '1px')
      faults.push(`${named(label)} does not show that it is chosen`)
  }
  return faults
}

/** The reader's own spacing (WCAG 2.2, 1.4.12). */
export const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`
