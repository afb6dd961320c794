// One WebKitGTK browser over plain WebDriver (W3C), with a display of its own where the machine has none.
import { spawn } from 'node:child_process'
import net from 'node:net'

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

function startDisplay(processes) {
  const arguments_ = ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', arguments_, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  processes.push(display)
  return new Promise((resolve, reject) => {
    display.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`))
    display.once('error', reject)
  })
}

async function untilReady(base) {
  for (let tries = 0; tries < 200; tries += 1) {
    const ready = await fetch(`${base}/status`).catch(() => null)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('WebKitWebDriver did not start')
}

/** Starts a browser. `command` and `act` speak WebDriver inside its session; `stop` ends everything that was started. */
export async function startWebkit({ driver, binary }) {
  const processes = []
  const display = process.env.DISPLAY || (await startDisplay(processes))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  // Without the compositor in a thread: it draws by Mesa in software, which crashed there once and lost the whole engine.
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' }
  processes.push(spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { stdio: 'ignore', env }))
  await untilReady(base)

  const call = async (method, path, body) => {
    const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`webdriver ${path}: ${value?.error} ${value?.message ?? ''}`)
    return value
  }
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch } })
  const command = (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
  return {
    command,
    act: (type, actions) => command('POST', '/actions', { actions: [{ type, id: type, actions }] }),
    stop: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => undefined)
      for (const child of processes.reverse()) child.kill()
    },
  }
}
