// Shows every screen of both elements in the bundled Chromium. Its single font and fixed version make pictures and spoken text
// the same on every machine.
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { chromium as find } from '../../browsers.mjs'
import type { Measure, ScreensPage } from './page.ts'
import type { PageLook } from './pictures.ts'
import { mayBeCurrent, spoken, type Node } from './spoken.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const testing = `${root}packages/elements/src/testing`

/** A screen as tests name it. */
export type Shown = ScreensPage['list'][number] & { readonly index: number }

const SHELL = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>html{background:light-dark(#f2f4f8,#0d0f13)}body{margin:0;font-family:"Open Sans",sans-serif}
button{position:absolute;opacity:0}</style>
<button aria-hidden="true">Before</button><main></main><button aria-hidden="true">After</button>
<script type="module" src="/screens/page.js"></script></html>`

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['tapboard-source', 'production'],
    tsconfig: `${root}packages/elements/tsconfig.json`,
  })
  return outputFiles[0]!.text
}

/** The page's files by path. The vendor's frame is one folder above their script, where the screens load it from. */
async function files(): Promise<ReadonlyMap<string, readonly [type: string, text: string]>> {
  const [page, terms] = await Promise.all([
    bundled(`${root}test/screens/support/page.ts`),
    bundled(`${testing}/vendor-terms.ts`),
  ])
  return new Map([
    ['/', ['text/html', SHELL]],
    ['/screens/page.js', ['text/javascript', page]],
    ['/vendor-terms.ts', ['text/javascript', terms]],
    [
      '/vendor-terms.html',
      ['text/html', '<!doctype html><script type="module" src="vendor-terms.ts"></script>'],
    ],
  ])
}

async function serve(): Promise<Server> {
  const known = await files()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const found = known.get(pathname)
    response.writeHead(found ? 200 : 404, { 'Content-Type': `${found?.[0] ?? 'text/plain'}; charset=utf-8` })
    response.end(found?.[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Letters without antialiasing: a picture is then a quarter of the size, and equal on every machine. */
function plainLetters(): void {
  const fonts = process.env['FONTCONFIG_FILE']
  if (!fonts) throw new Error('The bundled Chromium brings its own fonts.')
  const plain = path.join(path.dirname(fonts), 'plain-fonts.conf')
  writeFileSync(
    plain,
    `<?xml version="1.0"?><fontconfig><include>${fonts}</include><match target="font"><edit name="antialias" mode="assign"><bool>false</bool></edit></match></fontconfig>`,
  )
  process.env['FONTCONFIG_FILE'] = plain
}

/** A page of the bundled Chromium that shows one screen at a time. */
export class Gallery {
  readonly page: Page
  readonly protocol: CDPSession
  readonly list: readonly Shown[]
  readonly #close: () => Promise<void>

  private constructor(page: Page, protocol: CDPSession, list: readonly Shown[], close: () => Promise<void>) {
    this.page = page
    this.protocol = protocol
    this.list = list
    this.#close = close
  }

  /** Builds the page and opens it; `isSmooth` keeps the smooth edges of letters, for pictures that people look at. */
  static async open({ isSmooth = false } = {}): Promise<Gallery> {
    process.env['BUNDLED'] = '1'
    process.env['TZ'] = 'UTC'
    const [server, { executablePath, args }] = await Promise.all([serve(), find()])
    if (!isSmooth) plainLetters()
    const browser: Browser = await chromium.launch({
      executablePath,
      args: [...args, '--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
    })
    const context = await browser.newContext({
      viewport: { width: 800, height: 900 },
      locale: 'en-US',
      timezoneId: 'UTC',
    })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction('globalThis.screens')
    const list = await page.evaluate(() => screens.list)
    const protocol = await context.newCDPSession(page)
    return new Gallery(
      page,
      protocol,
      list.map((screen, index) => ({ ...screen, index })),
      async () => {
        await browser.close()
        server.close()
      },
    )
  }

  show({ index }: Shown): Promise<void> {
    return this.page.evaluate((at) => screens.show(at), index)
  }

  /** The size of the page, in px. */
  size(width: number, height: number): Promise<void> {
    return this.page.setViewportSize({ width, height })
  }

  /** Gives the screen that is shown a look and a width. */
  dress(theme: 'light' | 'dark', dir: 'ltr' | 'rtl', width: number | null): Promise<void> {
    return this.page.evaluate(([look, wide]) => screens.dress(look, wide), [{ theme, dir }, width] as const)
  }

  /** From now on nothing moves, and no caret blinks. */
  async still(): Promise<void> {
    // Wider than every picture: at the edge of the viewport rounded corners differ by one step from run to run.
    await this.size(1000, 1000)
    await this.page.emulateMedia({ reducedMotion: 'reduce' })
    await this.page.addStyleTag({ content: 'html { caret-color: transparent }' })
  }

  /** A PNG file of the screen that is shown, in a look; `scale` 0.5 is half its size. */
  async shot({ theme, dir, width }: PageLook, scale = 1): Promise<Buffer> {
    await this.dress(theme, dir, width)
    const height = await this.page.evaluate(() => document.querySelector('main')!.offsetHeight)
    const { data } = await this.protocol.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height, scale },
    })
    return Buffer.from(data, 'base64')
  }

  /** Faults of the screen that is shown, one sentence each. */
  measure(...what: readonly Measure[]): Promise<readonly string[]> {
    return this.page.evaluate((names) => screens.measure(...names), what)
  }

  /** The screen reader's text of the current screen. */
  async spoken(): Promise<readonly string[]> {
    const { nodes } = (await this.protocol.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
    const current = new Set<number>()
    for (const node of nodes.filter(mayBeCurrent)) {
      const { backendDOMNodeId } = node
      if (backendDOMNodeId === undefined) continue
      const { node: element } = await this.protocol.send('DOM.describeNode', {
        backendNodeId: backendDOMNodeId,
      })
      const { attributes = [] } = element
      const at = attributes.indexOf('aria-current')
      if (at >= 0 && attributes[at + 1] !== 'false') current.add(backendDOMNodeId)
    }
    return spoken(nodes, current)
  }

  /** Ends the browser and the server. */
  close(): Promise<void> {
    return this.#close()
  }
}
