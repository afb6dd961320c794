// Checks the rendering of an element: overflow, cut text, text in another language, content that does not mirror.

/** Checks whether the node is visible. */
const isSeen = (element: Element): boolean =>
  !element.closest('.unseen, option, svg *') &&
  element.getClientRects().length > 0 &&
  getComputedStyle(element).clipPath === 'none'

const named = (element: Element): string =>
  `<${element.localName} class="${element.getAttribute('class') ?? ''}" id="${element.id}"> ${(element.textContent ?? '').trim().slice(0, 40)}`

const all = (root: ShadowRoot): readonly Element[] => Array.from(root.querySelectorAll('*')).filter(isSeen)

/** A scroll container may be wider inside. */
const scrolls = (element: Element): boolean =>
  element.closest('.wide, .paper-text, textarea, input, select') !== null

/** Nodes that overflow the element's box or their own. */
export function overflowing(root: ShadowRoot): readonly string[] {
  const box = root.host.getBoundingClientRect()
  return all(root).flatMap((element) => {
    if (scrolls(element)) return []
    const { left, right } = element.getBoundingClientRect()
    // Engines differ in the blank at the end of a line.
    const over = element.clientWidth > 0 ? element.scrollWidth - element.clientWidth : 0
    const wide = over > 6
    // Text below its own box: WebKit counts the padding of a button twice, and a range includes invisible parts.
    const inside = document.createRange()
    inside.selectNodeContents(element)
    const high =
      element.clientHeight > 0 &&
      element.scrollHeight > element.clientHeight + 2 &&
      inside.getBoundingClientRect().bottom > element.getBoundingClientRect().bottom + 2
    const out = left < box.left - 0.5 || right > box.right + 0.5
    const what = out ? 'sticks out' : wide ? `is cut by ${over} px` : 'is cut below'
    return wide || high || out ? [`${what}: ${named(element)}`] : []
  })
}

/** Words of buttons that a line break has split. */
export const brokenWords = (root: ShadowRoot): readonly string[] =>
  Array.from(root.querySelectorAll('button')).flatMap((button) => {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
        // Chinese may break between any two characters.
        if (/\p{Script=Han}/u.test(word)) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1)
          broken.push(word)
      }
    }
    return broken
  })

/** Texts with plain letters that are not in `given`, including hidden names and descriptions. */
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

/** Distance of each box from the start side of lines, and its width. */
export function places(root: ShadowRoot, rtl: boolean): readonly (readonly [string, number, number])[] {
  const box = root.host.getBoundingClientRect()
  return all(root)
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return [named(element), rtl ? box.right - right : left - box.left, width] as const
    })
}
