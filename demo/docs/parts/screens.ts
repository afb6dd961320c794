// The list of every screen, from the table that the tests use: a link to each. The script of the gallery adds the frames.
import { escapeHtml } from '../build/html.ts'
import { SHOWN } from '../screen/shown.ts'

const TAGS = ['terminal-pay', 'merchant-apply', 'terminal-desk'] as const

/** Every screen of the elements, element by element. */
export const screenList = (): string =>
  TAGS.map((tag) => {
    const items = SHOWN.filter((screen) => screen.tag === tag).map(
      ({ name, file }) =>
        `<li data-screen="${file}"><a href="../screen/?screen=${encodeURIComponent(file)}">${escapeHtml(name)}</a></li>`,
    )
    return `## &lt;${tag}&gt;\n\n<ul class="screens">${items.join('')}</ul>`
  }).join('\n\n')
