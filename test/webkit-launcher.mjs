// WTR launcher for WebKitGTK over plain WebDriver (no webdriverio): ~70 lines
import { spawn } from 'node:child_process'
import net from 'node:net'
import { createRequire } from 'node:module'
const { PNG } = createRequire(import.meta.url)('pngjs')
const port = () =>
  new Promise((res) => {
    const s = net.createServer().listen(0, '127.0.0.1', () => {
      const p = s.address().port
      s.close(() => res(p))
    })
  })
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
}
export function webkitLauncher({ driver, binary }) {
  const procs = []
  let base,
    sid,
    urls = new Map(),
    config
  const cmd = async (m, p, b) => {
    const r = await fetch(base + p, { method: m, ...(b ? { body: JSON.stringify(b) } : {}) })
    const j = await r.json()
    if (!r.ok) throw new Error(`webdriver ${p}: ${j.value?.error} ${j.value?.message ?? ''}`)
    return j.value
  }
  const s = (m, p, b) => cmd(m, `/session/${sid}${p}`, b)
  const exec = (script, args = []) => s('POST', '/execute/sync', { script, args })
  let starting
  const start = async () => {
    let display = process.env.DISPLAY
    if (!display) {
      const x = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      })
      procs.push(x)
      display =
        ':' +
        (await new Promise((r, j) => {
          x.stdio[3].once('data', (d) => r(String(d).trim()))
          x.once('error', j)
        }))
    }
    const p = await port()
    base = `http://127.0.0.1:${p}`
    procs.push(
      spawn(driver, ['--host=127.0.0.1', `--port=${p}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: display },
      }),
    )
    for (let i = 0; ; i++) {
      try {
        if ((await fetch(base + '/status')).ok) break
      } catch {}
      if (i > 200) throw new Error('WebKitWebDriver did not start')
      await new Promise((r) => setTimeout(r, 25))
    }
    const v = await cmd('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
      },
    })
    sid = v.sessionId
  }
  return {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency: 1,
    async initialize(c) {
      config = c
    },
    async startSession(id, url) {
      await (starting ??= start())
      urls.set(id, url)
      await s('POST', '/url', { url })
    },
    isActive: (id) => urls.has(id),
    getBrowserUrl: (id) => urls.get(id),
    async stopSession(id) {
      urls.delete(id)
      await s('POST', '/url', { url: 'about:blank' }).catch(() => {})
      return {}
    },
    async stop() {
      if (sid) await s('DELETE', '').catch(() => {})
      for (const p of procs.reverse()) p.kill()
    },
    sendKeys: async (_id, keys) => {
      const acts = [...(Array.isArray(keys) ? keys : [keys])]
        .flatMap((k) => (KEYS[k] ? [KEYS[k]] : [...k]))
        .flatMap((k) => [
          { type: 'keyDown', value: k },
          { type: 'keyUp', value: k },
        ])
      await s('POST', '/actions', { actions: [{ type: 'key', id: 'kb', actions: acts }] })
    },
    sendMouseMove: (_i, x, y) =>
      s('POST', '/actions', {
        actions: [{ type: 'pointer', id: 'm', actions: [{ type: 'pointerMove', duration: 0, x, y }] }],
      }),
    sendMouseClick: (_i, x, y, b = 'left') => {
      const button = { left: 0, middle: 1, right: 2 }[b]
      return s('POST', '/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'm',
            actions: [
              { type: 'pointerMove', duration: 0, x, y },
              { type: 'pointerDown', button },
              { type: 'pointerUp', button },
            ],
          },
        ],
      })
    },
    resetMouse: () => s('DELETE', '/actions'),
    async takeScreenshot(_id, locator) {
      const [x, y, w, h, k] = await exec(
        `const e=(function(){${locator}})();const r=e.getBoundingClientRect();return [r.x,r.y,r.width,r.height,devicePixelRatio]`,
      )
      const src = PNG.sync.read(Buffer.from(await s('GET', '/screenshot'), 'base64'))
      const c = (v) => Math.round(v * k)
      const out = new PNG({ width: c(w), height: c(h) })
      PNG.bitblt(src, out, c(x), c(y), c(w), c(h), 0, 0)
      return PNG.sync.write(out)
    },
    execute: exec,
    command: s,
  }
}
