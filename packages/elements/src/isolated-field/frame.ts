// The script of the frame: one field, plain while it has the focus or while "Show" is on, otherwise masked, as in
// secret.field.ts. The text stays in this frame; the page gets it sealed to the key that the BFF wrote into this page.
import { writeIsolated, type SealKey } from '@tapboard/contract'
import { masked } from '../merchant-apply/fields/format.ts'
import { westernDigits } from '../merchant-apply/fields/numbers.ts'
import { seal } from '../merchant-apply/seal.ts'
import { CONNECT, type FieldSettings, type FromFrame, type ToFrame } from './protocol.ts'
import { FRAME_STYLES } from './frame.styles.ts'
import { Comparisons, formatField, judgeField, safeLook } from './rules.ts'

/** The field of a frame. */
class IsolatedField {
  readonly #input = document.querySelector('input')!
  readonly #button = document.querySelector('button')!
  readonly #description = document.querySelector('p')!
  readonly #key: SealKey
  readonly #port: MessagePort
  readonly #comparisons = new Comparisons()
  #settings: FieldSettings | undefined
  /** The typed text, in Western digits. */
  #typed = ''
  /** The last message about it. */
  #sent = ''
  /** Ends when no change is on its way. */
  #telling: Promise<void> = Promise.resolve()
  #isPressed = false
  /** "Show" is on. */
  #isShown = false

  constructor(key: SealKey, port: MessagePort) {
    this.#key = key
    this.#port = port
    port.onmessage = ({ data }: MessageEvent<ToFrame>) => this.#receive(data)
    this.#listenToInput()
    this.#listenToButton()
    // The page focuses the frame; the field is its only control that takes text.
    addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#input.focus()
    })
    new ResizeObserver(() =>
      this.#tell({ type: 'sized', height: document.body.getBoundingClientRect().height }),
    ).observe(document.body)
    this.#tell({ type: 'ready' })
  }

  #tell(message: FromFrame): void {
    this.#port.postMessage(message)
  }

  #receive(message: ToFrame): void {
    switch (message.type) {
      case 'set':
        return this.#set(message.settings)
      case 'clear':
        this.#typed = this.#sent = ''
        this.#isShown = false
        this.#input.placeholder = message.kept ? masked('kept') : ''
        return this.#draw()
      case 'settle':
        return void this.#telling.then(() => this.#tell({ type: 'settled' }))
    }
  }

  #set(settings: FieldSettings): void {
    const before = this.#settings
    // By the rules of another field the page could ask more about the typed text.
    if (before !== undefined && before.field !== settings.field) return
    this.#settings = settings
    const { documentElement: root } = document
    root.lang = settings.lang
    root.dir = settings.dir
    for (const [name, value] of safeLook(settings.look)) root.style.setProperty(name, value)
    this.#input.ariaLabel = settings.label
    this.#input.ariaInvalid = settings.invalid ? 'true' : 'false'
    this.#description.textContent = settings.description
    const [label, name] = settings.show
    this.#button.textContent = label
    this.#button.ariaLabel = name
    const isJudgedAnew =
      before !== undefined && (before.expected !== settings.expected || before.apart !== settings.apart)
    if (isJudgedAnew && this.#typed !== '') this.#judge()
    this.#draw()
  }

  /** Shows the text as the focus demands. */
  #draw(): void {
    this.#button.disabled = this.#typed === ''
    this.#button.ariaPressed = String(this.#isShown && this.#typed !== '')
    // The text is not rewritten during typing.
    if (document.activeElement === this.#input && document.hasFocus()) return
    this.#input.value = this.#settings ? this.#idle() : ''
  }

  #show(): void {
    if (this.#settings) this.#input.value = formatField(this.#typed, this.#settings.field)
  }

  #listenToInput(): void {
    const input = this.#input
    input.addEventListener('mousedown', () => (this.#isPressed = true))
    input.addEventListener('focus', () => {
      this.#show()
      if (!this.#isPressed) input.select()
      this.#isPressed = false
    })
    input.addEventListener('input', () => {
      this.#typed = westernDigits(input.value)
      input.placeholder = ''
      this.#button.disabled = this.#typed === ''
      this.#judge()
    })
    input.addEventListener('blur', () => {
      input.value = this.#idle()
      this.#after(() => this.#tell({ type: 'left' }))
    })
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#after(() => this.#tell({ type: 'submit' }))
    })
  }

  #listenToButton(): void {
    const [input, button] = [this.#input, this.#button]
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', () => {
      this.#isShown = !this.#isShown
      if (document.activeElement !== input) input.value = this.#idle()
      this.#draw()
    })
  }

  /** The text without the focus. */
  #idle(): string {
    const { field } = this.#settings ?? {}
    return this.#isShown && field ? formatField(this.#typed, field) : masked(this.#typed)
  }

  #after(act: () => void): void {
    void this.#telling.then(act)
  }

  /** Judges the text and tells the page a changed verdict; a valid text is sealed anew with each change. */
  #judge(): void {
    const settings = this.#settings
    if (settings === undefined) return
    const typed = this.#typed
    const { field, application, sandbox } = settings
    const apart = this.#comparisons.admit(settings.apart, sandbox)
    const found = typed === '' ? { value: '', code: '' as const } : judgeField(typed, { ...settings, apart })
    const change = writeIsolated(found, `=${found.value}`)
    if (change === this.#sent) return
    this.#sent = change
    const telling = async (): Promise<void> => {
      const isSealed = found.value !== '' && found.code === ''
      const sealed = isSealed ? await seal({ field, text: found.value }, this.#key, application) : ''
      // A later change is on its way.
      if (this.#sent === change) this.#tell({ type: 'changed', text: writeIsolated(found, sealed) })
    }
    this.#telling = Promise.all([this.#telling, telling()]).then(() => undefined)
  }
}

/** Waits for the port of the page in which this frame is. */
export function start(): void {
  // The BFF wrote this page.
  const key = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=seal-key]')!.content) as SealKey
  const styles = new CSSStyleSheet()
  styles.replaceSync(FRAME_STYLES)
  document.adoptedStyleSheets = [styles]
  const stop = new AbortController()
  addEventListener(
    'message',
    ({ source, data, ports: [port] }) => {
      if (source !== parent || data !== CONNECT || port === undefined) return
      stop.abort()
      new IsolatedField(key, port)
    },
    stop,
  )
}

start()
