// The overview of every screen, from the table that the tests use: element by element, state by state, each with its picture.
import { readCaption } from '../build/captions.ts'
import { escapeHtml } from '../build/html.ts'
import { picturePath, readSheet, SHEET_THEMES, sizeOf } from '../build/sheets.ts'
import { anchorOf, stateOf } from '../screen/group.ts'
import type { SheetTime } from '../screen/sheet.ts'
import { SHOWN } from '../screen/shown.ts'

const TAGS = ['terminal-pay', 'merchant-apply', 'terminal-desk'] as const

type Shown = (typeof SHOWN)[number]

/** The screens of one element by their state, in their order. */
function byState(screens: readonly Shown[]): ReadonlyMap<string, readonly Shown[]> {
  const groups = new Map<string, Shown[]>()
  for (const screen of screens) {
    const state = stateOf(screen.name)
    groups.set(state, [...(groups.get(state) ?? []), screen])
  }
  return groups
}

/** The size of a sheet as an attribute; the script of the gallery derives the address. Empty without a sheet. */
function sheetAttribute(file: string, time: SheetTime): string {
  const sheet = readSheet(file, time)
  if (sheet === null) return ''
  const { width, height } = sizeOf(sheet)
  return ` data-${time}="${width} ${height}"`
}

/** The thumbnail is a part of the sheet (`gallery.css`). The browser loads the one of the theme that is shown. */
const thumbOf = (file: string): string =>
  SHEET_THEMES.map(
    (theme) =>
      `<img class="${theme}" src="../${picturePath(file, 'now', theme).replace('docs/', '')}" alt="" width="195" height="240" loading="lazy" decoding="async">`,
  ).join('')

/** A screen of the overview: its picture and its name as a link to the screen, and its caption. */
function itemOf({ name, file }: Shown, state: string): string {
  const label =
    name === state
      ? escapeHtml(name)
      : `<span class="same">${escapeHtml(state)}, </span>${escapeHtml(name.slice(state.length + 2))}`
  const { sees, may } = readCaption(file)
  const data = `data-screen="${file}" data-name="${escapeHtml(name)}"${sheetAttribute(file, 'now')}${sheetAttribute(file, 'before')}`
  return `<li id="${anchorOf(file)}" ${data}><a href="../screen/?screen=${encodeURIComponent(file)}"><span class="thumb">${thumbOf(file)}</span>${label}</a><p>${escapeHtml(sees)}</p><p class="may">${escapeHtml(may)}</p></li>`
}

/** Every screen of the elements. */
export const screenList = (): string =>
  TAGS.map((tag) => {
    const states = [...byState(SHOWN.filter((screen) => screen.tag === tag))].map(([state, screens]) => {
      const title = `${state.charAt(0).toUpperCase()}${state.slice(1)}`
      return `<section class="state"><h3>${escapeHtml(title)}</h3><ul>${screens.map((screen) => itemOf(screen, state)).join('')}</ul></section>`
    })
    return `## &lt;${tag}&gt;\n\n<div class="overview">${states.join('')}</div>`
  }).join('\n\n')
