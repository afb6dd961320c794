// The search: a combobox with a list that updates during typing. The index loads from this site at the first focus; queries never
// leave the page.
import type MiniSearch from 'minisearch'
import { SEARCH, type Found } from './search-options.ts'

type Index = MiniSearch<Found & { readonly text: string }>

/** Maximum of results. */
const SHOWN = 8

async function loadIndex(url: string): Promise<Index> {
  const [{ default: Search }, answer] = await Promise.all([import('minisearch'), fetch(url)])
  if (!answer.ok) throw new Error(`The index of the search answered ${answer.status}.`)
  return Search.loadJSON<Found & { readonly text: string }>(await answer.text(), SEARCH)
}

function optionOf({ id, page, heading }: Found, root: string, number: number): HTMLLIElement {
  const option = document.createElement('li')
  option.id = `found-${number}`
  option.role = 'option'
  option.ariaSelected = 'false'
  option.dataset['href'] = root + id
  const [title, place] = [document.createElement('b'), document.createElement('span')]
  title.textContent = heading === '' ? page : heading
  place.textContent = heading === '' ? '' : page
  option.append(title, place)
  return option
}

/** Makes the search of the page work. */
export function openSearch(): void {
  const search = document.querySelector<HTMLElement>('.search')
  const input = search?.querySelector('input')
  const box = search?.querySelector<HTMLElement>('.found')
  const list = search?.querySelector<HTMLElement>('ul')
  const said = search?.querySelector<HTMLElement>('.said')
  if (!search || !input || !box || !list || !said) return
  const root = search.dataset['root'] ?? ''
  let loading: Promise<Index> | null = null
  let chosen = -1

  const load = (): Promise<Index> => {
    loading ??= loadIndex(search.dataset['index'] ?? '').catch((error: unknown) => {
      loading = null // The next key tries again.
      throw error
    })
    return loading
  }
  const show = (open: boolean): void => {
    box.hidden = !open
    input.ariaExpanded = String(open)
    if (!open) choose(-1)
  }
  const choose = (next: number): void => {
    const options = [...list.children]
    chosen = options.length === 0 ? -1 : next
    for (const [number, option] of options.entries()) option.ariaSelected = String(number === chosen)
    const option = options[chosen]
    if (option === undefined) input.removeAttribute('aria-activedescendant')
    else {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }
  const ask = async (): Promise<void> => {
    const text = input.value.trim()
    if (text === '') return show(false)
    try {
      const index = await load()
      if (input.value.trim() !== text) return
      const all = index.search(text)
      const found = all.length > 0 ? all : index.search(text, { combineWith: 'OR' })
      const shown = found.slice(0, SHOWN).map(({ id, page, heading }) => ({ id, page, heading }) as Found)
      list.replaceChildren(...shown.map((each, number) => optionOf(each, root, number)))
      said.textContent =
        shown.length === 0 ? `Nothing found for “${text}”.` : `${shown.length} of ${found.length} sections`
    } catch {
      list.replaceChildren()
      said.textContent = 'The search could not be loaded. Check the connection.'
    }
    show(true)
    choose(list.childElementCount > 0 ? 0 : -1)
  }
  const open = (option: Element | undefined): void => {
    const href = option instanceof HTMLElement ? option.dataset['href'] : undefined
    if (href === undefined) return
    show(false)
    location.assign(href)
  }

  input.addEventListener('focus', () => void load().catch(() => undefined))
  input.addEventListener('input', () => void ask())
  input.addEventListener('keydown', (event) => {
    const count = list.childElementCount
    if (event.key === 'Escape') {
      if (box.hidden) return
      event.preventDefault()
      show(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (box.hidden) void ask()
      else if (count > 0) choose((chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
    } else if (event.key === 'Enter' && !box.hidden) {
      event.preventDefault()
      open(list.children[chosen])
    }
  })
  list.addEventListener('click', ({ target }) =>
    open(target instanceof Element ? (target.closest('li') ?? undefined) : undefined),
  )
  // A press in the list leaves the focus in the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) show(false)
  })
  addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}
