// The compared pages: our elements and the floors, built here, and peers built into folders. A peer's folder has `index.html` with the
// widget in `#mount`, and optionally `bench.json` (kind, ready selector), `mocks.mjs` (answers) and `hooks.js` (more instances,
// one update).
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { MintedToken } from '@tapboard/contract'
import { build } from 'esbuild'
import { buildBrowserFile } from '../../../packages/elements/build/browser.ts'
import { API } from './api.ts'

/** A request of a page, as its mocks receive it. */
interface Asking {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly postData: string
  readonly local: boolean
}

/** An answer of the mocks; `null` for an unknown request. */
interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** One page of the comparison. */
export interface BenchPage {
  readonly name: string
  /** The measured element of the page, or the element whose floor it is; `null` for a peer. */
  readonly element: MeasuredElement | null
  /** `ours`, `floor`, or the kind from a peer's own `bench.json`. */
  readonly kind: string
  /** Files by path, `/index.html` among them. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly mocks: (asking: Asking) => Answer | null | Promise<Answer | null>
  /** Runs before the page: may set `__bench` with `add(n)` and `update(i)`. */
  readonly hooks: string
  /** Selector of a control that carries the data of the API. */
  readonly readyWhen: string
  /** An expression that is true once a widget without controls is usable. */
  readonly ready: string | null
}

/** The path of the script of our elements and the floors. */
export const FIRST_SCRIPT = '/first.js'

/** A token as the host's server mints it; the element does not parse it. */
const MINTED: MintedToken = {
  token: ['eyJ0eXAiOiJzYWxlK2p3dCIsImFsZyI6IkVTMjU2In0', 'e30'.repeat(140), 'A'.repeat(86)].join('.'),
  expiresInSeconds: 900,
  nonce: 'bench-nonce-0123456789',
}

/** Each element: the size that its README advises, a control with the data of the API, one update, and its floor of bare Lit. */
const ELEMENTS = {
  'terminal-pay': {
    size: '28rem',
    readyWhen: '[role=option]',
    update: `e.strings = { choosing: 'Choose ' + i }; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Choose ' + i))`,
    floor: {
      tag: 'floor-terminal',
      readyWhen: 'select:has(option)',
      update: `e.message = 'Step ' + i; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Step ' + i))`,
    },
  },
  'merchant-apply': {
    size: '34rem',
    readyWhen: '[type=radio], [part~=main-button]',
    update: `e.strings = { shell: { begin: 'Start ' + i } }; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Start ' + i))`,
    floor: {
      tag: 'floor-form',
      readyWhen: 'input, select',
      update: `e.errors = { City: 'Problem ' + i }; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Problem ' + i))`,
    },
  },
  'terminal-desk': {
    size: 'auto',
    readyWhen: '[aria-expanded]',
    update: null,
    floor: { tag: 'floor-desk', readyWhen: '.row', update: null },
  },
} as const

/** The elements whose start-up is measured. */
export type MeasuredElement = keyof typeof ELEMENTS

export const MEASURED = Object.keys(ELEMENTS) as MeasuredElement[]

/** Answers from a table of paths, with the nonce of the BFF. */
export const answersFrom =
  (api: Readonly<Record<string, unknown>>): BenchPage['mocks'] =>
  ({ path }) => {
    if (path.endsWith('/events')) return { headers: { 'content-type': 'text/event-stream' }, body: '' }
    return path in api ? { body: api[path], headers: { 'dpop-nonce': 'bench-nonce-9876543210' } } : null
  }

/** Further instances: the same tag with the properties that the page set on the first. */
const hooksOf = (update: string | null): string => `window.__bench = {
  add(n) {
    const first = document.querySelector('#mount > *')
    for (let i = 0; i < n; i += 1) {
      const one = first.cloneNode(false)
      if (first.getToken) one.getToken = first.getToken
      first.parentNode.append(one)
    }
  },
  ${update === null ? '' : `update(i) { const e = document.querySelector('#mount > *'); ${update} },`}
}`

/** A whole page; its scripts come last, when the widget is in the document. */
const whole = (mount: string, scripts: string): Uint8Array =>
  Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,"></head>` +
      `<body style="margin:16px;font:16px system-ui"><main id="mount">${mount}</main><p>What the shop says below.</p>` +
      `${scripts}<script type="module" src="${FIRST_SCRIPT}"></script></body></html>`,
  )

/** An element as it ships. */
async function ours(element: MeasuredElement): Promise<BenchPage> {
  const { size, readyWhen, update } = ELEMENTS[element]
  const { code, later } = await buildBrowserFile(element)
  const mount = `<${element} bff-url="/bff" style="display:block;min-block-size:${size}"></${element}>`
  const token = `document.querySelector('#mount > *').getToken = async () => (${JSON.stringify(MINTED)})`
  return {
    name: element,
    element,
    kind: 'ours',
    files: new Map<string, Uint8Array>([
      ['/index.html', whole(mount, `<script>${token}</script>`)],
      [FIRST_SCRIPT, Buffer.from(code)],
      ...Array.from(later, ([file, text]) => [`/${file}`, Buffer.from(text)] as const),
    ]),
    mocks: answersFrom(API),
    hooks: hooksOf(update),
    readyWhen,
    ready: null,
  }
}

/** The floor of an element: bare Lit, a page of the same shape. */
async function floorOf(element: MeasuredElement): Promise<BenchPage> {
  const { tag, readyWhen, update } = ELEMENTS[element].floor
  const built = await build({
    entryPoints: [fileURLToPath(new URL(`${tag}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['production'],
  })
  return {
    name: `${tag}: bare Lit`,
    element,
    kind: 'floor',
    files: new Map<string, Uint8Array>([
      ['/index.html', whole(`<${tag} base="/floor"></${tag}>`, '')],
      [FIRST_SCRIPT, built.outputFiles[0]?.contents ?? new Uint8Array()],
    ]),
    mocks: answersFrom(API),
    hooks: hooksOf(update),
    readyWhen,
    ready: null,
  }
}

/** An element and its floor. */
export const startupPages = (element: MeasuredElement): Promise<readonly [BenchPage, BenchPage]> =>
  Promise.all([ours(element), floorOf(element)])

const SETTINGS = /(^|\/)(mocks\.mjs|bench\.json|hooks\.js)$/

/** A peer's own description; `noWidget` has nothing to use. */
interface Settings {
  readonly kind?: string
  readonly ready?: string
  readonly noWidget?: boolean
}

function settingsOf(folder: string): Settings {
  const file = join(folder, 'bench.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Settings) : {}
}

/** A peer's page from its folder. */
async function peerPage(folder: string): Promise<BenchPage> {
  const text = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
  const { kind = 'peer', ready = null } = settingsOf(folder)
  const paths = globSync('**/*', { cwd: folder }).filter(
    (path) => statSync(join(folder, path)).isFile() && !SETTINGS.test(path),
  )
  const mocked = join(folder, 'mocks.mjs')
  const mocks = existsSync(mocked)
    ? ((await import(pathToFileURL(mocked).href)) as { readonly default: BenchPage['mocks'] }).default
    : () => null
  return {
    name: basename(folder),
    element: null,
    kind,
    files: new Map(paths.map((path) => [`/${path}`, readFileSync(join(folder, path))])),
    mocks,
    hooks: text('hooks.js'),
    readyWhen: '*',
    ready,
  }
}

/** Every peer with a built page in a folder of `folder`; empty when there is no such folder. */
export async function peerPages(folder: string | undefined): Promise<readonly BenchPage[]> {
  if (folder === undefined) return []
  if (!existsSync(folder)) throw new Error(`--peers ${folder} is no folder: build the peers into it first.`)
  const names = readdirSync(folder).filter((name) => {
    const { kind, noWidget = kind === 'baseline' } = settingsOf(join(folder, name))
    return existsSync(join(folder, name, 'index.html')) && !noWidget
  })
  return Promise.all(names.toSorted().map((name) => peerPage(join(folder, name))))
}
