// The compared pages: ours and the floors, built here, and peers built into folders. A peer's folder has `index.html` with the
// widget in `#mount`, and optionally `bench.json` (kind, ready selector), `mocks.mjs` (answers) and `hooks.js` (more instances,
// one update).
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { APPLY_PAGE } from '../../../packages/elements/src/testing/scripted-boarding.ts'
import { startupPages, type MeasuredElement, type BenchPage } from '../startup/pages.ts'
import { CHECKOUT, FLOOR_DEVICES } from '../startup/site.ts'

/** A request of a page, as its mocks receive it. */
export interface Asking {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly postData: string
  readonly local: boolean
}

/** An answer of the mocks; `null` for an unknown request. */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface BesidePage {
  readonly name: string
  /** `ours`, `floor`, or the kind from a peer's own `bench.json`. */
  readonly kind: string
  /** Files by path, `/index.html` among them. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly mocks: (asking: Asking) => Answer | null | Promise<Answer | null>
  /** Runs before the page: may set `__bench` with `add(n)` and `update(i)`. */
  readonly hooks: string
  /** An expression that is true once a widget without controls is usable. */
  readonly ready: string | null
}

const host = (head: string, mount: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title>${head}</head><body><main id="mount">${mount}</main></body></html>`

/** One update of a page of ours, in the words of that element. */
const UPDATES: Readonly<Record<string, string>> = {
  'terminal-pay': `e.strings = { choosing: 'Choose ' + i }; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Choose ' + i))`,
  'merchant-apply': `e.strings = { shell: { begin: 'Start ' + i } }; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Start ' + i))`,
  'floor-terminal': `e.message = 'Step ' + i; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Step ' + i))`,
  'floor-form': `e.errors = { City: 'Problem ' + i }; return __wb.until(e.shadowRoot, () => e.shadowRoot.textContent.includes('Problem ' + i))`,
}

/** Further instances: the same tag with the properties that the page set on the first. */
const hooksOf = (tag: string): string => `window.__bench = {
  add(n) {
    const first = document.querySelector('#mount > *')
    for (let i = 0; i < n; i += 1) {
      const one = first.cloneNode(false)
      if (first.getToken) one.getToken = first.getToken
      first.parentNode.append(one)
    }
  },
  update(i) { const e = document.querySelector('#mount > *'); ${UPDATES[tag] ?? ''} },
}`

const bytes = (value: string): Uint8Array => Buffer.from(value)

/** A page that the start-up section measures, as files. */
function own({ name, script, later, markup, minted }: BenchPage, kind: string): BesidePage {
  const tag = /<([\w-]+)/.exec(markup)?.[1] ?? ''
  const answer =
    minted === null
      ? ''
      : `document.querySelector('#mount > *').getToken = async () => (${JSON.stringify(minted)})`
  const head = `${minted === null ? '' : `<script>${answer}</script>`}<script type="module" src="/first.js"></script>`
  const api: Readonly<Record<string, unknown>> = {
    '/bff/v1/checkout': CHECKOUT,
    '/bff/v1/application': APPLY_PAGE,
    '/floor/devices': FLOOR_DEVICES,
  }
  return {
    name: kind === 'floor' ? `${tag}: bare Lit` : name,
    kind,
    files: new Map([
      ['/index.html', bytes(host(head, markup))],
      ['/first.js', bytes(script)],
      ...[...later].map(([file, code]) => [`/${file}`, bytes(code)] as const),
    ]),
    mocks: ({ path }) =>
      path in api ? { body: api[path], headers: { 'dpop-nonce': 'bench-nonce-9876543210' } } : null,
    hooks: hooksOf(tag),
    ready: null,
  }
}

/** Both elements and their floors. */
export async function ownPages(): Promise<readonly BesidePage[]> {
  const of = async (element: MeasuredElement): Promise<readonly BesidePage[]> => {
    const pages = await startupPages(element)
    return pages.flatMap((page) =>
      page.name === element ? [own(page, 'ours')] : page.name === 'floor' ? [own(page, 'floor')] : [],
    )
  }
  return [...(await of('terminal-pay')), ...(await of('merchant-apply'))]
}

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
async function peerPage(folder: string): Promise<BesidePage> {
  const text = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
  const settings = settingsOf(folder)
  const paths = globSync('**/*', { cwd: folder }).filter(
    (path) => statSync(join(folder, path)).isFile() && !SETTINGS.test(path),
  )
  const mocked = existsSync(join(folder, 'mocks.mjs'))
    ? (
        (await import(pathToFileURL(join(folder, 'mocks.mjs')).href)) as {
          readonly default: BesidePage['mocks']
        }
      ).default
    : () => null
  return {
    name: basename(folder),
    kind: settings.kind ?? 'peer',
    files: new Map(paths.map((path) => [`/${path}`, readFileSync(join(folder, path))])),
    mocks: mocked,
    hooks: text('hooks.js'),
    ready: settings.ready ?? null,
  }
}

/** Every peer with a built page in a folder of `folder`; empty when there is no such folder. */
export async function peerPages(folder: string | undefined): Promise<readonly BesidePage[]> {
  if (folder === undefined) return []
  if (!existsSync(folder)) throw new Error(`--peers ${folder} is no folder: build the peers into it first.`)
  const names = readdirSync(folder).filter((name) => {
    const { kind, noWidget = kind === 'baseline' } = settingsOf(join(folder, name))
    return existsSync(join(folder, name, 'index.html')) && !noWidget
  })
  return Promise.all(names.toSorted().map((name) => peerPage(join(folder, name))))
}
