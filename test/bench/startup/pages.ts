// The compared pages: each has one script, the tag for the host page, and the set-up of that page.
import { fileURLToPath } from 'node:url'
import type { MintedToken } from '@tapboard/contract'
import { build } from 'esbuild'
import { buildBrowserFile } from '../../../packages/elements/build/browser.ts'

/** One page of the comparison. */
export interface BenchPage {
  readonly name: string
  readonly script: string
  /** Files that it loads once it can be used: file name → code. */
  readonly later: ReadonlyMap<string, string>
  readonly markup: string
  /** The token that the page's `getToken` returns to an element. */
  readonly minted: MintedToken | null
  /** Selector of a control that carries the data of the API. */
  readonly readyWhen: string
}

/** A token as the host's server mints it; the element does not parse it. */
const TOKEN = ['eyJ0eXAiOiJzYWxlK2p3dCIsImFsZyI6IkVTMjU2In0', 'e30'.repeat(140), 'A'.repeat(86)].join('.')

/** An element as it ships: its first file. */
async function ours(element: MeasuredElement, name: string): Promise<BenchPage> {
  const { code, later } = await buildBrowserFile(element)
  return {
    name,
    script: code,
    later,
    markup: `<${element} bff-url="/bff"></${element}>`,
    minted: { token: TOKEN, expiresInSeconds: 900, nonce: 'bench-nonce-0123456789' },
    readyWhen: READY[element],
  }
}

/** A control of each element that carries the data of the API. */
const READY: Readonly<Record<MeasuredElement, string>> = {
  'terminal-pay': '[role=option]',
  'merchant-apply': '[type=radio], [part~=main-button]',
  'terminal-desk': '[aria-expanded]',
}

/** The floor of an element: bare Lit, a page of the same shape. */
const FLOORS = {
  'terminal-pay': {
    file: 'floor-terminal.ts',
    markup: '<floor-terminal base="/floor"></floor-terminal>',
    readyWhen: 'select:has(option)',
  },
  'merchant-apply': {
    file: 'floor-form.ts',
    markup: '<floor-form></floor-form>',
    readyWhen: 'input, select',
  },
  'terminal-desk': {
    file: 'floor-desk.ts',
    markup: '<floor-desk base="/floor"></floor-desk>',
    readyWhen: '.row',
  },
}

/** The elements whose start-up is measured. */
export type MeasuredElement = keyof typeof FLOORS

/** All of them. */
export const MEASURED = Object.keys(FLOORS) as MeasuredElement[]

async function floor(element: MeasuredElement, name: string): Promise<BenchPage> {
  const { file, markup, readyWhen } = FLOORS[element]
  const built = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['production'],
  })
  return {
    name,
    script: built.outputFiles[0]?.text ?? '',
    later: new Map(),
    markup,
    minted: null,
    readyWhen,
  }
}

/** All pages: ours and the floor, each twice. The difference between two equal pages is the noise. */
export async function startupPages(element: MeasuredElement): Promise<readonly BenchPage[]> {
  return Promise.all([
    ours(element, element),
    ours(element, `${element} (again)`),
    floor(element, 'floor'),
    floor(element, 'floor (again)'),
  ])
}
