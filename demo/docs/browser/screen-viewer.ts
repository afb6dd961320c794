// The viewer of the gallery: one screen, large and live, with its look above it and its pictures below it. It is a modal dialog; the
// address names screen and look, so that a view has a link, and Back closes it.
import { MESSAGE } from '../screen/message.ts'
import { CHOICES, readLook, writeQuery, type ChoiceName, type ScreenLook } from '../screen/look.ts'
import { choice, make } from './dom.ts'

/** Height of the frame until its screen reports its own, in px. */
const FIRST_HEIGHT_PX = 480

/** Width and height of a sheet in px. */
export interface SheetSize {
  readonly width: string
  readonly height: string
}

/** A screen of the overview. */
export interface Entry {
  /** Its file, such as `terminal-pay/approved`. */
  readonly screen: string
  readonly name: string
  /** Tag of the element that has the screen. */
  readonly tag: string
  /** What a person reads on it, and what they can do. */
  readonly caption: readonly string[]
  /** Its sheet of pictures; `null`: none was taken. */
  readonly now: SheetSize | null
  /** Its sheet of 2026-11-21; `null`: there was no screen of this name. */
  readonly before: SheetSize | null
}

const button = (label: string, press: () => void): HTMLButtonElement => {
  const made = make('button', { type: 'button' }, label)
  made.addEventListener('click', press)
  return made
}

/** Opens screens of the overview one at a time. */
export class ScreenViewer {
  readonly #entries: () => readonly Entry[]
  readonly #title = make('h2', { id: 'viewer-title', tabindex: '-1' })
  readonly #place = make('p')
  readonly #alone = make('a', {}, 'Open alone')
  readonly #caption = make('div', { class: 'caption' })
  readonly #shown = make('div', { class: 'shown' })
  readonly #pictures = make('div', { class: 'pictures' })
  readonly #dialog = make('dialog', { class: 'viewer', 'aria-labelledby': 'viewer-title' })
  #look: ScreenLook = readLook(location.search)
  #entry: Entry | null = null

  /** `entries` are the screens to leaf through, in their order. */
  constructor(entries: () => readonly Entry[]) {
    this.#entries = entries
    const looks = Object.entries(CHOICES).map(([name, [label, values]]) => {
      const [shown, select] = choice(label, values, (value) => this.#dress({ [name]: value }))
      select.value = this.#look[name as ChoiceName]
      return shown
    })
    const head = make(
      'div',
      { class: 'viewer-head' },
      make('div', {}, this.#title, this.#place),
      button('Previous', () => this.#leaf(-1)),
      button('Next', () => this.#leaf(1)),
      this.#alone,
      button('Close', () => this.#dialog.close()),
    )
    const body = make('div', { class: 'viewer-body' }, this.#caption, this.#shown, this.#pictures)
    this.#dialog.append(head, make('div', { class: 'choices' }, ...looks), body)
    this.#dialog.addEventListener('close', () => this.#closed())
    this.#dialog.addEventListener('keydown', (event) => this.#handleKey(event))
    addEventListener('popstate', () => this.#follow())
    addEventListener('message', (event) => this.#resize(event))
    document.body.append(this.#dialog)
  }

  /** Opens the screen that the address names, if any. */
  openFromAddress(): void {
    const screen = new URLSearchParams(location.search).get('screen')
    const entry = this.#entries().find((one) => one.screen === screen)
    if (entry) this.#show(entry)
  }

  /** Opens a screen; the address changes, so that Back closes it. */
  open(entry: Entry): void {
    history.pushState({ viewer: true }, '', this.#addressOf(entry))
    this.#show(entry)
  }

  #addressOf(entry: Entry): string {
    return `${location.pathname}${writeQuery(entry.screen, this.#look)}`
  }

  #show(entry: Entry): void {
    this.#entry = entry
    const all = this.#entries()
    this.#title.textContent = entry.name
    this.#place.textContent = `<${entry.tag}>, ${all.indexOf(entry) + 1} of ${all.length}`
    this.#alone.href = `../screen/${writeQuery(entry.screen, this.#look)}`
    this.#caption.replaceChildren(...entry.caption.map((text) => make('p', {}, text)))
    this.#frame(entry)
    this.#pictures.replaceChildren(...this.#picturesOf(entry))
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#title.focus()
  }

  #frame({ name }: Entry): void {
    const { width } = this.#look
    this.#shown.style.blockSize = `${FIRST_HEIGHT_PX}px`
    // A phone's own width is a little less than that of the narrow looks.
    this.#shown.style.inlineSize = Number(width) < 480 ? `min(${width}px, 100%)` : `${width}px`
    this.#shown.replaceChildren(make('iframe', { title: name, src: this.#alone.href, width }))
  }

  #dress(change: Partial<ScreenLook>): void {
    this.#look = { ...this.#look, ...change }
    const entry = this.#entry
    if (entry === null) return
    this.#alone.href = `../screen/${writeQuery(entry.screen, this.#look)}`
    this.#frame(entry)
    this.#pictures.replaceChildren(...this.#picturesOf(entry))
    history.replaceState(history.state, '', this.#addressOf(entry))
  }

  #leaf(by: 1 | -1): void {
    const all = this.#entries()
    const at = all.findIndex(({ screen }) => screen === this.#entry?.screen)
    const next = all[(at + by + all.length) % all.length]
    if (next === undefined) return
    history.replaceState(history.state, '', this.#addressOf(next))
    this.#show(next)
  }

  #handleKey(event: KeyboardEvent): void {
    const inChoice = event.target instanceof Element && event.target.closest('select, .pictures') !== null
    if (inChoice || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    this.#leaf(event.key === 'ArrowLeft' ? -1 : 1)
  }

  /** The frame goes, so that a hidden screen costs nothing; the focus returns to the last screen of the overview. */
  #closed(): void {
    const screen = this.#entry?.screen ?? ''
    this.#entry = null
    this.#shown.replaceChildren()
    this.#pictures.replaceChildren()
    document.querySelector<HTMLElement>(`[data-screen="${CSS.escape(screen)}"] a`)?.focus()
    if (!new URLSearchParams(location.search).has('screen')) return
    if ((history.state as { readonly viewer?: unknown } | null)?.viewer) history.back()
    else history.replaceState(null, '', location.pathname)
  }

  /** Back and Forward open and close the viewer. */
  #follow(): void {
    if (new URLSearchParams(location.search).has('screen')) this.openFromAddress()
    else if (this.#dialog.open) this.#dialog.close()
  }

  #resize({ data, origin, source }: MessageEvent<unknown>): void {
    const { type, height } = Object(data) as { readonly type?: unknown; readonly height?: unknown }
    if (origin !== location.origin || type !== MESSAGE || typeof height !== 'number') return
    if (this.#shown.querySelector('iframe')?.contentWindow !== source) return
    this.#shown.style.blockSize = `${height}px`
  }

  /** The sheets of now and before in the chosen theme, and the way to the other one. */
  #picturesOf({ screen, name, now, before }: Entry): readonly Node[] {
    const theme = /dark/.test(this.#look.theme) ? 'dark' : 'light'
    const sheet = (time: 'now' | 'before', label: string, size: SheetSize): readonly Node[] => {
      const src = `../pictures/${theme}/${time}/${screen}.png`
      const alt = `${name} at 1280, 390 and 320 px`
      const link = make('a', { href: src }, make('img', { ...size, src, alt, loading: 'lazy' }))
      return [make('h3', {}, label), make('div', { class: 'sheet' }, link)]
    }
    return [
      ...(now === null ? [] : sheet('now', `Now, ${theme}, at half size`, now)),
      ...(before === null
        ? [make('p', { class: 'count' }, 'There was no screen of this name on 2026-11-21.')]
        : sheet('before', `Before, on 2026-11-21, ${theme}, at half size`, before)),
    ]
  }
}
