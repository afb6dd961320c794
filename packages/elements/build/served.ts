// What a page's policy needs where a server draws the elements: the hash of the style that stands in their shadow roots until the page's
// script takes over. It changes with the styles, so it is made with them.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { ELEMENTS } from './manifest/facts.ts'

/** Source expressions for `style-src`, by tag (CSP 3 §2.3.1). */
export function styleSources(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(ELEMENTS).map(([tag, element]) => {
      // Whoever asks what a class observes has it gather its styles.
      void element.observedAttributes
      const css = element.elementStyles.map((style) => ('cssText' in style ? style.cssText : '')).join('')
      return [tag, `'sha256-${createHash('sha256').update(css).digest('base64')}'`]
    }),
  )
}

/** Writes `dist/ssr.json`; `folder` is that of the package, with a slash at its end. */
export function writeServed(folder: string): void {
  const text = JSON.stringify({ 'style-src': styleSources() }, null, 2)
  writeFileSync(`${folder}dist/ssr.json`, `${text}\n`)
}
