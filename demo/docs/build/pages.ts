// Reads the Markdown of the pages, inserts the generated parts, and renders them. A line `{{name argument}}` is a part. An unknown part
// fails the build, and so does a page without title or summary.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PARTS } from '../parts/parts.ts'
import { renderMarkdown, type Content } from './markdown.ts'
import { PAGES, upFrom } from './menu.ts'

/** A page, ready for its frame. */
export interface Page extends Content {
  readonly name: string
  readonly title: string
  /** One sentence, for search engines and the home page. */
  readonly summary: string
  /** The text with its generated parts, as Markdown. */
  readonly markdown: string
}

const folder = fileURLToPath(new URL('../pages/', import.meta.url))

/** `{{part argument}}` on a line of its own. */
const PART = /^\{\{([\w-]+)(?: ([^}]+))?\}\}$/gm

/** Inserts the generated parts into a text. */
export const fillParts = (text: string): string =>
  text.replace(PART, (mark, name: string, argument: string | undefined) => {
    const part = PARTS[name]
    if (part === undefined) throw new Error(`${mark}: there is no such part; parts/parts.ts lists them.`)
    return part(argument?.trim() ?? '')
  })

function readPage(name: string): Page {
  const text = readFileSync(`${folder}${name}.md`, 'utf8')
  const [, title, summary, body] = /^# (.+)\n\n(.+)\n\n([\s\S]*)$/.exec(text) ?? []
  if (title === undefined || summary === undefined || body === undefined)
    throw new Error(`pages/${name}.md must begin with "# Title", an empty line, and a summary of one line.`)
  const filled = fillParts(body)
  const markdown = `# ${title}\n\n${summary}\n\n${filled}`
  return { name, title, summary, markdown, ...renderMarkdown(filled, upFrom(name)) }
}

/** All pages, in the order of the navigation. */
export const readPages = (): readonly Page[] => PAGES.map(readPage)
