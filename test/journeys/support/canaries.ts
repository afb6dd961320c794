// Values that must be found nowhere afterwards, each in every encoding in which it could have been stored, and the places to
// search: files of a folder, a browser's storage, a page's document.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

export type Canaries = Readonly<Record<string, string>>

/** Encodings of a value: as typed, its digits, in the usual groups, and in base64 and base64url at every offset. */
function spellings(value: string): readonly string[] {
  const digits = value.replace(/\D/g, '')
  const groups = [/^(\d{3})(\d{2})(\d{4})$/, /^(\d{2})(\d{7})$/, /^(\d{4})(\d{2})(\d{2})$/]
  const grouped = groups.flatMap((group) => {
    const [, ...parts] = group.exec(digits) ?? []
    return parts.length === 0 ? [] : ['-', ' ', '.'].map((sign) => parts.join(sign))
  })
  const plain = [...new Set([value, digits, ...grouped])].filter((each) => each.length >= 8)
  const encoded = plain.flatMap((each) =>
    [0, 1, 2].flatMap((offset) => {
      const bytes = Buffer.from('\0'.repeat(offset) + each)
      // The bytes before and after it change the first and the last characters of base64.
      return [
        bytes.toString('base64').slice(offset === 0 ? 0 : 4, -4),
        bytes.toString('base64url').slice(offset === 0 ? 0 : 4, -4),
      ]
    }),
  )
  const hex = plain.map((each) => Buffer.from(each).toString('hex'))
  // Shorter ones occur by chance: a random UUID in a token may contain "-4397", seven characters of base64.
  return [...new Set([...plain, ...encoded, ...hex])].filter((each) => each.length >= 8)
}

/** Names of the values that occur in `content`, with the encoding that was found. */
export function found(canaries: Canaries, content: string): readonly string[] {
  return Object.entries(canaries).flatMap(([name, value]) =>
    spellings(value)
      .filter((spelling) => content.includes(spelling))
      .map((spelling) => `${name} as ${spelling}`),
  )
}

/** The bytes of every file of a folder, one sign for each, by its path: databases, their WAL, JSON files. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path, readFileSync(path, 'latin1')]
    }),
  )
}

/** All data that a browser stores for its origins: cookies, local and session storage, databases, caches, history. */
export async function keptBy(context: BrowserContext, page: Page): Promise<string> {
  const state = await context.storageState({ indexedDB: true })
  const there = await page.evaluate(async () => ({
    session: Object.entries(sessionStorage),
    local: Object.entries(localStorage),
    state: history.state as unknown,
    name: window.name,
    address: location.href,
    caches: 'caches' in globalThis ? await caches.keys() : [],
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  return JSON.stringify([state, there])
}

/** The whole content of a page's document, shadow roots included: markup, texts, and the values of controls. */
export const documentOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const parts: string[] = []
    const visit = (root: Document | ShadowRoot): void => {
      parts.push(root instanceof Document ? root.documentElement.outerHTML : root.innerHTML)
      for (const element of root.querySelectorAll('*')) {
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
          parts.push(element.value)
        if (element.shadowRoot) visit(element.shadowRoot)
      }
    }
    visit(document)
    return parts.join('\n')
  })
