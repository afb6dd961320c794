// The editor of the theming page: a screen of an element in a frame, a field for every custom property, the contrast of each
// pair, and the CSS to copy. Input stays in the page.
import '../styles/editor.css'
import { THEMES } from '../../shared/themes/themes.ts'
import dark from '../../shared/themes/dark.css?raw'
import highContrast from '../../shared/themes/high-contrast.css?raw'
import neutral from '../../shared/themes/neutral.css?raw'
import playful from '../../shared/themes/playful.css?raw'
import printLike from '../../shared/themes/print-like.css?raw'
import { contrast, PAIRS, type Rgb } from '../../../packages/elements/src/shared/contrast.part.ts'
import { choice, make } from './dom.ts'
import { changed, lookOf, readTheme, writeLook, type Look, type Scheme } from './look.ts'
import { MESSAGE } from '../screen/message.ts'

const FILES: Readonly<Record<(typeof THEMES)[number]['name'], string>> = {
  neutral,
  dark,
  'high-contrast': highContrast,
  playful,
  'print-like': printLike,
}

const ELEMENTS = ['terminal-pay', 'merchant-apply', 'terminal-desk'] as const

/** The screen that the editor begins with. */
const FIRST_SCREEN = 'terminal-pay/choosing-one-terminal'

/** Properties that are not colours, with the maximum of the slider. */
const LENGTHS: Readonly<Record<string, number>> = { '--tapboard-radius': 32, '--tapboard-space': 28 }

/** Returns the name of a property without its prefix: `--tapboard-on-accent` → `on-accent`. */
const short = (name: string): string => name.replace('--tapboard-', '')

/** The colour that the browser computes from a value; `null` for an invalid one. */
function colourOf(value: string): Rgb | null {
  if (!CSS.supports('color', value)) return null
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (canvas === null) return null
  canvas.fillStyle = value
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

const hex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** One pair of colours with its minimum contrast and the cell that shows the present one. */
interface ContrastRow {
  readonly front: string
  readonly back: string
  readonly needed: number
  readonly result: HTMLTableCellElement
}

const contrastRows = (): readonly ContrastRow[] =>
  PAIRS.map(([front, back, needed]) => ({ front, back, needed, result: make('td', { class: 'number' }) }))

const contrastTable = (rows: readonly ContrastRow[]): HTMLElement =>
  make(
    'table',
    {},
    make('thead', {}, make('tr', {}, make('th', {}, 'What'), make('th', {}, 'Contrast'))),
    make(
      'tbody',
      {},
      ...rows.map(({ front, back, result }) => make('tr', {}, make('td', {}, `${front} on ${back}`), result)),
    ),
  )

/** The second control of a property: a picker of colours, a slider of lengths, none for the font. */
function pickerOf(name: string): HTMLInputElement | null {
  const max = LENGTHS[name]
  if (max !== undefined) {
    const label = `${short(name)}, pixels`
    return make('input', { type: 'range', min: '0', max: String(max), 'aria-label': label })
  }
  if (name === '--tapboard-font') return null
  return make('input', { type: 'color', 'aria-label': `${short(name)}, colour` })
}

class ThemeEditor {
  readonly #defaults: Look
  readonly #frame = make('iframe', { title: 'Preview' })
  readonly #code = make('code')
  readonly #rows = contrastRows()
  readonly #fields = new Map<string, readonly [text: HTMLInputElement, picker: HTMLInputElement | null]>()
  #look: Look
  #scheme: Scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

  constructor(place: HTMLElement) {
    this.#defaults = lookOf(
      Object.entries(JSON.parse(place.dataset['defaults'] ?? '{}') as Record<string, string>),
      null,
    )
    this.#look = this.#defaults
    this.#frame.addEventListener('load', () => this.#applyLook())
    addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
      const { type, height } = Object(data) as { readonly type?: unknown; readonly height?: unknown }
      if (origin === location.origin && source === this.#frame.contentWindow && type === MESSAGE)
        this.#frame.style.blockSize = `${Number(height)}px`
    })
    const form = make(
      'form',
      { class: 'fields', 'aria-label': 'Custom properties' },
      ...Object.keys(this.#defaults.light).map((name) => this.#createField(name)),
    )
    form.addEventListener('submit', (event) => event.preventDefault())
    const copy = make('button', { class: 'copy', type: 'button' }, make('span', {}, 'Copy'))
    place.append(
      make('div', { class: 'choices' }, this.#screens(place), this.#themes(), this.#schemes()),
      make('div', { class: 'halves' }, make('div', { class: 'seen' }, this.#frame), form),
      make('div', { class: 'table' }, contrastTable(this.#rows)),
      make('div', { class: 'code' }, make('pre', { 'data-language': 'css' }, this.#code), copy),
    )
    this.#update()
  }

  /** The scheme that the preview shows: a theme may have one only. */
  get #shown(): Scheme {
    return this.#look.only ?? this.#scheme
  }

  #value(name: string): string {
    return this.#look[this.#shown][name] ?? ''
  }

  #set(name: string, value: string, both: boolean): void {
    this.#look = changed(this.#look, name, value, this.#shown, both)
    this.#update()
  }

  #createField(name: string): HTMLElement {
    const id = `look-${short(name)}`
    const text = make('input', { id, type: 'text', spellcheck: 'false', autocomplete: 'off' })
    const picker = pickerOf(name)
    const isColour = picker?.type === 'color'
    text.addEventListener('change', () =>
      this.#set(name, text.value.trim() || (this.#defaults[this.#scheme][name] ?? ''), !isColour),
    )
    picker?.addEventListener('input', () =>
      this.#set(name, isColour ? picker.value : `${picker.value}px`, !isColour),
    )
    this.#fields.set(name, [text, picker])
    const label = make('label', { for: id }, short(name))
    return make('div', { class: 'field' }, label, ...(picker === null ? [] : [picker]), text)
  }

  #themes(): HTMLElement {
    const themes = THEMES.map(({ name, label }) => [name, label] as const)
    const [element] = choice('Begin with', [['', 'None: the defaults'], ...themes], (name) => {
      const theme = THEMES.find((each) => each.name === name)
      const read = theme === undefined ? this.#defaults : readTheme(FILES[theme.name])
      this.#look = {
        ...read,
        light: { ...this.#defaults.light, ...read.light },
        dark: { ...this.#defaults.dark, ...read.dark },
      }
      this.#update()
    })
    return element
  }

  #schemes(): HTMLElement {
    const schemes = [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ] as const
    const [element, select] = choice('Show in', schemes, (name) => {
      this.#scheme = name === 'dark' ? 'dark' : 'light'
      this.#update()
    })
    select.value = this.#scheme
    return element
  }

  #screens(place: HTMLElement): HTMLElement {
    const screens = JSON.parse(place.dataset['screens'] ?? '[]') as readonly (readonly [string, string])[]
    const show = (file: string): void => {
      this.#frame.src = `../screen/?${new URLSearchParams({ screen: file, theme: this.#shown })}`
    }
    const [element, select] = choice('Screen', [], show)
    for (const tag of ELEMENTS)
      select.append(
        make(
          'optgroup',
          { label: `<${tag}>` },
          ...screens
            .filter(([file]) => file.startsWith(`${tag}/`))
            .map(([value, name]) => make('option', { value }, name)),
        ),
      )
    select.value = FIRST_SCREEN
    show(FIRST_SCREEN)
    return element
  }

  /** Writes the look into the fields, the preview, the CSS and the contrasts. */
  #update(): void {
    for (const [name, [text, picker]] of this.#fields) {
      text.value = this.#value(name)
      const colour = colourOf(this.#value(name))
      if (picker?.type === 'color' && colour !== null) picker.value = hex(colour)
      if (picker?.type === 'range') picker.value = String(Number.parseFloat(this.#value(name)))
    }
    this.#applyLook()
    this.#code.textContent = writeLook(this.#look, this.#defaults)
    for (const row of this.#rows) this.#updateContrast(row)
  }

  /** Sets the scheme and the values on the page in the frame, above its element. */
  #applyLook(): void {
    const style = this.#frame.contentDocument?.documentElement.style
    if (!style) return
    style.colorScheme = this.#shown
    for (const name of Object.keys(this.#defaults.light))
      if (this.#value(name) === this.#defaults[this.#shown][name]) style.removeProperty(name)
      else style.setProperty(name, this.#value(name))
  }

  #updateContrast({ front, back, needed, result }: ContrastRow): void {
    const colours = [front, back].map((name) => colourOf(this.#value(`--tapboard-${name}`)))
    const [one = null, other = null] = colours
    const ratio = one === null || other === null ? null : contrast(one, other)
    const good = ratio !== null && ratio >= needed
    result.textContent =
      ratio === null ? 'not a colour' : `${ratio.toFixed(1)} : 1 ${good ? '– enough' : `– needs ${needed}`}`
    result.dataset['good'] = String(good)
  }
}

const place = document.getElementById('editor')
if (place !== null) void new ThemeEditor(place)
