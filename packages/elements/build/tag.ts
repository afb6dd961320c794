// What a page copies to load an element and hold every one of its files to its hash: the import map for what is loaded later, and the
// tag of the first file. The map is an inline script: a strict policy needs its hash.
import { createHash } from 'node:crypto'

/** The hashes of the one-file builds by file: `sri.json`. */
export type Hashes = Readonly<Record<string, { readonly integrity: string }>>

/** The other element that an element shows, whose first file it loads later, too. */
const SHOWN: Readonly<Record<string, string>> = { 'terminal-desk': 'terminal-pay' }

/** Is this a later file of the element? Dictionaries are named by what they belong to: `pay` and `apply…`. */
const isLater = (element: string, file: string): boolean =>
  file.startsWith(`${element}-`) || file.startsWith(`languages/${element.split('-').pop()}`)

/** Does an element load this file later? */
function loads(element: string, file: string): boolean {
  const shown = SHOWN[element]
  return isLater(element, file) || (shown !== undefined && (file === `${shown}.js` || isLater(shown, file)))
}

/** `element` as in `terminal-pay`; its files are served from `/`, or from the folder or address that `base` names. */
export function tagOf(element: string, hashes: Hashes, base = '/'): string {
  const later = Object.entries(hashes).filter(([file]) => loads(element, file))
  const lines = later.map(([file, { integrity }]) => `    ${JSON.stringify(base + file)}: "${integrity}"`)
  const map = `{\n  "integrity": {\n${lines.join(',\n')}\n  }\n}`
  const first = hashes[`${element}.js`]
  if (!first) throw new Error(`there is no hash of ${element}.js`)
  const place = base.startsWith('/') ? "'self'" : new URL(base).origin
  return [
    `<!-- Languages that the page does not speak can be left out. A policy needs: script-src ${place} '${sourceOf(map)}' -->`,
    `<script type="importmap">${map}</script>`,
    `<script type="module" src="${base}${element}.js" integrity="${first.integrity}"></script>`,
    '',
  ].join('\n')
}

/** Source expression of an inline script (CSP 3 §2.3.1), without its quotes. */
export const sourceOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`
