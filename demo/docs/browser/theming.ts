// The editor of the theming page: a live element of a shop inside the page, a field for every custom property, the
// contrast of each pair, and the CSS to copy. Input stays in the page.
import '@tapboard/elements/terminal-pay/define'
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
import { sampleToken, SCENES, ScriptedShop, type SceneName } from './scripted-shop.ts'

const FILES: Readonly<Record<(typeof THEMES)[number]['name'], string>> = {
  neutral,
  dark,
  'high-contrast': highContrast,
  playful,
  'print-like': printLike,
}

const SCENE_NAMES: Readonly<Record<SceneName, string>> = {
  choosing: 'Choose a terminal',
  waiting: 'Present the card',
  approved: 'Approved',
  declined: 'Declined',
  unknown: 'Result unknown',
}

/** Properties that are not colours, with the maximum of the slider. */
const LENGTHS: Readonly<Record<string, number>> = { '--tapboard-radius': 32, '--tapboard-space': 28 }

/** `--tapboard-on-accent` → `on-accent`. */
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

function openEditor(place: HTMLElement): void {
  const defaults = lookOf(
    Object.entries(JSON.parse(place.dataset['defaults'] ?? '{}') as Record<string, string>),
    null,
  )
  const shop = new ScriptedShop()
  let look: Look = defaults
  let scheme: Scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

  const pay = make('terminal-pay', { 'bff-url': '/sample' })
  pay.fetcher = shop.fetch
  pay.getToken = sampleToken
  const preview = make('div', { class: 'preview' }, pay)
  const code = make('code')
  const rows = PAIRS.map(([front, back, needed]) => ({
    front,
    back,
    needed,
    said: make('td', { class: 'number' }),
  }))
  const fields = new Map<string, readonly [text: HTMLInputElement, other: HTMLInputElement | null]>()

  const value = (name: string): string => look[look.only ?? scheme][name] ?? ''
  const draw = (): void => {
    const shown = look.only ?? scheme
    preview.dataset['scheme'] = shown
    pay.setAttribute('theme', shown)
    for (const name of Object.keys(defaults.light))
      if (value(name) === defaults[shown][name]) pay.style.removeProperty(name)
      else pay.style.setProperty(name, value(name))
    code.textContent = writeLook(look, defaults)
    for (const { front, back, needed, said } of rows) {
      const [one, other] = [colourOf(value(`--tapboard-${front}`)), colourOf(value(`--tapboard-${back}`))]
      const ratio = one === null || other === null ? null : contrast(one, other)
      const good = ratio !== null && ratio >= needed
      said.textContent =
        ratio === null ? 'not a colour' : `${ratio.toFixed(1)} : 1 ${good ? '– enough' : `– needs ${needed}`}`
      said.dataset['good'] = String(good)
    }
  }
  const fill = (): void => {
    for (const [name, [text, other]] of fields) {
      text.value = value(name)
      const colour = colourOf(value(name))
      if (other?.type === 'color' && colour !== null) other.value = hex(colour)
      if (other?.type === 'range') other.value = String(Number.parseFloat(value(name)))
    }
    draw()
  }
  const set = (name: string, next: string, both: boolean): void => {
    look = changed(look, name, next, look.only ?? scheme, both)
    fill()
  }

  const field = (name: string): HTMLElement => {
    const id = `look-${short(name)}`
    const most = LENGTHS[name]
    const colour = most === undefined && name !== '--tapboard-font'
    const text = make('input', { id, type: 'text', spellcheck: 'false', autocomplete: 'off' })
    const other = colour
      ? make('input', { type: 'color', 'aria-label': `${short(name)}, colour` })
      : most === undefined
        ? null
        : make('input', {
            type: 'range',
            min: '0',
            max: String(most),
            'aria-label': `${short(name)}, pixels`,
          })
    text.addEventListener('change', () =>
      set(name, text.value.trim() || (defaults[scheme][name] ?? ''), !colour),
    )
    other?.addEventListener('input', () => set(name, colour ? other.value : `${other.value}px`, !colour))
    fields.set(name, [text, other])
    return make(
      'div',
      { class: 'field' },
      make('label', { for: id }, short(name)),
      ...(other === null ? [] : [other]),
      text,
    )
  }

  const [beginning] = choice(
    'Begin with',
    [['', 'None: the defaults'], ...THEMES.map(({ name, label }) => [name, label] as const)],
    (name) => {
      const theme = THEMES.find((each) => each.name === name)
      const read = theme === undefined ? defaults : readTheme(FILES[theme.name])
      look = {
        ...read,
        light: { ...defaults.light, ...read.light },
        dark: { ...defaults.dark, ...read.dark },
      }
      fill()
    },
  )
  const [schemes, schemeSelect] = choice(
    'Show in',
    [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
    (name) => {
      scheme = name === 'dark' ? 'dark' : 'light'
      fill()
    },
  )
  schemeSelect.value = scheme
  const [scenes] = choice('State', Object.entries(SCENE_NAMES), (name) => {
    if (!Object.hasOwn(SCENES, name)) return
    shop.show(name as SceneName)
    // A new element, because an element never shows an ended sale as open again.
    pay.remove()
    pay.bffUrl = `/sample/${name}`
    preview.append(pay)
  })
  const contrasts = make(
    'table',
    {},
    make('thead', {}, make('tr', {}, make('th', {}, 'What'), make('th', {}, 'Contrast'))),
    make(
      'tbody',
      {},
      ...rows.map(({ front, back, said }) => make('tr', {}, make('td', {}, `${front} on ${back}`), said)),
    ),
  )
  const copy = make('button', { class: 'copy', type: 'button' }, make('span', {}, 'Copy'))
  place.append(
    make('div', { class: 'choices' }, beginning, schemes, scenes),
    make(
      'div',
      { class: 'halves' },
      make(
        'form',
        { class: 'fields', 'aria-label': 'Custom properties' },
        ...Object.keys(defaults.light).map(field),
      ),
      make('div', { class: 'seen' }, preview),
    ),
    make('div', { class: 'table' }, contrasts),
    make('div', { class: 'code' }, make('pre', { 'data-language': 'css' }, code), copy),
  )
  place.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  fill()
}

const place = document.getElementById('editor')
if (place !== null) openEditor(place)
