// The secrets of `<merchant-apply isolate>`: each is typed in a sandboxed frame of the BFF, which this page cannot read. The frame
// judges the secret and gives the page its verdict and the sealed text. A frame that leaves the page forgets what was typed; the
// form keeps the sealed text.
import type { SecretName } from '@tapboard/contract'
import { web } from '@tapboard/contract'
import {
  CONNECT,
  FONT,
  LOOK,
  type FieldSettings,
  type FromFrame,
  type ToFrame,
} from '../isolated-field/protocol.ts'

/** Time for a frame to answer after it has loaded. */
const READY_MS = 8_000
/** Time for a frame to send what is on its way. */
const SETTLE_MS = 1_000

/** The members of the controller that the frames use. */
export interface IsolatedForm {
  /** URL of the BFF. */
  readonly base: string | null
  readonly host: HTMLElement
  change(path: string, value: string): void
  leave(path: string): void
  /** The frame of the field did not load. */
  stuck(): void
}

/** The settings of a field that its step knows. */
type FieldScene = Omit<FieldSettings, 'field' | 'look' | 'dir'>

/** One frame and its connection. */
class Frame {
  readonly element = document.createElement('iframe')
  readonly #form: IsolatedForm
  readonly #path: string
  #port: MessagePort | undefined
  #settings: FieldSettings | undefined
  #sent = ''
  /** The last value of the form that this frame knows. */
  #value = ''
  #settled: (() => void)[] = []
  #late: ReturnType<typeof setTimeout> | undefined
  readonly #whenLate: () => void

  /** `late` is called when the frame does not answer. */
  constructor(form: IsolatedForm, path: string, late: () => void) {
    this.#form = form
    this.#path = path
    this.#whenLate = late
    const { element } = this
    element.id = path
    element.className = 'isolated'
    element.setAttribute('sandbox', 'allow-scripts')
    element.referrerPolicy = 'no-referrer'
    element.src = `${form.base}${web.getIsolatedField.path}?origin=${location.origin}`
    element.addEventListener('load', () => this.#connect())
    this.#expect()
  }

  /** Waits for the frame; also where the network never answers, so that it does not load. */
  #expect(): void {
    clearTimeout(this.#late)
    this.#late = setTimeout(() => this.element.isConnected && this.#whenLate(), READY_MS)
  }

  /** Shows the field with these settings; `value` is the form's. */
  show(settings: FieldSettings, value: string): void {
    this.#settings = settings
    this.element.title = settings.label
    if (this.#port) this.#update(value)
    else this.#value = value
  }

  /** Resolves when every change has arrived, at the latest after a second. */
  settle(): Promise<void> {
    if (!this.#port || !this.element.isConnected) return Promise.resolve()
    this.#send({ type: 'settle' })
    return new Promise((resolve) => {
      this.#settled.push(resolve)
      setTimeout(resolve, SETTLE_MS)
    })
  }

  /** A frame begins anew each time it is put into a page. */
  #connect(): void {
    const { port1, port2 } = new MessageChannel()
    this.#port = undefined
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => this.#receive(data, port1)
    this.#expect()
    // The frame has an opaque origin, so that no other address than any can be named. The message says nothing.
    this.element.contentWindow?.postMessage(CONNECT, '*', [port2])
  }

  #send(message: ToFrame): void {
    this.#port?.postMessage(message)
  }

  #update(value: string): void {
    const text = JSON.stringify(this.#settings)
    if (text !== this.#sent) this.#send({ type: 'set', settings: this.#settings! })
    this.#sent = text
    if (value !== this.#value) this.#send({ type: 'clear', kept: value !== '' })
    this.#value = value
  }

  #receive(message: FromFrame, port: MessagePort): void {
    const [form, path] = [this.#form, this.#path]
    switch (message.type) {
      case 'ready': {
        clearTimeout(this.#late)
        this.#port = port
        const value = this.#value
        this.#sent = ''
        // An earlier text stays in the form, sealed; the frame shows that there is one.
        this.#value = ''
        return this.#update(value)
      }
      case 'changed':
        this.#value = message.text
        return form.change(path, message.text)
      case 'left':
        return form.leave(path)
      case 'submit':
        return this.element.closest('form')?.requestSubmit()
      case 'settled':
        for (const resolve of this.#settled.splice(0)) resolve()
        return
      case 'sized':
        // The outline of the focus needs room around the field.
        this.element.style.blockSize = `${message.height}px`
    }
  }
}

/** Direction and look of the element, which the frames take over. */
function lookOf(host: HTMLElement): Pick<FieldSettings, 'dir' | 'look'> {
  const card = getComputedStyle(host.shadowRoot?.querySelector('section') ?? host)
  const value = (name: string): string => card.getPropertyValue(name).trim()
  return {
    dir: card.direction,
    look: Object.fromEntries([...LOOK, ...FONT].map((name) => [name, value(name)])),
  }
}

/** The isolated fields of one element. */
export class IsolatedFields {
  readonly #form: IsolatedForm
  readonly #frames = new Map<string, Frame>()

  constructor(form: IsolatedForm) {
    this.#form = form
  }

  /** The frame of the field at `path`, for a template; `value` is the form's. */
  frame(path: string, scene: FieldScene, value: string): HTMLIFrameElement {
    // A frame that does not answer is replaced with the next drawing, which `stuck` requests.
    const late = (): void => {
      this.#frames.delete(path)
      this.#form.stuck()
    }
    const frame = this.#frames.get(path) ?? new Frame(this.#form, path, late)
    this.#frames.set(path, frame)
    const field = path.replace(/.*\./, '') as SecretName
    frame.show({ ...scene, field, ...lookOf(this.#form.host) }, value)
    return frame.element
  }

  /** Resolves when the changes of all fields have arrived. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#frames.values(), (frame) => frame.settle()))
  }
}
