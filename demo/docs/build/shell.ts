// The frame around every page: header with search, navigation (a drawer on phones, without script), "On this page", and
// links to the previous and the next page. Nothing inline, because of the strict policy of the site.
import { escapeHtml, withCode } from './html.ts'
import { MENU, pathOf, PAGES, upFrom } from './menu.ts'
import type { Page } from './pages.ts'

/** Files of the build that a page needs, as paths under the root of the site. */
export interface Assets {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Modules that the scripts import at once. */
  readonly preloads: readonly string[]
  readonly searchIndex: string
}

const MENU_ICON = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 5.5h14M3 10h14M3 14.5h14"/></svg>'
const CLOSE_ICON = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5 5 10 10M15 5 5 15"/></svg>'
const SEARCH_ICON =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13 13 4 4"/></svg>'

function navigation(page: Page, titles: ReadonlyMap<string, string>, up: string): string {
  const groups = MENU.map(({ title, pages }) => {
    const links = pages.map((name) => {
      const here = name === page.name ? ' aria-current="page"' : ''
      return `<li><a href="${up}${pathOf(name)}"${here}>${escapeHtml(titles.get(name) ?? name)}</a></li>`
    })
    return `<h2>${escapeHtml(title)}</h2><ul>${links.join('')}</ul>`
  })
  return `<nav class="menu" id="menu" popover aria-label="Documentation"><button class="close" type="button" popovertarget="menu" popovertargetaction="hide" aria-label="Close the menu">${CLOSE_ICON}</button>${groups.join('')}<h2>Try it</h2><ul><li><a href="${up}">A shop’s till</a></li><li><a href="${up}sign-up/">A partner’s sign-up</a></li></ul><div class="looks"><theme-switch></theme-switch></div></nav>`
}

/** Paths such as `/v1/orders/{order}/grants` break at a slash, not within a word. */
const withBreaks = (html: string): string => html.replaceAll('/', '/<wbr>')

function contents({ headings }: Page): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${id}">${withBreaks(escapeHtml(text))}</a></li>`,
  )
  return `<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title">On this page</h2><ul>${items.join('')}</ul></nav>`
}

function neighbours(page: Page, titles: ReadonlyMap<string, string>, up: string): string {
  const at = PAGES.indexOf(page.name)
  const link = (name: string | undefined, rel: string, label: string): string =>
    name === undefined
      ? ''
      : `<a rel="${rel}" href="${up}${pathOf(name)}"><span>${label}</span>${escapeHtml(titles.get(name) ?? name)}</a>`
  return `<nav class="neighbours" aria-label="Pages before and after">${link(PAGES[at - 1], 'prev', 'Before')}${link(PAGES[at + 1], 'next', 'Next')}</nav>`
}

export function writePage(page: Page, titles: ReadonlyMap<string, string>, assets: Assets): string {
  const up = upFrom(page.name)
  const home = page.name === 'index'
  const title = home ? 'Tapboard documentation' : `${page.title} · Tapboard`
  const head = [
    ...assets.styles.map((path) => `<link rel="stylesheet" href="${up}${path}">`),
    ...assets.preloads.map((path) => `<link rel="modulepreload" href="${up}${path}">`),
    ...assets.scripts.map((path) => `<script type="module" src="${up}${path}"></script>`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.summary.replaceAll('`', ''))}">
<link rel="icon" href="${up}tapboard.svg" type="image/svg+xml">
<script src="${up}theme.js"></script>
${head.join('\n')}
</head>
<body class="page-${page.name}">
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<button class="open" type="button" popovertarget="menu" aria-label="Menu">${MENU_ICON}</button>
<a class="brand" href="${up}docs/"><img src="${up}tapboard.svg" alt="" width="28" height="28">Tapboard</a>
<search class="search" data-index="${up}${assets.searchIndex}" data-root="${up}">
${SEARCH_ICON}<input id="search" type="search" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search"><kbd aria-hidden="true">/</kbd>
<div class="found" hidden><ul id="found" role="listbox" aria-label="Pages found"></ul><p class="status" role="status"></p></div>
</search>
</header>
<div class="frame">
${navigation(page, titles, up)}
<main id="main">
<article>
<h1>${escapeHtml(page.title)}</h1>
<p class="summary">${withCode(page.summary)}</p>
${page.html}
</article>
${neighbours(page, titles, up)}
</main>
${contents(page)}
</div>
</body>
</html>
`
}
