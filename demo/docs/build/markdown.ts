// Markdown to the HTML of a page: headings with anchors, highlighted code with a copy button, scrollable
// tables, tabs, and the plain text of each section for the search. Links are relative, so the site works at any path.
import { Marked, Renderer, type Token, type Tokens } from 'marked'
import { escapeHtml, plainText, slugOf } from './html.ts'
import { highlight } from './highlight.ts'

/** A heading of a page. */
export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

/** The text below a heading, for the search. */
export interface Section {
  /** ID of the heading; empty before the first. */
  readonly id: string
  readonly heading: string
  readonly text: string
}

export interface Content {
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

const COPY =
  '<button class="copy" type="button"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z"/></svg><span>Copy</span></button>'

const codeBlock = (code: string, language: string, label: string): string =>
  `<div class="code">${label === '' ? '' : `<p class="file">${escapeHtml(label)}</p>`}<pre${language === '' ? '' : ` data-language="${language}"`}><code>${highlight(code, language)}</code></pre>${COPY}</div>`

/** ```` ```ts server.js tab="React" ````: language, name of the file, tab. */
function readInfo(info: string): { readonly language: string; readonly file: string; readonly tab: string } {
  const tab = /\btab="([^"]+)"/.exec(info)?.[1] ?? ''
  const [language = '', file = ''] = info
    .replace(/\btab="[^"]+"/, '')
    .trim()
    .split(/\s+/)
  return { language, file, tab }
}

/** Tabs as radio buttons with their panels: no script, native arrow keys, no layout shift. */
function tabs(blocks: readonly Tokens.Code[], group: string): string {
  const named = new Map<string, string[]>()
  for (const { text, lang = '' } of blocks) {
    const { language, file, tab } = readInfo(lang)
    named.set(tab, [...(named.get(tab) ?? []), codeBlock(text, language, file)])
  }
  const names = [...named.keys()]
  const kind = names.map(slugOf).join('-')
  return `<div class="tabs" data-kind="${kind}"><fieldset><legend>Written for</legend>${names
    .map(
      (name, index) =>
        `<label><input type="radio" name="${group}" value="${escapeHtml(slugOf(name))}"${index === 0 ? ' checked' : ''}>${escapeHtml(name)}</label>`,
    )
    .join('')}</fieldset>${names
    .map((name) => `<section aria-label="${escapeHtml(name)}">${(named.get(name) ?? []).join('')}</section>`)
    .join('')}</div>`
}

/** A table with an empty head has its headers in the first column. */
const withRowHeads = (table: string): string =>
  /<th(?:\s[^>]*)?>(?!<\/th>)/.test(table)
    ? table
    : table
        .replace(/<thead>[\s\S]*?<\/thead>/, '')
        .replace(/<tr>\s*<td>([\s\S]*?)<\/td>/g, '<tr><th scope="row">$1</th>')

const isTab = (token: Token): token is Tokens.Code =>
  token.type === 'code' && readInfo((token as Tokens.Code).lang ?? '').tab !== ''

/** Runs of code with tabs as one block; blank lines between them do not count. */
function grouped(tokens: readonly Token[]): readonly (Token | readonly Tokens.Code[])[] {
  const made: (Token | Tokens.Code[])[] = []
  for (const token of tokens) {
    const last = made.at(-1)
    if (isTab(token)) {
      if (Array.isArray(last)) last.push(token)
      else made.push([token])
    } else if (!(token.type === 'space' && Array.isArray(last))) made.push(token)
  }
  return made
}

/** Makes the content of a page; `up` leads to the root of the site (`../../`). */
export function renderMarkdown(markdown: string, up: string): Content {
  const headings: Heading[] = []
  const used = new Set<string>()
  const idOf = (text: string): string => {
    const slug = slugOf(text)
    let id = slug
    for (let number = 2; used.has(id); number += 1) id = `${slug}-${number}`
    used.add(id)
    return id
  }
  const marked = new Marked()
  const plain = new Renderer()
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = plainText(html)
        const id = idOf(text)
        headings.push({ level: depth, id, text })
        return `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`
      },
      code({ text, lang = '' }) {
        const { language, file } = readInfo(lang)
        return codeBlock(text, language, file)
      },
      link({ href, title, tokens }) {
        const html = this.parser.parseInline(tokens)
        const target = href.startsWith('/') ? `${up}${href.slice(1)}` || './' : href
        return `<a href="${escapeHtml(target)}"${title ? ` title="${escapeHtml(title)}"` : ''}>${html}</a>`
      },
      table(token) {
        plain.parser = this.parser
        return `<div class="table">${withRowHeads(plain.table.call(this, token))}</div>`
      },
    },
  })
  const sections: { id: string; heading: string; text: string }[] = [{ id: '', heading: '', text: '' }]
  let html = ''
  let group = 0
  for (const token of grouped(marked.lexer(markdown))) {
    if (Array.isArray(token)) {
      group += 1
      html += tabs(token as readonly Tokens.Code[], `tabs-${group}`)
      continue
    }
    const piece = marked.parser([token as Token])
    html += piece
    if ((token as Token).type === 'heading') {
      const { id = '', text = '' } = headings.at(-1) ?? {}
      sections.push({ id, heading: text, text: '' })
      continue
    }
    const section = sections.at(-1)
    // Code is not indexed: its words would dominate the results.
    if (section && (token as Token).type !== 'code' && !piece.startsWith('<figure'))
      section.text += ` ${plainText(piece)}`
  }
  return { html, headings, sections }
}
