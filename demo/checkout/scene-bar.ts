// The scenario bar of the checkout: starts each scene with a new order, so that it can be repeated, and shows
// hints. The URL names the scene of a page.
import '../shared/scenario-bar.define.ts'
import { addOrder } from '../shared/host-api.ts'
import { placeOf } from '../shared/page-urls.ts'
import { isOneColumn, showPayment } from './in-view.ts'
import { playScene } from './play-scene.ts'
import { isSceneName, SCENES, type SceneName } from './scenes.ts'

/** Query parameters of the page. */
const SCENE = 'scene'
const AGAIN = 'again'

const here = (): URL => new URL(location.href)

/** URL of this page without a scene. */
function plain(): URL {
  const url = here()
  url.searchParams.delete(SCENE)
  url.searchParams.delete(AGAIN)
  return url
}

const STEP = 'Open the second tab'
const PREPARES = 'This page prepares the scene.'
const HELD = 'An earlier sale still holds the terminal. The scene begins by itself when the terminal is free.'

/** Connects the bar; `complain` receives errors. Returns a function that ends the scene, for another order. */
export function openSceneBar(
  pay: HTMLElementTagNameMap['terminal-pay'],
  terminal: HTMLElementTagNameMap['virtual-terminal'],
  complain: (message: string) => void,
): () => void {
  const bar = document.querySelector('scenario-bar')
  if (bar === null) return () => {}
  if (terminal.serviceUrl !== '')
    bar.choices = Object.entries(SCENES).map(([name, { label }]) => ({ name, label }))
  let stop = new AbortController()

  /** Shows a text, whose height moves the payment of a narrow page. */
  const say = async (playing: NonNullable<typeof bar.playing>): Promise<void> => {
    bar.playing = playing
    await bar.updateComplete
    if (isOneColumn()) showPayment(pay)
  }

  const begin = async (name: string): Promise<void> => {
    if (!isSceneName(name)) return
    try {
      const { id } = await addOrder(SCENES[name].order)
      const url = new URL(placeOf(`/orders/${id}`), location.href)
      url.searchParams.set(SCENE, name)
      stop.abort()
      location.assign(url)
    } catch (error) {
      complain(error instanceof Error ? error.message : 'The order could not be made.')
    }
  }

  const openTab = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const { playing } = bar
      if (playing !== null) bar.playing = { ...playing, step: STEP }
      const open = (): void => {
        if (bar.playing !== null) bar.playing = { ...bar.playing, step: null }
        window.open(plain())
        resolve()
      }
      bar.addEventListener('scenario-step', open, { once: true, signal })
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })

  const play = async (name: SceneName): Promise<void> => {
    stop = new AbortController()
    const again = here().searchParams.has(AGAIN)
    const { watch, after } = SCENES[name]
    await say({ name, text: again ? watch : PREPARES, step: null, state: again ? 'now' : 'next' })
    // A reload shows the order without starting the scene again.
    history.replaceState(null, '', plain())
    const reload = (): void => {
      const url = plain()
      url.searchParams.set(SCENE, name)
      url.searchParams.set(AGAIN, '')
      history.replaceState(null, '', url)
      location.reload()
    }
    try {
      const now = (): Promise<void> => say({ name, text: watch, step: null, state: 'now' })
      const held = (): Promise<void> => say({ name, text: HELD, step: null, state: 'next' })
      await playScene(name, { pay, terminal, reload, again, openTab, now, held }, stop.signal)
      await say({ name, text: after, step: null, state: 'over' })
    } catch (error) {
      if (stop.signal.aborted) return
      const text = error instanceof Error ? error.message : 'The scene was interrupted. Start it again.'
      bar.playing = { name, text, step: null, state: 'over' }
    }
  }

  bar.addEventListener('scenario-begin', ({ detail }) => void begin(detail.name))
  const leave = (): void => {
    stop.abort(new Error('The scene was stopped.'))
    bar.playing = null
  }
  bar.addEventListener('scenario-stop', leave)
  const wanted = here().searchParams.get(SCENE)
  if (isSceneName(wanted)) void play(wanted)
  return leave
}
