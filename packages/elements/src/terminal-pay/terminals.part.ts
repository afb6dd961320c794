// The list of terminals of <terminal-pay>: a listbox, with a search field above more than ten terminals. It loads after the first
// drawing, or at once where a person has to choose.
import type { DeviceView } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, type Part } from '../shared/controls.ts'
import { now } from '../shared/bff-controller.ts'
import { chosenOf, LONG_LIST, SETTLE_MS } from './choice.situation.ts'
import { renderTerminal } from './choosing.view.ts'
import { buttons, problem } from './controls.ts'
import { ago } from './terminals.format.ts'
import type { Scene } from './scene.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import { TERMINALS_ENGLISH, type TerminalsStrings } from './terminals.strings.ts'
import { TERMINALS_STYLES } from './terminals.styles.ts'

/** Letters typed within this time belong to one name. */
const TYPED_MS = 700

/** Text for comparison: without case and accents. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

type Group = readonly [place: string, devices: readonly DeviceView[]]

export class TerminalList {
  readonly styles = TERMINALS_STYLES
  /** The person opened the list. */
  isOpen = false
  /** Charge has just moved to the place of the pressed row, and a double click must not press it. */
  isSettling = false
  readonly #pay: TerminalPayController
  #query = ''
  /** ID of the terminal that Enter chooses. */
  #active: string | null = null
  #typed = ''
  #typedAtMs = 0

  constructor(pay: TerminalPayController) {
    this.#pay = pay
  }

  /** Opens the list with the focus in it. */
  open(): void {
    this.isOpen = true
    this.#active = this.#pay.view.deviceId
    this.#pay.redraw()
    void this.#focus('.list input, [role=listbox]')
  }

  /** Closes the list; the next drawing shows the row of the chosen terminal. */
  close(): void {
    this.isOpen = false
    this.#query = this.#typed = ''
    this.#active = null
  }

  /** The message about a search without a result; empty otherwise. */
  spoken(scene: Scene): string {
    return this.#query && !this.#shown(scene).length ? this.#texts(scene).noMatch : ''
  }

  /** Renders search field, list and the button that registers a terminal. */
  render(scene: Scene): TemplateResult {
    const { view } = scene
    const text = this.#texts(scene)
    const groups = this.#groups(scene)
    const shown = groups.flatMap(([, devices]) => devices)
    const active = shown.findIndex(({ id }) => id === this.#active)
    const current = active < 0 ? nothing : `terminal-${active}`
    const isLong = view.checkout!.devices.length > LONG_LIST
    const onKey = (event: KeyboardEvent): void => this.#key(event, shown)
    return html`<div class="list">
      ${
        isLong
          ? html`<input
              class="search"
              type="search"
              role="combobox"
              aria-autocomplete="list"
              aria-controls="terminals"
              aria-expanded=${shown.length ? 'true' : 'false'}
              aria-activedescendant=${current}
              aria-label=${text.search}
              placeholder=${text.search}
              autocomplete="off"
              .value=${this.#query}
              @input=${(event: InputEvent) => this.#search((event.target as HTMLInputElement).value, scene)}
              @keydown=${onKey}
            />`
          : nothing
      }
      <div
        id="terminals"
        role="listbox"
        ?hidden=${!shown.length}
        tabindex=${isLong ? -1 : 0}
        aria-label=${scene.text.choosing}
        aria-activedescendant=${isLong ? nothing : current}
        @keydown=${onKey}
      >
        ${groups.map(([place, devices], at) =>
          place
            ? html`<div role="group" aria-labelledby="place-${at}">
                <div class="place" id="place-${at}" role="presentation">${place}</div>
                ${this.#options(scene, devices, shown)}
              </div>`
            : this.#options(scene, devices, shown),
        )}
      </div>
      ${shown.length ? nothing : html`<p>${text.noMatch}</p>`} ${this.renderRegister(scene)}
    </div>`
  }

  /** The button that registers a terminal, where the page permits it. */
  renderRegister(scene: Scene): Part {
    const { setup, text, register } = scene
    const open = async (): Promise<void> => {
      await register.load()
      register.part?.show({})
    }
    if (!setup) return nothing
    return html`${register.failed ? problem(scene, 'network') : nothing} ${button(text.register, open)}`
  }

  /** The age of a status other than connected. */
  ageOf(scene: Scene, { status, ageMs }: DeviceView): string {
    const { view, lang, nowMs } = scene
    if (status === 'CONNECTED') return ''
    return this.#texts(scene).checkedAgo(ago(lang, ageMs + nowMs - view.checkout!.nowMs))
  }

  /** The help for a terminal that is not connected, below its name. */
  renderHelp(scene: Scene): TemplateResult {
    return html`<ul>
        ${this.#texts(scene).help.map((line) => html`<li>${line}</li>`)}
      </ul>
      ${buttons(scene)}`
  }

  #texts({ text }: Scene): TerminalsStrings & Scene['text'] {
    return { ...TERMINALS_ENGLISH, ...text }
  }

  #options(scene: Scene, devices: readonly DeviceView[], shown: readonly DeviceView[]): TemplateResult[] {
    return devices.map(
      (device) =>
        html`<div
          id="terminal-${shown.indexOf(device)}"
          class="row ${device.id === this.#active ? 'active' : ''}"
          role="option"
          part="device"
          aria-selected=${device.id === scene.view.deviceId}
          @click=${() => this.#choose(device.id)}
        >
          ${renderTerminal(scene, device)}
        </div>`,
    )
  }

  /** The terminals that match the search, by place; those without a place come last. */
  #groups({ view }: Scene): readonly Group[] {
    const { places } = this.#pay.host
    const words = folded(this.#query)
    const groups = new Map<string, DeviceView[]>()
    for (const device of view.checkout!.devices) {
      const place = places?.[device.id] ?? ''
      if (!folded(`${device.name} ${device.make} ${device.serialEnding} ${place}`).includes(words)) continue
      groups.set(place, [...(groups.get(place) ?? []), device])
    }
    return [...groups].toSorted(([one], [other]) => Number(!one) - Number(!other))
  }

  #shown(scene: Scene): readonly DeviceView[] {
    return this.#groups(scene).flatMap(([, devices]) => devices)
  }

  #search(query: string, scene: Scene): void {
    this.#query = query
    this.#activate(this.#shown(scene)[0])
  }

  #key(event: KeyboardEvent, shown: readonly DeviceView[]): void {
    const { key, target } = event
    const isSearch = (target as Element).matches('input')
    const at = shown.findIndex(({ id }) => id === this.#active)
    const last = shown.length - 1
    const ways: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(at + 1, last),
      ArrowUp: at < 0 ? last : Math.max(at - 1, 0),
      ...(!isSearch && { Home: 0, End: last }),
    }
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (key in ways) this.#activate(shown[ways[key]!])
    else if (key === 'Enter' || (key === ' ' && !isSearch)) {
      if (shown[at]) this.#choose(shown[at].id)
    } else if (key === 'Escape' && this.isOpen && chosenOf(this.#pay.view)) {
      this.close()
      this.#pay.redraw()
      void this.#focus('.change')
    } else if (key.length === 1 && !isSearch) this.#type(key, shown, at)
    else return
    event.preventDefault()
  }

  /** Moves to the next terminal whose name begins with the typed letters. */
  #type(letter: string, shown: readonly DeviceView[], at: number): void {
    const isNew = now() - this.#typedAtMs > TYPED_MS
    this.#typed = folded(isNew ? letter : this.#typed + letter)
    this.#typedAtMs = now()
    const from = isNew ? at + 1 : Math.max(at, 0)
    const turned = [...shown.slice(from), ...shown.slice(0, from)]
    this.#activate(turned.find(({ name }) => folded(name).startsWith(this.#typed)))
  }

  #activate(device: DeviceView | undefined): void {
    if (device) this.#active = device.id
    this.#pay.redraw()
    void this.#pay.host.updateComplete.then(() => this.#reveal())
  }

  /** Scrolls the active terminal into the list, and not the page. */
  #reveal(): void {
    const list = this.#pay.host.shadowRoot?.querySelector('[role=listbox]')
    const option = list?.querySelector('.active')
    if (!list || !option) return
    const [box, one] = [list.getBoundingClientRect(), option.getBoundingClientRect()]
    list.scrollTop += Math.min(0, one.top - box.top) + Math.max(0, one.bottom - box.bottom)
  }

  /** Charge moves to the place of a pressed control: it is off for a moment. */
  settle(): void {
    this.isSettling = true
    setTimeout(() => {
      this.isSettling = false
      this.#pay.redraw()
    }, SETTLE_MS)
  }

  #choose(id: string): void {
    this.close()
    this.settle()
    this.#pay.step({ type: 'chosen', id })
    void this.#focus('.change')
  }

  async #focus(selector: string): Promise<void> {
    const { host } = this.#pay
    await host.updateComplete
    host.shadowRoot?.querySelector<HTMLElement>(selector)?.focus()
    this.#reveal()
  }
}
