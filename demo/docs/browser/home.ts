// The sale on the home page: a real `<terminal-pay>` and a real on-screen terminal, with a shop and a service inside the page. It
// plays once where motion is welcome; then it is the reader's. The application below it loads shortly before it comes into sight.
import '@tapboard/elements/terminal-pay/define'
import '../../terminal/virtual-terminal.define.ts'
import '../styles/home.css'
import { pause, until } from '../../shared/wait.ts'
import { make } from './dom.ts'
import { CHECKOUT } from './sample-sale.ts'
import { sampleToken, ScriptedShop } from './scripted-shop.ts'
import { ScriptedTerminal } from './scripted-terminal.ts'

/** Pauses of the play, long enough to read each screen. */
const READ_MS = 1_600

class LiveSale {
  readonly #reader = new ScriptedTerminal(CHECKOUT.merchant.name)
  readonly #shop = new ScriptedShop(this.#reader, { ...CHECKOUT, devices: CHECKOUT.devices.slice(0, 1) })
  readonly #terminal = make('virtual-terminal', { serial: 'COUNTER-4821', 'service-url': 'ws://counter' })
  readonly #pay = make('terminal-pay', { 'bff-url': '/sample/home' })
  readonly #till = make('div', { class: 'live-till' }, this.#pay)
  readonly #stage = make('div', { class: 'live-stage' }, this.#till, this.#terminal)
  readonly #button = make('button', { type: 'button', class: 'live-play' }, 'Play a sale')
  #stop: AbortController | null = null
  #orders = 0

  constructor(place: HTMLElement) {
    this.#pay.fetcher = this.#shop.fetch
    this.#pay.getToken = sampleToken
    this.#pay.addEventListener('terminal-pay-done', () => this.#clear())
    this.#terminal.openSocket = this.#reader.open
    this.#terminal.getPairingCode = async () => 'counter'
    this.#button.addEventListener('click', () => void (this.#stop ? this.#halt() : this.play()))
    const about = make(
      'p',
      {},
      'Both are real and work: press Charge, then Tap. Only the shop and the service behind them are inside this page.',
    )
    place.append(this.#stage, make('div', { class: 'live-foot' }, this.#button, about))
  }

  /** Plays a sale from the start to its approval. Until its end the elements only show, so that they take no focus. */
  async play(): Promise<void> {
    const stop = new AbortController()
    this.#stop = stop
    this.#stage.inert = true
    this.#button.textContent = 'Stop'
    try {
      await this.#sell(stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
    if (this.#stop !== stop) return
    this.#stop = null
    this.#stage.inert = false
    this.#button.textContent = 'Play a sale'
  }

  async #sell(signal: AbortSignal): Promise<void> {
    const pay = this.#pay
    if (pay.phase !== 'choosing' && pay.phase !== 'loading') this.#clear()
    await until(() => pay.phase === 'choosing' && this.#terminal.terminal.link === 'online', signal)
    await pause(READ_MS, signal)
    await pay.start()
    await until(() => this.#terminal.terminal.screen.kind === 'prompt', signal)
    await pause(READ_MS, signal)
    this.#terminal.present('tap')
    await until(() => pay.phase === 'approved', signal)
  }

  /** The reader takes over, at the screen that is shown. */
  #halt(): void {
    this.#stop?.abort()
  }

  /** A new order: the element is removed first, because it never shows an ended sale as open again. */
  #clear(): void {
    this.#orders += 1
    this.#shop.show('choosing')
    this.#pay.remove()
    this.#pay.bffUrl = `/sample/home/${this.#orders}`
    this.#till.append(this.#pay)
  }
}

/** Distance from the view, in px, at which the application loads. */
const NEAR_PX = 400

function loadInSight(place: HTMLElement): void {
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return
      watcher.disconnect()
      void import('./live-application.ts').then(({ LiveApplication }) => new LiveApplication(place))
    },
    { rootMargin: `${NEAR_PX}px 0px` },
  )
  watcher.observe(place)
}

const application = document.getElementById('live-application')
if (application !== null) loadInSight(application)

const place = document.getElementById('live')
if (place !== null) {
  const live = new LiveSale(place)
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) void live.play()
}
