// The search: a combobox with a list that updates during typing. The index loads from this site at the first focus; queries never
// leave the page.
import type MiniSearch from 'minisearch'
import { excerptOf, markFound, type Piece } from './excerpt.ts'
import { SEARCH, type Found } from './search-options.ts'

type Index = MiniSearch<Found>

/** A found section with the words of the index that matched. */
type Match = Found & { readonly terms: readonly string[] }

/** The largest number of results that are shown. */
const SHOWN = 8

async function loadIndex(url: string): Promise<Index> {
  const [{ default: Search }, answer] = await Promise.all([import('minisearch'), fetch(url)])
  if (!answer.ok) throw new Error(`The index of the search answered ${answer.status}.`)
  return Search.loadJSON<Found>(await answer.text(), SEARCH)
}

function withMarks<Kind extends HTMLElement>(element: Kind, pieces: readonly Piece[]): Kind {
  element.append(
    ...pieces.map(({ text, isFound }) =>
      isFound ? Object.assign(document.createElement('mark'), { textContent: text }) : text,
    ),
  )
  return element
}

function optionOf({ id, page, heading, text, terms }: Match, root: string, number: number): HTMLLIElement {
  const option = document.createElement('li')
  option.id = `found-${number}`
  option.role = 'option'
  option.ariaSelected = 'false'
  option.dataset['href'] = root + id
  const title = withMarks(document.createElement('b'), markFound(heading === '' ? page : heading, terms))
  const place = document.createElement('span')
  place.textContent = heading === '' ? '' : page
  option.append(title, place, withMarks(document.createElement('p'), excerptOf(text, terms)))
  return option
}

/** Says how many results are shown, and that they have only some of the words. */
function statusOf(text: string, shown: number, found: number, hasAllWords: boolean): string {
  if (shown === 0) return `Nothing found for “${text}”.`
  const count = `${shown} of ${found} sections`
  return hasAllWords ? count : `No section has all of these words. ${count} have some of them.`
}

interface SearchElements {
  readonly search: HTMLElement
  readonly input: HTMLInputElement
  /** The popup with the list. */
  readonly box: HTMLElement
  readonly list: HTMLElement
  /** Live region with the number of results. */
  readonly status: HTMLElement
}

function findElements(): SearchElements | null {
  const search = document.querySelector<HTMLElement>('.search')
  const input = search?.querySelector('input')
  const box = search?.querySelector<HTMLElement>('.found')
  const list = search?.querySelector<HTMLElement>('ul')
  const status = search?.querySelector<HTMLElement>('.status')
  return search && input && box && list && status ? { search, input, box, list, status } : null
}

class SearchBox {
  readonly #elements: SearchElements
  #loading: Promise<Index> | null = null
  #active = -1

  constructor(elements: SearchElements) {
    this.#elements = elements
    const { search, input, list } = elements
    input.addEventListener('focus', () => void this.#load().catch(() => undefined))
    input.addEventListener('input', () => void this.#update())
    input.addEventListener('keydown', (event) => this.#handleKey(event))
    list.addEventListener('click', ({ target }) =>
      this.#visit(target instanceof Element ? (target.closest('li') ?? undefined) : undefined),
    )
    // A press in the list leaves the focus in the field.
    list.addEventListener('pointerdown', (event) => event.preventDefault())
    search.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) this.#toggle(false)
    })
    addEventListener('keydown', (event) => this.#handleShortcut(event))
  }

  #load(): Promise<Index> {
    this.#loading ??= loadIndex(this.#elements.search.dataset['index'] ?? '').catch((error: unknown) => {
      this.#loading = null // The next key tries again.
      throw error
    })
    return this.#loading
  }

  #toggle(open: boolean): void {
    const { box, input } = this.#elements
    box.hidden = !open
    input.ariaExpanded = String(open)
    if (!open) this.#activate(-1)
  }

  #activate(next: number): void {
    const { input, list } = this.#elements
    const options = [...list.children]
    this.#active = options.length === 0 ? -1 : next
    for (const [number, option] of options.entries()) option.ariaSelected = String(number === this.#active)
    const option = options[this.#active]
    if (option === undefined) input.removeAttribute('aria-activedescendant')
    else {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }

  async #update(): Promise<void> {
    const { search, input, list, status } = this.#elements
    const text = input.value.trim()
    if (text === '') return this.#toggle(false)
    try {
      const index = await this.#load()
      if (input.value.trim() !== text) return
      const all = index.search(text)
      const found = all.length > 0 ? all : index.search(text, { combineWith: 'OR' })
      const shown = found.slice(0, SHOWN) as unknown as readonly Match[]
      const root = search.dataset['root'] ?? ''
      list.replaceChildren(...shown.map((each, number) => optionOf(each, root, number)))
      status.textContent = statusOf(text, shown.length, found.length, all.length > 0)
    } catch {
      list.replaceChildren()
      status.textContent = 'The search could not be loaded. Check the connection.'
    }
    this.#toggle(true)
    this.#activate(list.childElementCount > 0 ? 0 : -1)
  }

  #visit(option: Element | undefined): void {
    const href = option instanceof HTMLElement ? option.dataset['href'] : undefined
    if (href === undefined) return
    this.#toggle(false)
    location.assign(href)
  }

  #handleKey(event: KeyboardEvent): void {
    const { box, list } = this.#elements
    const count = list.childElementCount
    if (event.key === 'Escape') {
      if (box.hidden) return
      event.preventDefault()
      this.#toggle(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (box.hidden) void this.#update()
      else if (count > 0) this.#activate((this.#active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
    } else if (event.key === 'Enter' && !box.hidden) {
      event.preventDefault()
      this.#visit(list.children[this.#active])
    }
  }

  /** `/` moves the focus to the search, except while a person types elsewhere. */
  #handleShortcut(event: KeyboardEvent): void {
    const typing =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.#elements.input.focus()
    this.#elements.input.select()
  }
}

/** Makes the search of the page work. */
export function openSearch(): void {
  const elements = findElements()
  if (elements !== null) void new SearchBox(elements)
}
