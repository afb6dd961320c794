// The bytes that a page loads for <terminal-pay>, by source.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { BUDGETS, weigh } from '../../../packages/elements/build/budget.ts'
import { kilobytes } from '../common/figures.ts'
import type { Finding, Section, Table } from '../common/report.ts'
import { buildBrowserFile, buildMappedFile } from '../../../packages/elements/build/browser.ts'
import { madeOf, type Part } from './made-of.ts'

const BUDGET_BYTES = BUDGETS['terminal-pay.js']

const MADE = 'made by the build'

/** The path in the repository that a source map means: its paths begin in the build's folder. */
const pathOf = (source: string): string =>
  source.startsWith('..') ? path.posix.join('packages/elements/dist', source) : ''

/** `node_modules/zod/…` → `zod`; our own by package and folder; the rest is the build's. */
function groupOf(source: string): string {
  const at = pathOf(source)
  const named = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(at)?.[1]
  if (named !== undefined) return /^(lit|@lit)/.test(named) ? 'lit' : named
  const [, ours, folder] = /^packages\/(\w+)\/src\/(?:([\w-]+)\/)?/.exec(at) ?? []
  return ours === undefined ? MADE : [ours, folder].filter(Boolean).join('/')
}

const fileOf = (source: string): string => pathOf(source).replace(/^(node_modules|packages)\//, '') || MADE

const partsTable = (title: string, parts: readonly Part[]): Table => ({
  title,
  head: ['part', 'characters', 'brotli B that go with it'],
  rows: parts.map((part) => [part.name, `${part.raw}`, `${part.brotli}`]),
})

async function run(): Promise<Finding> {
  const { code, files, later } = await buildBrowserFile()
  const mapped = await buildMappedFile()
  const groups = madeOf(mapped, groupOf)
  const sources = madeOf(mapped, fileOf).slice(0, 25)
  const raw = Buffer.byteLength(code)
  const gzip = gzipSync(code, { level: 9 }).length
  const { brotli } = weigh('terminal-pay.js', code)
  return {
    method:
      'The build of `npm run build`, made anew; gzip level 9, brotli quality 11. Parts: every character belongs ' +
      'to the source that the source map names, and how much smaller brotli gets without it.',
    tables: [
      {
        title: 'One-file build',
        head: ['', 'raw', 'gzip', 'brotli', 'files'],
        rows: [
          ['terminal-pay.js', kilobytes(raw), kilobytes(gzip), kilobytes(brotli), `${files}`],
          ...[...later].map(([name, part]) => [
            `${name}, loaded when needed`,
            kilobytes(Buffer.byteLength(part)),
            kilobytes(gzipSync(part, { level: 9 }).length),
            kilobytes(weigh(name, part).brotli),
            '',
          ]),
        ],
      },
      partsTable('What it is made of', groups),
      partsTable('The largest sources', sources),
    ],
    targets: [
      {
        what: 'size of the one-file build, brotli',
        limit: `≤ ${BUDGET_BYTES} B`,
        measured: `${brotli} B`,
        held: brotli <= BUDGET_BYTES,
      },
      { what: 'files to load', limit: '1', measured: `${files}`, held: files === 1 },
    ],
    raw: { raw, gzip, brotli, files, groups, sources },
  }
}

export const size: Section = { name: 'size', run }
