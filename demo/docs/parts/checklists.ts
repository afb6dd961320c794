// The security checklists of the data folder as tables, folded by chapter, with the number of rows of each status.
import { escapeHtml, markdownTable } from '../build/html.ts'
import { ASVS } from '../data/security/asvs/asvs.ts'
import { BROWSER_APPS } from '../data/security/browser-apps.ts'
import {
  countsOf,
  STATUSES,
  type Chapter,
  type Holder,
  type Requirement,
} from '../data/security/checklist.ts'
import { RFC9449 } from '../data/security/rfc9449.ts'
import { RFC9700 } from '../data/security/rfc9700.ts'

/** All checklists by the name under which a page inserts them. */
export const CHECKLISTS: Readonly<Record<string, readonly Chapter[]>> = {
  asvs: ASVS,
  rfc9449: [RFC9449],
  rfc9700: [RFC9700],
  'browser-apps': [BROWSER_APPS],
}

/** A number alone names every test of it; a value in a title is different in each test. */
const shown = (title: string): string =>
  /^(?:P|D-|INV-)\d+$/.test(title) ? `all tests of ${title}` : title.replaceAll(/\$\{[^}]*\}/g, '…')

/** A test or a section, in a line of its own. */
export const holderLine = ({ file, title }: Holder): string =>
  `<small class="holder"><code>${escapeHtml(file)}</code> ${escapeHtml(shown(title))}</small>`

const code = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const cellsOf = ({ clause, level, subject, status, how, holders }: Requirement): readonly string[] => [
  `<strong>${clause}</strong>${level === null ? '' : ` <small>L${level}</small>`} ${code(subject)} <span class="verdict ${status.replaceAll(/\W+/g, '-')}">${escapeHtml(status)}</span>`,
  `${code(how)} ${holders.map(holderLine).join('')}`,
]

function summaryOf({ rows }: Chapter): string {
  const counts = countsOf(rows)
  return STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${status}`)
    .join(', ')
}

const folded = (chapter: Chapter): string =>
  `<details><summary>${escapeHtml(chapter.title)} <small>${escapeHtml(summaryOf(chapter))}</small></summary>\n\n${markdownTable(
    ['Requirement', 'How'],
    chapter.rows.map(cellsOf),
  )}\n\n</details>`

const titled = ({ id, title, rows }: Chapter): Chapter => ({
  id,
  title: /^V\d+$/.test(id) ? `${id} ${title}` : title,
  rows,
})

/** A checklist: one folded table for each chapter. */
export function checklist(name: string): string {
  const chapters = CHECKLISTS[name]
  if (chapters === undefined) throw new Error(`There is no checklist "${name}".`)
  return chapters.map((chapter) => folded(titled(chapter))).join('\n\n')
}

/** The number of requirements of each status, one row for each checklist, or for each chapter of `name`. */
export function checklistCounts(name: string): string {
  const groups: readonly (readonly [title: string, rows: readonly Requirement[]])[] =
    name === ''
      ? Object.values(CHECKLISTS).map((chapters) => [
          chapters.length > 1 ? 'ASVS 5.0.0, levels 1 and 2' : (chapters[0]?.title ?? ''),
          chapters.flatMap(({ rows }) => rows),
        ])
      : (CHECKLISTS[name] ?? []).map((chapter) => [titled(chapter).title, chapter.rows])
  return markdownTable(
    ['Checklist', 'Rows', ...STATUSES],
    groups.map(([title, rows]) => {
      const counts = countsOf(rows)
      return [escapeHtml(title), String(rows.length), ...STATUSES.map((status) => String(counts[status]))]
    }),
  )
}
