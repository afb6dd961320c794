// The catalogue of errors as a page of the BFF, so that the link at the end of a message works without a network and leads to the
// version that reported it.
import { web } from '@tapboard/contract'
import { ERROR_PARTS, plainAdvice, type ErrorEntry } from '@tapboard/server'

const escape = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.codePointAt(0)};`)

const html = (markdown: string): string =>
  escape(plainAdvice(markdown)).replace(/`([^`]+)`/g, '<code>$1</code>')

const entryHtml = ({ code, means, advice }: ErrorEntry): string =>
  `<h3 id="${code}">${code}</h3><p>${[html(means), html(advice)].filter(Boolean).join(' ')}</p>`

/** The page. Its policy allows neither scripts nor styles. */
export const ERROR_PAGE = [
  '<!doctype html><html lang="en"><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<title>Catalogue of errors – Tapboard</title><body><main><h1>Catalogue of errors</h1>',
  ...ERROR_PARTS.map(([title, entries]) => `<h2>${title}</h2>${entries.map(entryHtml).join('')}`),
  '</main>',
].join('\n')

/** The address of an entry on the page of a BFF. */
export const helpUrl = (publicUrl: string, code: string): string => `${publicUrl}${web.ERRORS_PATH}#${code}`
