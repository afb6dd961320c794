// Builds the static site: the live demo's pages, each with a script that runs service and BFF in the browser.
// URLs are relative, so that any file server can host it at any path.
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { TERMINALS } from '../stack/seed.ts'
import { siteConfig } from '../stack/build-site.ts'
import { BFF_URL, TERMINAL_URL } from './addresses.ts'

/** Output folder of `npm run build`. */
export const STATIC_FOLDER = fileURLToPath(new URL('../dist', import.meta.url))

/** Only a page without a shared worker runs the store itself and needs WebAssembly. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `worker-src 'self'`,
  `manifest-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
].join('; ')

const onScreen = TERMINALS.filter((terminal) => terminal.onScreen)

const MARKS: Readonly<Record<string, string>> = {
  BFF_URL,
  TERMINAL_URL,
  TERMINAL_SERIAL: onScreen[0]?.serial ?? '',
  OWN_SERIALS: onScreen.map(({ serial }) => serial).join(','),
  OWN_NAMES: onScreen.map(({ name }) => name).join('\n'),
  DOCS_URL: '',
  SIGN_UP_URL: '/sign-up/',
}

/** Pages that need the servers; other pages are unchanged. */
const SERVED = /^\/(checkout|sign-up|terminal|back-office)\//

/** Converts a page of the live demo for the static site. */
const staticPages = (): Plugin => ({
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

/** Converts root-relative links of a page to relative ones; `/` becomes the till. */
function relativePage(html: string, path: string): string {
  const up = '../'.repeat(path.split('/').length - 1) || './'
  return html.replace(
    /(\s(?:href|src|data-search|content)=")\/(?!\/)([^"]*)/g,
    (_, before: string, rest: string) => (rest === '' ? `${before}${up}checkout/` : `${before}${up}${rest}`),
  )
}

/** Creates the index page, because no server can redirect to the till. */
const START = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="refresh" content="0; url=./checkout/" />
    <title>Tapboard</title>
    <link rel="icon" href="./favicon.svg" type="image/svg+xml" />
  </head>
  <body>
    <p><a href="./checkout/">To the checkout</a></p>
  </body>
</html>
`

/** Converts the links of every page. */
const relativePages = (): Plugin => ({
  name: 'relative-pages',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.html'))
          file.source = relativePage(
            typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source),
            file.fileName,
          )
      this.emitFile({ type: 'asset', fileName: 'index.html', source: START })
    },
  },
})

/** Builds the static site into `folder`, which it overwrites. */
export async function buildStatic(folder: string): Promise<void> {
  const { plugins = [], ...config } = siteConfig(folder)
  await build({
    ...config,
    base: './',
    plugins: [...plugins, staticPages(), relativePages()],
    worker: { format: 'es' },
  })
}
