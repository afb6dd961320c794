// A Chromium with a window: pages can be hidden and frozen, and the back/forward cache works. The browsers of
// `browser.ts` always show their pages and keep none, which is fast but cannot test this.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { after } from 'node:test'
import { chromium, type Page } from 'playwright-core'
import { chromium as find } from '../../browsers.mjs'
import { INIT, Visit } from './browser.ts'
import { newFolder } from './shop.ts'

const READY = /DevTools listening on (\S+)/

/** The states of a page that a person leaves and comes back to. */
interface Presence {
  /** Another tab or window is in front. */
  hide(): Promise<void>
  show(): Promise<void>
  /** The browser, or the computer that sleeps, lets no script run. */
  freeze(): Promise<void>
  /** The page is active and visible. */
  thaw(): Promise<void>
}

/** Controls a page of {@link useOwnBrowser}. */
export async function presenceOf(page: Page): Promise<Presence> {
  const cdp = await page.context().newCDPSession(page)
  const look = (enabled: boolean) => cdp.send('Emulation.setFocusEmulationEnabled', { enabled })
  const live = (state: 'frozen' | 'active') => cdp.send('Page.setWebLifecycleState', { state })
  return {
    async hide() {
      await look(false)
      // Only a hidden page can be frozen, and it stays hidden.
      await live('frozen')
      await live('active')
    },
    async show() {
      await look(true)
    },
    async freeze() {
      await look(false)
      await live('frozen')
    },
    async thaw() {
      await live('active')
      await look(true)
    },
  }
}

async function launch(folder: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const { executablePath, args } = await find()
  const own = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    '--no-first-run',
    '--force-prefers-reduced-motion',
  ]
  const child = spawn(executablePath ?? '', [...own, ...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}:\n${said}`)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = READY.exec(said)
      if (found) resolve(found[1] ?? '')
    })
  })
  return { child, url }
}

/** Begins a browser with an empty profile for each visit; ended after the tests of the file. */
export function useOwnBrowser(): { visit(): Promise<Visit> } {
  const ends: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of ends) await end()
  })
  return {
    async visit() {
      const folder = newFolder()
      const { child, url } = await launch(folder)
      ends.push(async () => {
        if (child.exitCode === null && child.signalCode === null) {
          const gone = once(child, 'exit')
          child.kill('SIGKILL')
          await gone
        }
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      })
      const browser = await chromium.connectOverCDP(url, { noDefaults: true })
      const [context] = browser.contexts()
      if (context === undefined) throw new Error('Chromium has no profile.')
      await context.addInitScript(INIT)
      return new Visit(context)
    },
  }
}
