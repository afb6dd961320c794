// The gallery: choices above, and below each name its screen in a frame. A frame loads shortly before it comes into sight, and is
// removed far out of sight. The choices are in the address, so that a view has a link.
import '../styles/editor.css'
import '../styles/gallery.css'
import { stateOf } from '../screen/group.ts'
import { MESSAGE } from '../screen/message.ts'
import { CHOICES, readLook, writeQuery, type ChoiceName, type ScreenLook } from '../screen/look.ts'
import { choice, make } from './dom.ts'

/** Distance from the view, in px, in which frames are kept. */
const NEAR_PX = 600

/** Frames that load at the same time: each runs an element. */
const AT_ONCE = 2

/** Height of a frame until its screen reports its own. */
const FIRST_HEIGHT_PX = 480

/** A screen of the list. */
class Item {
  readonly screen: string
  readonly state: string
  readonly #item: HTMLElement
  readonly #link: HTMLAnchorElement
  readonly #box = make('div', { class: 'shown' })
  #frame: HTMLIFrameElement | null = null
  #look: ScreenLook

  constructor(item: HTMLElement, look: ScreenLook) {
    this.#item = item
    this.#link = item.querySelector('a')!
    this.screen = item.dataset['screen'] ?? ''
    this.state = stateOf(this.#link.textContent ?? '')
    this.#look = look
    this.#box.style.blockSize = `${FIRST_HEIGHT_PX}px`
    item.append(this.#box)
    this.dress(look)
  }

  get box(): HTMLElement {
    return this.#box
  }

  /** Shows or hides the whole entry. */
  set wanted(wanted: boolean) {
    this.#item.hidden = !wanted
  }

  /** Is this the window of the frame? */
  owns(source: MessageEventSource | null): boolean {
    return this.#frame !== null && this.#frame.contentWindow === source
  }

  /** The look of the next frame; a present frame is removed. */
  dress(look: ScreenLook): void {
    this.#look = look
    this.#link.href = `../screen/${writeQuery(this.screen, look)}`
    // A phone's own width is a little less than that of the narrow looks.
    this.#box.style.inlineSize = Number(look.width) < 480 ? `min(${look.width}px, 100%)` : `${look.width}px`
    this.remove()
  }

  /** Loads the frame; resolves when it has its height, or could not load. */
  async load(): Promise<void> {
    if (this.#frame) return
    const title = this.#link.textContent ?? ''
    const frame = make('iframe', { title, src: this.#link.href, width: this.#look.width })
    this.#frame = frame
    const reported = new Promise((resolve) => frame.addEventListener('tapboard-height', resolve))
    this.#box.append(frame)
    await Promise.race([reported, new Promise((resolve) => setTimeout(resolve, 5_000))])
  }

  remove(): void {
    this.#frame?.remove()
    this.#frame = null
  }

  /** The height that the screen reported. */
  resize(height: number): void {
    this.#box.style.blockSize = `${height}px`
    this.#frame?.dispatchEvent(new Event('tapboard-height'))
  }
}

/** Loads the frames in sight, a few at a time. */
class Loader {
  readonly #near = new Set<Item>()
  #running = 0

  set(item: Item, near: boolean): void {
    if (near) this.#near.add(item)
    else {
      this.#near.delete(item)
      item.remove()
    }
    this.next()
  }

  next(): void {
    for (const item of this.#near) {
      if (this.#running >= AT_ONCE) return
      if (item.box.childElementCount > 0) continue
      this.#running += 1
      void item.load().finally(() => {
        this.#running -= 1
        this.next()
      })
    }
  }
}

const ELEMENTS = [
  ['all', 'All elements'],
  ['terminal-pay', '<terminal-pay>'],
  ['merchant-apply', '<merchant-apply>'],
  ['terminal-desk', '<terminal-desk>'],
] as const

function openGallery(place: HTMLElement): void {
  const given = new URLSearchParams(location.search)
  let look = readLook(location.search)
  let element = given.get('element') ?? 'all'
  let state = given.get('state') ?? 'all'
  let screen = given.get('screen') ?? 'all'
  const items = Array.from(
    document.querySelectorAll<HTMLElement>('[data-screen]'),
    (item) => new Item(item, look),
  )
  const loader = new Loader()
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        loader.set(
          items.find(({ box }) => box === target)!,
          isIntersecting,
        )
    },
    { rootMargin: `${NEAR_PX}px 0px` },
  )

  const [elements, elementSelect] = choice('Element', ELEMENTS, (value) => {
    element = value
    state = screen = 'all'
    apply()
  })
  const [states, stateSelect] = choice('State', [['all', 'All states']], (value) => {
    state = value
    screen = 'all'
    apply()
  })
  const [screens, screenSelect] = choice('Screen', [['all', 'All screens']], (value) => {
    screen = value
    apply()
  })
  const looks = Object.entries(CHOICES).map(([name, [label, values]]) => {
    const [shown, select] = choice(label, values, (value) => {
      look = { ...look, [name]: value }
      for (const item of items) item.dress(look)
      apply()
      loader.next()
    })
    select.value = look[name as ChoiceName]
    return shown
  })

  const isOf = (item: Item): boolean => element === 'all' || item.screen.startsWith(`${element}/`)
  const isIn = (item: Item): boolean => isOf(item) && (state === 'all' || item.state === state)

  function apply(): void {
    elementSelect.value = element
    offerStates(stateSelect, items.filter(isOf), state)
    const offered = items.filter(isIn)
    screenSelect.replaceChildren(
      new Option('All screens', 'all'),
      ...offered.map((item) => new Option(nameOf(item.screen), item.screen)),
    )
    screenSelect.value = screen
    for (const item of items) item.wanted = isIn(item) && (screen === 'all' || item.screen === screen)
    arrange(look, screen === 'all')
    const query = new URLSearchParams(writeQuery(screen, look))
    if (screen === 'all') query.delete('screen')
    if (element !== 'all') query.set('element', element)
    if (state !== 'all') query.set('state', state)
    history.replaceState(null, '', `${location.pathname}${query.size ? `?${query}` : ''}${location.hash}`)
  }

  place.append(make('div', { class: 'choices' }, elements, states, screens, ...looks))
  apply()
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const { type, height } = Object(data) as { readonly type?: unknown; readonly height?: unknown }
    if (origin !== location.origin || type !== MESSAGE || typeof height !== 'number') return
    items.find((item) => item.owns(source))?.resize(height)
  })
  for (const { box } of items) watcher.observe(box)
}

/** Offers the states of the screens. */
function offerStates(select: HTMLSelectElement, items: readonly Item[], chosen: string): void {
  const states = [...new Set(items.map(({ state }) => state))]
  select.replaceChildren(
    new Option('All states', 'all'),
    ...states.map((name) => new Option(name[0]!.toUpperCase() + name.slice(1), name)),
  )
  select.value = chosen
}

/** Hides empty lists with their headings, and lays narrow screens side by side. A filter needs no index. */
function arrange({ width }: ScreenLook, isWhole: boolean): void {
  for (const list of document.querySelectorAll<HTMLElement>('.screens')) {
    const shown = list.querySelectorAll('li:not([hidden])').length
    list.hidden = shown === 0
    list.style.setProperty('--shown', `${width}px`)
    const index = list.previousElementSibling
    index?.toggleAttribute('hidden', shown === 0 || !isWhole || shown < list.childElementCount)
    index?.previousElementSibling?.toggleAttribute('hidden', shown === 0)
  }
}

/** The name of a screen, from its link. */
const nameOf = (screen: string): string =>
  document.querySelector(`[data-screen="${CSS.escape(screen)}"] a`)?.textContent ?? screen

const place = document.getElementById('gallery')
if (place !== null) openGallery(place)
