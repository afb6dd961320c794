// The pages that are compared, each as one script, the tag that goes into the host page, and what its host page does.
import { fileURLToPath } from 'node:url'
import type { MintedToken } from '@tapboard/contract'
import { build } from 'esbuild'
import { buildBrowserFile } from '../size/browser-file.ts'

/** One page of the comparison. */
export interface BenchPage {
  readonly name: string
  /** The page's one script. */
  readonly script: string
  readonly markup: string
  /** What the page's `getToken` answers, for an element that asks. */
  readonly minted: MintedToken | null
  /** Selector of a control that carries the data of the API. */
  readonly readyWhen: string
}

/** What the host's server would have minted; the element reads nothing in it. */
const TOKEN = ['eyJ0eXAiOiJzYWxlK2p3dCIsImFsZyI6IkVTMjU2In0', 'e30'.repeat(140), 'A'.repeat(86)].join('.')

/** `<terminal-pay>` as it ships: the one-file build. */
async function ours(name: string): Promise<BenchPage> {
  const { code } = await buildBrowserFile()
  return {
    name,
    script: code,
    markup: '<terminal-pay bff-url="/bff"></terminal-pay>',
    minted: { token: TOKEN, expiresInSeconds: 900, nonce: 'bench-nonce-0123456789' },
    readyWhen: '[type=radio], [part~=main-button]',
  }
}

/** The bare-Lit floor. */
async function floor(name: string): Promise<BenchPage> {
  const built = await build({
    entryPoints: [fileURLToPath(new URL('floor-terminal.ts', import.meta.url))],
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
    markup: '<floor-terminal base="/floor"></floor-terminal>',
    minted: null,
    readyWhen: 'select:has(option)',
  }
}

/** All pages: ours and the floor, each twice, because the same page twice says how much is noise. */
export async function startupPages(): Promise<readonly BenchPage[]> {
  return Promise.all([
    ours('terminal-pay'),
    ours('terminal-pay (again)'),
    floor('floor'),
    floor('floor (again)'),
  ])
}
