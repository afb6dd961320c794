// A launcher of web-test-runner for WebKitGTK, so that the elements run on a third engine.
import { startWebkit } from './webkit-session.mjs'

/** Key names of web-test-runner's `sendKeys` → code points of WebDriver. */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

const BUTTONS = { left: 0, middle: 1, right: 2 }

const strokes = (keys) =>
  [keys]
    .flat()
    .flatMap((key) => (KEYS[key] ? [KEYS[key]] : [...key]))
    .flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])

/** Largest frame and bars of a window, in px. */
const FRAME_MAX = 200

/**
 * The part of a window that is not the page. While the window is being resized, one of the two sizes may be that before it: their
 * difference is then no frame, and a negative size would be refused.
 */
const frameOf = (outer, inner) => Math.min(Math.max(outer - inner, 0), FRAME_MAX)

/** The launcher; `found` names WebKitGTK's driver and browser. */
export function webkitLauncher(found) {
  const urls = new Map()
  let starting
  const started = () => (starting ??= startWebkit(found))
  const command = async (method, path, body) => (await started()).command(method, path, body)
  const act = async (type, actions) => (await started()).act(type, actions)
  return {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency: 1,
    async startSession(id, url) {
      urls.set(id, url)
      await command('POST', '/url', { url })
    },
    isActive: (id) => urls.has(id),
    getBrowserUrl: (id) => urls.get(id),
    async stopSession(id) {
      urls.delete(id)
      await command('POST', '/url', { url: 'about:blank' }).catch(() => undefined)
      return {}
    },
    async stop() {
      if (starting) await (await starting).stop()
    },
    sendKeys: (_id, keys) => act('key', strokes(keys)),
    sendMouseMove: (_id, x, y) => act('pointer', [{ type: 'pointerMove', duration: 0, x, y }]),
    sendMouseClick: (_id, x, y, name = 'left') =>
      act('pointer', [
        { type: 'pointerMove', duration: 0, x, y },
        { type: 'pointerDown', button: BUTTONS[name] },
        { type: 'pointerUp', button: BUTTONS[name] },
      ]),
    sendMouseDown: (_id, name = 'left') => act('pointer', [{ type: 'pointerDown', button: BUTTONS[name] }]),
    sendMouseUp: (_id, name = 'left') => act('pointer', [{ type: 'pointerUp', button: BUTTONS[name] }]),
    async setViewport(_id, { width, height }) {
      // The window has a frame and bars of its own.
      const read = { script: 'return [innerWidth, innerHeight]', args: [] }
      for (let tries = 0; tries < 3; tries += 1) {
        const [[wide, high], window] = [
          await command('POST', '/execute/sync', read),
          await command('GET', '/window/rect'),
        ]
        if (wide === width && high === height) return
        const size = {
          width: width + frameOf(window.width, wide),
          height: height + frameOf(window.height, high),
        }
        await command('POST', '/window/rect', size)
      }
    },
    resetMouse: () => command('DELETE', '/actions'),
  }
}
