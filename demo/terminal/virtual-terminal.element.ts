// `<virtual-terminal>`: a countertop terminal on a page. The element renders, the machine decides, the
// controller runs effects.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit'
import { property, state } from 'lit/decorators.js'
import type { PresentedCard } from '@tapboard/contract'
import { TEST_CARDS, type TestCard } from './cards.ts'
import type { OpenSocket } from './channel.ts'
import * as draw from './drawings.ts'
import type { Terminal } from './machine.ts'
import { describe, screenOf } from './screen.ts'
import { TerminalController, type GetPairingCode, type TerminalSource } from './terminal.controller.ts'
import { trayOf } from './tray.ts'
import { OWN_TEXT } from '../shared/own-text.styles.ts'
import { deviceStyles } from './device.styles.ts'
import { screenStyles } from './screen.styles.ts'
import { trayStyles } from './tray.styles.ts'

/** Fired when the terminal's screen or connection state changes. */
class VirtualTerminalChangeEvent extends CustomEvent<{
  readonly now: Terminal
  readonly before: Terminal
}> {
  static readonly type = 'virtual-terminal-change'
  constructor(now: Terminal, before: Terminal) {
    super(VirtualTerminalChangeEvent.type, { detail: { now, before }, bubbles: true, composed: true })
  }
}

/** Texts of the status lights. */
function lights(terminal: Terminal): 'off' | 'ready' | 'ask' | 'read' | 'good' | 'bad' {
  if (terminal.power === 'booting' || terminal.link === 'refused' || terminal.link === 'pairing') return 'off'
  const { screen } = terminal
  switch (screen.kind) {
    case 'idle':
      return terminal.link === 'online' ? 'ready' : 'off'
    case 'prompt':
      return 'ask'
    case 'reading':
    case 'authorizing':
      return 'read'
    case 'cancelling':
      return 'off'
    case 'result':
      return screen.status === 'approved' ? 'good' : 'bad'
    case 'ended':
      return 'bad'
  }
}

/** A terminal with screen, keys, cards, and a network plug. */
export class VirtualTerminalElement extends LitElement implements TerminalSource {
  static override readonly styles = [OWN_TEXT, deviceStyles, screenStyles, trayStyles]

  /** Serial number for the hello message. */
  @property() serial = ''
  /** URL of the service's terminal channel, `ws://…/terminal`. */
  @property({ attribute: 'service-url' }) serviceUrl = ''
  /** Fetches a pairing code for a terminal without a key; without it the user types the code. */
  @property({ attribute: false }) getPairingCode: GetPairingCode | undefined = undefined
  /** Opens the connection to the service; a WebSocket without it. */
  @property({ attribute: false }) openSocket: OpenSocket | undefined = undefined
  @state() private chosen: TestCard = TEST_CARDS[0]
  readonly #controller = new TerminalController(this)

  /** Current state of the terminal. */
  get terminal(): Terminal {
    return this.#controller.terminal
  }

  /** Presents the selected card. No-op unless a card is requested. */
  present(entry: PresentedCard['entry']): void {
    const { brand, lastFour, kind } = this.chosen
    this.#controller.tell({ type: 'card_shown', card: { brand, lastFour, kind, entry } })
  }

  /** Presses the red key. No-op unless a card is requested. */
  cancel(): void {
    this.#controller.tell({ type: 'cancel_pressed' })
  }

  /** Connects or disconnects the network cable. */
  plug(plugged: boolean): void {
    if (plugged !== this.terminal.plugged)
      this.#controller.tell({ type: plugged ? 'plugged_in' : 'unplugged' })
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.#controller.restart()
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('serial') || changed.has('serviceUrl')) this.#controller.restart()
  }

  /** @internal */
  terminalChanged(now: Terminal, before: Terminal): void {
    this.dispatchEvent(new VirtualTerminalChangeEvent(now, before))
  }

  get #language(): string {
    return this.closest('[lang]')?.getAttribute('lang') ?? 'en'
  }

  override render(): TemplateResult {
    const { terminal } = this
    const asked = terminal.screen.kind === 'prompt'
    const running = terminal.power === 'on'
    return html`
      <section
        class="device"
        part="device"
        data-lights=${lights(terminal)}
        aria-label=${this.#name(terminal)}
      >
        <div class="printer" aria-hidden="true"><span class="slot"></span></div>
        <div class="lights" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
        <div class="screen" part="screen">
          <div class="status">
            <span>${running ? 'Running...' : ''}</span>
            <span class=${terminal.link === 'online' ? 'net' : 'net down'}
              >${draw.network(terminal.link === 'online')}</span
            >
          </div>
          ${screenOf(terminal, {
            language: this.#language,
            remainingMs: this.#controller.promptEndsAtMs - performance.now(),
            takeBack: () => this.#controller.tell({ type: 'taken_back' }),
            pair: (code) => this.#controller.tell({ type: 'code_given', code }),
          })}
        </div>
        <div class="keys">
          <button
            type="button"
            class="key cancel"
            aria-disabled=${asked ? 'false' : 'true'}
            @click=${() => this.cancel()}
          >
            ${draw.cross(18)}<span>Cancel</span>
          </button>
          <span class="plate">${terminal.identity?.make ?? ''}<small>${terminal.serial}</small></span>
        </div>
        <p class="said" role="status">${describe(terminal, this.#language)}</p>
      </section>
      ${trayOf({
        chosen: this.chosen,
        asked,
        choose: (card) => (this.chosen = card),
        present: (entry) => this.present(entry),
      })}
      <div class="behind" part="behind">
        <button type="button" @click=${() => this.#controller.tell({ type: 'switched_on' })}>
          ${draw.power()}<span>Reboot</span>
        </button>
        <button
          type="button"
          aria-pressed=${terminal.plugged ? 'false' : 'true'}
          @click=${() => this.plug(!terminal.plugged)}
        >
          ${draw.plug()}<span>${terminal.plugged ? 'Unplug network' : 'Plug network in'}</span>
        </button>
      </div>
    `
  }

  #name(terminal: Terminal): string {
    return `Terminal ${terminal.identity?.name ?? terminal.serial}`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'virtual-terminal': VirtualTerminalElement
  }
  interface HTMLElementEventMap {
    'virtual-terminal-change': VirtualTerminalChangeEvent
  }
}
