// How many bytes a page pays for <terminal-pay>, and what they are made of.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { kilobytes } from '../common/figures.ts'
import type { Finding, Section, Table } from '../common/report.ts'
import { buildBrowserFile } from './browser-file.ts'
import { madeOf, minified, type Part } from './made-of.ts'

/** Brotli bytes that a page may pay for <terminal-pay> with lit and zod in it. */
export const BUDGET_BYTES = 18_432

/** `node_modules/zod/…` → `zod`; our own by package and folder; the rest is the build's. */
function groupOf(path: string): string {
  const named = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
  if (named !== undefined) return /^(lit|@lit)/.test(named) ? 'lit' : named
  const [, ours, folder] = /^packages\/(\w+)\/src\/(?:([\w-]+)\/)?/.exec(path) ?? []
  return ours === undefined ? 'made by the build' : [ours, folder].filter(Boolean).join('/')
}

const fileOf = (path: string): string => path.replace(/^(node_modules|packages)\//, '')

const partsTable = (title: string, parts: readonly Part[]): Table => ({
  title,
  head: ['part', 'minified B', 'brotli B that go with it'],
  rows: parts.map((part) => [part.name, `${part.raw}`, `${part.brotli}`]),
})

async function run(): Promise<Finding> {
  const { code, modules, files } = await buildBrowserFile()
  const small = await minified(modules)
  const groups = madeOf(small, groupOf)
  const sources = madeOf(small, fileOf).slice(0, 25)
  const raw = Buffer.byteLength(code)
  const gzip = gzipSync(code, { level: 9 }).length
  const brotli = brotliCompressSync(code).length
  return {
    method:
      'The build of `npm run build`, made anew; gzip level 9, brotli quality 11. Parts: each module minified alone, and ' +
      'how much smaller brotli gets without it.',
    tables: [
      {
        title: 'One-file build',
        head: ['', 'raw', 'gzip', 'brotli', 'files'],
        rows: [['terminal-pay.js', kilobytes(raw), kilobytes(gzip), kilobytes(brotli), `${files}`]],
      },
      partsTable('What it is made of', groups),
      partsTable('The largest modules', sources),
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

/** The section `size`. */
export const size: Section = { name: 'size', run }
