// Builds the site of files alone: the live demo's pages, and in front of each a script that puts service and BFF into the browser.
// Addresses are relative, so that it lies at any path of any server that can hand out files.
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { TERMINALS } from '../stack/seed.ts'
import { siteConfig } from '../stack/build-site.ts'
import { BFF_URL, TERMINAL_URL } from './addresses.ts'

/** Where `npm run build` puts it. */
export const STATIC_FOLDER = fileURLToPath(new URL('../dist', import.meta.url))

/** WebAssembly is for the page that has no shared worker and runs the store itself. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `worker-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
].join('; ')

const onScreen = TERMINALS.filter((terminal) => terminal.onScreen).map(({ serial }) => serial)

const MARKS: Readonly<Record<string, string>> = {
  BFF_URL,
  TERMINAL_URL,
  TERMINAL_SERIAL: onScreen[0] ?? '',
  OWN_SERIALS: onScreen.join(','),
  DOCS_URL: '',
  SIGN_UP_URL: '/sign-up/',
}

/** Pages that need the servers; the others are pages as they are. */
const SERVED = /^\/(checkout|sign-up|terminal)\//

/** Makes a page of the live demo a page of the site of files. */
export const staticPages = (): Plugin => ({
  name: 'static-pages',
  transformIndexHtml: {
    order: 'pre',
    handler(html, { path }) {
      const filled = html.replace(/%([A-Z_]+)%/g, (mark, name: string) => MARKS[name] ?? mark)
      if (!SERVED.test(path)) return filled
      return filled
        .replace('<html ', '<html data-site="static" ')
        .replace('src="./page.ts"', 'src="../static/page/enter.ts"')
        .replace(
          '<meta charset="utf-8" />',
          `$&\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
        )
    },
  },
})

/** Leads links from the site's root to where they lie from this page. */
export const relativeLinks = (): Plugin => ({
  name: 'relative-links',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path }) {
      const up = '../'.repeat(path.split('/').length - 2) || './'
      return html.replace(/(<a\b[^>]*?\shref=")\/(?!\/)([^"]*)/g, (_, before: string, rest: string) =>
        rest === '' ? `${before}${up}checkout/` : `${before}${up}${rest}`,
      )
    },
  },
})

/** Builds it into `folder`, which is written anew. */
export async function buildStatic(folder: string): Promise<void> {
  const config = siteConfig(folder)
  const root = config.root ?? ''
  await build({
    ...config,
    base: './',
    plugins: [staticPages(), relativeLinks()],
    worker: { format: 'es' },
    build: {
      ...config.build,
      rolldownOptions: {
        input: [`${root}static/index.html`, ...(config.build?.rolldownOptions?.input as string[])],
      },
    },
  })
}
