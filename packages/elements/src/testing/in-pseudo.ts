// Imported before the tests: every stage then speaks a language of longer, accented words from right to left, and what tests read
// of a page is read back into English. The tests are the same, and say the same; whatever knows a text by its English words
// instead of its key, or left from right by habit, fails them.
import { APPLY_TEXTS, inDialect, PAY_TEXTS, plain } from './pseudo.ts'
import { SPOKEN } from './spoken.ts'

SPOKEN.pay = inDialect(PAY_TEXTS, 'en-XA')
SPOKEN.apply = inDialect(APPLY_TEXTS, 'en-XA')
SPOKEN.read = plain
document.documentElement.dir = 'rtl'

const content = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!
Object.defineProperty(Node.prototype, 'textContent', {
  ...content,
  get(this: Node): string | null {
    const text = content.get!.call(this) as string | null
    return text && plain(text)
  },
})
