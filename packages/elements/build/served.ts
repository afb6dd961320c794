// The hash that a page's policy needs where a server renders the elements: of the style in their shadow roots, which stays until the
// page's script takes over.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { LitElement } from 'lit'

/** Class of each tag, by its module in `dist`. */
const CLASSES = {
  'terminal-pay': ['terminal-pay/terminal-pay.element.js', 'TerminalPay'],
  'merchant-apply': ['merchant-apply/merchant-apply.element.js', 'MerchantApply'],
  'terminal-desk': ['terminal-desk/terminal-desk.element.js', 'TerminalDesk'],
} as const

/** Source expression of the styles of a class for `style-src` (CSP 3 §2.3.1). */
function styleSource(element: typeof LitElement): string {
  // Reading the observed attributes makes the class collect its styles.
  void element.observedAttributes
  const css = element.elementStyles.map((style) => ('cssText' in style ? style.cssText : '')).join('')
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`
}

/** Writes `dist/ssr.json` from the built modules; `folder` is that of the package, with a slash at its end. */
export async function writeServed(folder: string): Promise<void> {
  const sources: Record<string, string> = {}
  for (const [tag, [file, name]] of Object.entries(CLASSES)) {
    const module = (await import(pathToFileURL(`${folder}dist/${file}`).href)) as Readonly<
      Record<string, typeof LitElement>
    >
    sources[tag] = styleSource(module[name]!)
  }
  writeFileSync(`${folder}dist/ssr.json`, `${JSON.stringify({ 'style-src': sources }, null, 2)}\n`)
}
