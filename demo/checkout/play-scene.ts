// Plays a scene on the checkout page: presses buttons, disconnects cables, and restores everything. The sale
// itself is as real as any other in the demo.
import { addOrder, getToken, repairLine } from '../shared/host-api.ts'
import { pause, until } from '../shared/wait.ts'
import type { SceneName } from './scenes.ts'

type Pay = HTMLElementTagNameMap['terminal-pay']
type Terminal = HTMLElementTagNameMap['virtual-terminal']

export interface Stage {
  readonly pay: Pay
  readonly terminal: Terminal
  /** Reloads this page for the second half of the scene. */
  readonly reload: () => void
  /** Whether this scene has reloaded the page. */
  readonly again: boolean
  /** Opens this order in another tab after the user's click. */
  readonly openTab: (signal: AbortSignal) => Promise<void>
  /** Shows the text of the scene; called once the text is true. */
  readonly now: () => Promise<void>
  /** Shows that the scene waits, because an earlier sale holds the terminal. */
  readonly held: () => Promise<void>
}

/** Duration of a disconnect or reload, long enough to read the message. */
const AWAY_MS = 5_000
/** Delay from the reload to the card. */
const MEANWHILE_MS = 2_500

const HELD =
  'The terminal is held by another sale. Let that one end, or wait a few minutes, then play the scene again.'

const prompts = ({ terminal }: Terminal): boolean => terminal.screen.kind === 'prompt'

/** Whether the terminal's screen shows no sale. */
const rests = ({ terminal: { screen } }: Terminal): boolean =>
  screen.kind === 'idle' || screen.kind === 'result' || screen.kind === 'ended'

/** Whether the sale has ended or its outcome is unknown. */
const isOver = ({ phase }: Pay): boolean =>
  phase === 'approved' || phase === 'unpaid' || phase === 'doubt' || phase === 'review'

/** Selects the counter terminal, like a user. */
async function choose(pay: Pay, { terminal: { identity } }: Terminal, signal: AbortSignal): Promise<void> {
  await until(() => pay.phase === 'choosing', signal)
  const name = identity?.name ?? ''
  const found = (selector: string): HTMLElement | undefined =>
    [...(pay.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])].find(({ textContent }) =>
      textContent.includes(name),
    )
  if (found('[part=device]') === undefined) pay.shadowRoot?.querySelector<HTMLElement>('.change')?.click()
  await until(() => found('[part=device]') !== undefined || pay.phase !== 'choosing', signal)
  found('[role=option]')?.click()
  await pay.updateComplete
}

/** Selects the counter terminal and starts the sale, like a user. */
async function charge(pay: Pay, terminal: Terminal, signal: AbortSignal): Promise<void> {
  await choose(pay, terminal, signal)
  await pay.start()
}

/** Whether the page shows the selected terminal as held by another sale. */
const isHeld = (pay: Pay): boolean => Boolean(pay.shadowRoot?.querySelector('.device .dot.warn'))

/** Waits for the connected counter terminal until no earlier sale holds it. */
async function freeTerminal({ pay, terminal, held }: Stage, signal: AbortSignal): Promise<void> {
  await repairLine()
  await until(() => terminal.terminal.link === 'online', signal)
  await choose(pay, terminal, signal)
  if (!isHeld(pay)) return
  await held()
  // The page reads the list again while the selected terminal is held.
  await until(() => !isHeld(pay), signal)
}

async function prompted({ pay, terminal }: Stage, signal: AbortSignal): Promise<void> {
  await charge(pay, terminal, signal)
  if (pay.phase === 'choosing') throw new Error(HELD)
  await until(() => prompts(terminal), signal)
}

async function present({ pay, terminal }: Stage, signal: AbortSignal): Promise<void> {
  await until(() => prompts(terminal), signal)
  terminal.present('tap')
  // With a lost answer the page reports the unknown outcome before the terminal ends.
  await until(() => isOver(pay) && rests(terminal), signal)
}

async function paid(stage: Stage, signal: AbortSignal): Promise<void> {
  await prompted(stage, signal)
  await stage.now()
  await present(stage, signal)
}

async function lost(stage: Stage, signal: AbortSignal): Promise<void> {
  const { pay } = stage
  await paid(stage, signal)
  await until(() => pay.phase === 'approved' || pay.phase === 'unpaid', signal)
}

async function unplugged(stage: Stage, signal: AbortSignal): Promise<void> {
  const { pay, terminal } = stage
  await prompted(stage, signal)
  terminal.plug(false)
  try {
    await stage.now()
    // The page reads the terminal of a sale every ten seconds.
    await until(() => pay.shadowRoot?.querySelector('.panel .unplugged') !== null, signal)
    await pause(AWAY_MS, signal)
  } finally {
    terminal.plug(true)
  }
  await until(() => terminal.terminal.link === 'online', signal)
  await present(stage, signal)
}

/** Presses the button of a charge that waits for its busy terminal, once the page shows the terminal as held. */
async function chargeWhenFree(pay: Pay, signal: AbortSignal): Promise<void> {
  const button = (): HTMLElement | null | undefined =>
    isHeld(pay) ? pay.shadowRoot?.querySelector<HTMLElement>('[part~=main-button]') : null
  await until(() => pay.phase === 'choosing' && Boolean(button()), signal)
  button()?.click()
  await until(() => pay.phase === 'queued', signal)
}

async function busy(stage: Stage, signal: AbortSignal): Promise<void> {
  const { pay, terminal } = stage
  await until(() => terminal.terminal.link === 'online' && pay.phase === 'choosing', signal)
  const { id: order } = await addOrder('tune_up')
  const other = document.createElement('terminal-pay')
  other.headless = true
  other.hidden = true
  other.bffUrl = pay.bffUrl
  other.getToken = (wish) => getToken({ ...wish, order })
  document.body.append(other)
  try {
    await charge(other, terminal, signal)
    await until(() => prompts(terminal), signal)
    await charge(pay, terminal, signal)
    await chargeWhenFree(pay, signal)
    await stage.now()
    await pause(AWAY_MS, signal)
  } finally {
    terminal.cancel()
    // Disconnected after the other till has got the event; the service ends the sale.
    await until(() => isOver(other), AbortSignal.timeout(AWAY_MS)).catch(() => undefined)
    other.remove()
  }
  await present(stage, signal)
}

async function offline(stage: Stage, signal: AbortSignal): Promise<void> {
  const { pay, terminal } = stage
  const cut = new AbortController()
  let away = false
  const gone = (): TypeError => new TypeError('This page is offline.')
  const online = pay.fetcher
  // Simulates an offline browser: new requests fail and open ones break. The element keeps this function for
  // the whole sale, so it checks the state on each call.
  pay.fetcher = async (input, init) => {
    if (away) throw gone()
    const signals = [...(cut.signal.aborted ? [] : [cut.signal]), ...(init?.signal ? [init.signal] : [])]
    return online(input, { ...init, signal: AbortSignal.any(signals) })
  }
  try {
    await prompted(stage, signal)
    await until(() => pay.phase === 'waiting', signal)
    away = true
    cut.abort(gone())
    dispatchEvent(new Event('offline'))
    await stage.now()
    await pause(MEANWHILE_MS, signal)
    terminal.present('tap')
    await pause(AWAY_MS - MEANWHILE_MS, signal)
  } finally {
    away = false
    pay.fetcher = online
    dispatchEvent(new Event('online'))
  }
  await until(() => isOver(pay), signal)
}

async function reload(stage: Stage, signal: AbortSignal): Promise<void> {
  if (stage.again) {
    await until(() => stage.pay.phase === 'waiting' || isOver(stage.pay), signal)
    return present(stage, signal)
  }
  await prompted(stage, signal)
  await until(() => stage.pay.phase === 'waiting', signal)
  await stage.now()
  stage.reload()
  await until(() => false, signal)
}

async function tab(stage: Stage, signal: AbortSignal): Promise<void> {
  await prompted(stage, signal)
  await stage.now()
  await stage.openTab(signal)
  await until(() => isOver(stage.pay), signal)
}

const PLAYS: Readonly<Record<SceneName, (stage: Stage, signal: AbortSignal) => Promise<void>>> = {
  declined: paid,
  timeout: paid,
  lost,
  unplugged,
  busy,
  reload,
  tab,
  offline,
}

/** Plays a scene; rejects when `signal` stops it. Cables, connections and elements are always restored. */
export async function playScene(name: SceneName, stage: Stage, signal: AbortSignal): Promise<void> {
  if (!stage.again) await freeTerminal(stage, signal)
  await PLAYS[name](stage, signal)
}
