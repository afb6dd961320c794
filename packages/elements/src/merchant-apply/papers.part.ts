// One document of the agreement as a printed page and as a text file: exactly the text that was shown, below its title, version,
// date and hash. Loaded on demand.
import type { TermsDocument } from '@tapboard/contract'
import { html, render, type TemplateResult } from 'lit'
import { printAlone } from '../shared/print-alone.ts'

/** A document, the lines between its title and its text, and its paragraphs. */
export interface Paper extends TermsDocument {
  readonly lines: readonly string[]
  readonly paragraphs: readonly TemplateResult[]
}

/** The name of the file, without characters that a file system refuses. */
const fileNameOf = ({ title, version }: Paper): string =>
  `${`${title} ${version}`.replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|.]+/gu, '-').slice(0, 100)}.txt`

/** The browser has read the file by then. */
const READ_MS = 10_000

/** Saves a document as a text file. The first character tells Windows programs that it is UTF-8. */
export function savePaper(paper: Paper): void {
  const text = [`\ufeff${paper.title}`, ...paper.lines, '', paper.text, ''].join('\n')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = fileNameOf(paper)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}

/** Prints a document: a page of its own beside the content of the element, which exists only while it is printed. */
export function printPaper({ title, locale, lines, paragraphs }: Paper, root: ShadowRoot): void {
  const sheet = document.createElement('div')
  Object.assign(sheet, { className: 'sheet', lang: locale, dir: 'auto' })
  render(
    html`<h1>${title}</h1>
      ${lines.map((line) => html`<p><small>${line}</small></p>`)} ${paragraphs}`,
    sheet,
  )
  root.querySelector('.sheet')?.remove()
  root.append(sheet)
  addEventListener('afterprint', () => sheet.remove(), { once: true })
  printAlone(root.host)
}
