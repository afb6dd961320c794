// What is wrong with how an element is drawn: what sticks out of it, what is cut, what is not in the language that was asked for,
// what does not mirror.

/** Is it there for eyes? */
const isSeen = (element: Element): boolean =>
  !element.closest('.unseen, option, svg *') &&
  element.getClientRects().length > 0 &&
  getComputedStyle(element).clipPath === 'none'

const named = (element: Element): string =>
  `<${element.localName} class="${element.getAttribute('class') ?? ''}" id="${element.id}"> ${(element.textContent ?? '').trim().slice(0, 40)}`

const all = (root: ShadowRoot): readonly Element[] => Array.from(root.querySelectorAll('*')).filter(isSeen)

/** What scrolls by itself may be wider inside. */
const scrolls = (element: Element): boolean => element.closest('.wide, .paper-text, textarea') !== null

/** What sticks out of the element's box, or does not fit into its own. */
export function overflowing(root: ShadowRoot): readonly string[] {
  const box = root.host.getBoundingClientRect()
  return all(root).flatMap((element) => {
    if (scrolls(element)) return []
    const { left, right } = element.getBoundingClientRect()
    const wide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    // What is high by itself grows with its text; a line of a control that is cut does not.
    const high =
      element.clientHeight > 0 &&
      element.scrollHeight > element.clientHeight + 2 &&
      !/^(input|select)$/.test(element.localName)
    const out = left < box.left - 0.5 || right > box.right + 0.5
    return wide || high || out ? [`${out ? 'sticks out' : 'is cut'}: ${named(element)}`] : []
  })
}

/** Texts with plain letters that are not among `given`, those of hidden names and descriptions too. */
export function untranslated(root: ShadowRoot, given: readonly string[]): readonly string[] {
  const longest = given.toSorted((a, b) => b.length - a.length)
  const left = (text: string): string => longest.reduce((rest, one) => rest.replaceAll(one, ''), text)
  const texts: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (!parentElement?.closest('style, script')) texts.push(textContent ?? '')
  }
  for (const element of root.querySelectorAll('[aria-label], [title], [alt]'))
    for (const name of ['aria-label', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
  return texts.filter((text) => /[A-Za-z]/.test(left(text)))
}

/** Distance of each box from the side where lines begin, and its width. */
export function places(root: ShadowRoot, rtl: boolean): readonly (readonly [string, number, number])[] {
  const box = root.host.getBoundingClientRect()
  return all(root)
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return [named(element), rtl ? box.right - right : left - box.left, width] as const
    })
}
