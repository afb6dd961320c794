// The first frame of an element in the markup of a server, as a declarative shadow root. The browser's parser attaches it, so React's
// hydration never sees the template; the element clears it (DOM §4.8, attachShadow) and draws the same frame in the task that registers
// it. A test compares each frame with what Lit renders.
import type { LitElement } from 'lit'
import * as React from 'react'
import type { Addressed } from './server-drawn.ts'

/** The skeleton of an element around its heading. */
type FrameHtml = (title: string) => string

export const headingOf = (words: string): string => `<h2 id="title" part="title" tabindex="-1">${words}</h2>`

/** The card: its head, what follows, and as many bones. */
export const cardOf = (head: string, rest: string, bones: number): string =>
  `<section part="card" aria-labelledby="title"><slot name="header"></slot><header part="header">${head}</header>` +
  `${rest}<div class="bones" aria-hidden="true">${'<i></i>'.repeat(bones)}</div><slot name="footer"></slot>` +
  '<p class="unseen" role="status"></p></section>'

/** The styles of a class in one text: `style-src` of `ssr.json` has its hash. */
function cssOf(elementClass: typeof LitElement): string {
  // Reading the observed attributes makes the class collect its styles.
  void elementClass.observedAttributes
  return elementClass.elementStyles.map((style) => ('cssText' in style ? style.cssText : '')).join('')
}

/** Draws the frame on a server, and nothing in a browser. The server does not know the language of the page: words need `lang`. */
export const firstFrame =
  (elementClass: typeof LitElement, title: string, html: FrameHtml) =>
  ({ lang, nonce }: Addressed): React.ReactNode => {
    if (typeof document !== 'undefined') return null
    const words = /^en\b/i.test(lang ?? '') ? title : '&nbsp;'
    const allowed = nonce === undefined || /[^\w+/=-]/.test(nonce) ? '' : ` nonce="${nonce}"`
    return React.createElement('template', {
      key: 'first',
      shadowrootmode: 'open',
      dangerouslySetInnerHTML: { __html: `<style${allowed}>${cssOf(elementClass)}</style>${html(words)}` },
    } as React.HTMLAttributes<HTMLTemplateElement>)
  }
