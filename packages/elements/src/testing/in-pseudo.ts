// Import this before the tests: every stage then uses a language with longer, accented words from right to left, and texts that
// tests read from a page are converted back to English. The tests are unchanged. A test fails if the code identifies a text by
// its English words instead of its key, or confuses left with start.
import { APPLY_TEXTS, DESK_TEXTS, inDialect, PAY_TEXTS, plain } from './pseudo.ts'
import { SPOKEN } from './spoken.ts'

SPOKEN.pay = inDialect(PAY_TEXTS, 'en-XA')
SPOKEN.apply = inDialect(APPLY_TEXTS, 'en-XA')
SPOKEN.desk = inDialect(DESK_TEXTS, 'en-XA')
SPOKEN.read = plain
document.documentElement.dir = 'rtl'

const { getAttribute } = Element.prototype
Element.prototype.getAttribute = function read(this: Element, name: string): string | null {
  const text = getAttribute.call(this, name)
  return text && name === 'aria-label' ? plain(text) : text
}

/** Converts what a property of text returns. */
const readInEnglish = (owner: object, name: string): void => {
  const property = Object.getOwnPropertyDescriptor(owner, name)!
  Object.defineProperty(owner, name, {
    ...property,
    get(this: Node): string | null {
      const text = property.get!.call(this) as string | null
      return text && plain(text)
    },
  })
}

readInEnglish(Node.prototype, 'textContent')
// axe compares it with the attribute `aria-label`.
readInEnglish(Node.prototype, 'nodeValue')
readInEnglish(HTMLElement.prototype, 'innerText')
readInEnglish(Element.prototype, 'ariaLabel')
