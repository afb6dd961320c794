// The gallery: an overview of all screens by element and state. A press on one opens it large in the viewer. A field above the
// overview keeps the screens whose name has its words.
import '../styles/editor.css'
import '../styles/gallery.css'
import { choice, make } from './dom.ts'
import { ScreenViewer, type Entry, type SheetSize } from './screen-viewer.ts'

const ELEMENTS = [
  ['all', 'All elements'],
  ['terminal-pay', '<terminal-pay>'],
  ['merchant-apply', '<merchant-apply>'],
  ['terminal-desk', '<terminal-desk>'],
] as const

const entryOf = (item: HTMLElement): Entry => {
  const { screen = '', name = '', now, before } = item.dataset
  const caption = [...item.querySelectorAll('p')].map(({ textContent }) => textContent)
  return {
    screen,
    name,
    tag: screen.split('/', 1)[0] ?? '',
    caption,
    now: sizeOf(now),
    before: sizeOf(before),
  }
}

/** The size of a sheet from its attribute. */
function sizeOf(text: string | undefined): SheetSize | null {
  const [width, height] = text?.split(' ') ?? []
  return width === undefined || height === undefined ? null : { width, height }
}

/** The overview in the page. */
class Overview {
  readonly #items = [...document.querySelectorAll<HTMLElement>('[data-screen]')]
  readonly #entries = new Map(this.#items.map((item) => [item, entryOf(item)]))
  readonly #viewer = new ScreenViewer(() => this.#shown())
  readonly #count = make('p', { class: 'count', role: 'status' })
  readonly #words = make('input', { id: 'choice-words', type: 'search', autocomplete: 'off' })
  #element = new URLSearchParams(location.search).get('element') ?? 'all'

  constructor(place: HTMLElement) {
    const [elements, select] = choice('Element', ELEMENTS, (value) => {
      this.#element = value
      this.#filter()
    })
    select.value = this.#element
    this.#words.addEventListener('input', () => this.#filter())
    const words = make(
      'div',
      { class: 'choice' },
      make('label', { for: 'choice-words' }, 'Find'),
      this.#words,
    )
    place.append(make('div', { class: 'choices' }, elements, words), this.#count)
    for (const [item, entry] of this.#entries)
      item.querySelector('a')?.addEventListener('click', (event) => {
        // A new tab or window gets the screen alone.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        this.#viewer.open(entry)
      })
    this.#filter()
    this.#viewer.openFromAddress()
  }

  #shown(): readonly Entry[] {
    return this.#items.filter(({ hidden }) => !hidden).map((item) => this.#entries.get(item)!)
  }

  /** Hides the other screens, and every state and element without a screen. */
  #filter(): void {
    const words = this.#words.value.trim().toLowerCase()
    for (const [item, { tag, name }] of this.#entries)
      item.hidden = (this.#element !== 'all' && tag !== this.#element) || !name.toLowerCase().includes(words)
    for (const list of document.querySelectorAll<HTMLElement>('.state, .overview')) {
      list.hidden = list.querySelector('[data-screen]:not([hidden])') === null
      if (list.matches('.overview')) list.previousElementSibling?.toggleAttribute('hidden', list.hidden)
    }
    const count = this.#shown().length
    this.#count.textContent = count === 1 ? '1 screen' : `${count} screens`
  }
}

const place = document.getElementById('gallery')
if (place !== null) new Overview(place)
