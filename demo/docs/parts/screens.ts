// The index and the list of every screen, from the table that the tests use. The script of the gallery adds the frames.
import { escapeHtml } from '../build/html.ts'
import { anchorOf, stateOf } from '../screen/group.ts'
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

/** Links to the screens of one element, a line for each state. */
function indexOf(tag: string, screens: readonly Shown[]): string {
  const lines = [...byState(screens)].map(([state, all]) => {
    const links = all.map(({ name, file }) => {
      const rest = name === state ? name : name.slice(state.length + 2)
      return `<a href="#${anchorOf(file)}">${escapeHtml(rest)}</a>`
    })
    return `<li data-state="${escapeHtml(state)}"><b>${escapeHtml(state)}</b> ${links.join(' · ')}</li>`
  })
  return `<nav aria-label="Screens of ${tag}"><ul class="screen-index">${lines.join('')}</ul></nav>`
}

/** Every screen of the elements, element by element. */
export const screenList = (): string =>
  TAGS.map((tag) => {
    const screens = SHOWN.filter((screen) => screen.tag === tag)
    const items = screens.map(
      ({ name, file }) =>
        `<li id="${anchorOf(file)}" data-screen="${file}"><a href="../screen/?screen=${encodeURIComponent(file)}">${escapeHtml(name)}</a></li>`,
    )
    return `## &lt;${tag}&gt;\n\n${indexOf(tag, screens)}\n\n<ul class="screens">${items.join('')}</ul>`
  }).join('\n\n')
