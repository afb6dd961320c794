// The links of the home page to all other pages, with their summaries.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withCode } from '../build/html.ts'
import { MENU } from '../build/menu.ts'

const folder = fileURLToPath(new URL('../pages/', import.meta.url))

export const homeCards = (): string =>
  MENU.map(({ title, pages }) => {
    const cards = pages
      .filter((name) => name !== 'index')
      .map((name) => {
        const [heading = '', , summary = ''] = readFileSync(`${folder}${name}.md`, 'utf8').split('\n')
        return `<li><a href="${name}/"><b>${withCode(heading.slice(2))}</b><span>${withCode(summary)}</span></a></li>`
      })
    return `## ${title}\n\n<ul class="cards">${cards.join('')}</ul>`
  }).join('\n\n')
