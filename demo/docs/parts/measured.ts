// Measured figures: sizes of the one-file builds, and the benchmark beside floors. They come from the build and from the records
// of the runs.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { markdownTable } from '../build/html.ts'
import { readOptional, ROOT } from './files.ts'

const BROWSER = 'packages/elements/dist/browser'

const bytes = (count: number): string => `${count.toLocaleString('en')} B`

const { BUDGETS, DICTIONARY_BUDGET } = (await import(`${ROOT}packages/elements/build/budget.ts`)) as {
  readonly BUDGETS: Readonly<Record<string, number>>
  readonly DICTIONARY_BUDGET: number
}

/** Sizes of the files of one-file builds, or their budgets if this site was built without them. */
export function sizeTable(): string {
  const sri = readOptional(`${BROWSER}/sri.json`)
  if (sri === null)
    return `${markdownTable(
      ['File', 'At most, brotli'],
      [...Object.entries(BUDGETS), ['each language', DICTIONARY_BUDGET] as const].map(([name, budget]) => [
        `\`${name}\``,
        bytes(budget),
      ]),
    )}\n\nThis site was built without the one-file builds: \`npm run build\` makes them and writes their sizes here.`
  const all = Object.keys(JSON.parse(sri) as object).map((name) => {
    const file = readFileSync(`${ROOT}${BROWSER}/${name}`)
    return { name, file, brotli: brotliCompressSync(file).length }
  })
  const languages = all
    .filter(({ name }) => name.startsWith('languages/'))
    .toSorted((a, b) => b.brotli - a.brotli)
  const [largest] = languages
  const shown = [
    ...all
      .filter((each) => !languages.includes(each))
      .map((each) => ({ ...each, budget: BUDGETS[each.name] })),
    ...(largest === undefined
      ? []
      : [
          {
            ...largest,
            name: `the largest of ${languages.length} files of languages`,
            budget: DICTIONARY_BUDGET,
          },
        ]),
  ]
  return markdownTable(
    ['File', 'Brotli', 'At most', 'Gzip', 'Raw'],
    shown.map(({ name, file, brotli, budget }) => [
      name.includes(' ') ? name : `\`${name}\``,
      bytes(brotli),
      budget === undefined ? '' : bytes(budget),
      bytes(gzipSync(file).length),
      bytes(file.length),
    ]),
  )
}

/** A figure of the benchmark: median and half of its inter-quartile range, `null` where a page has none. */
interface Measured {
  readonly median: number | null
  readonly halfIqr: number | null
}

/** The record of a run of `npm run bench`; `test/bench/startup/record.ts` writes it. */
interface Recorded {
  readonly measuredAt: string
  readonly machine: string
  readonly method: string
  readonly rows: readonly {
    readonly name: string
    readonly kind: string
    readonly figures: Readonly<Record<string, Measured>>
  }[]
}

const FIGURES = [
  ['files', 'Files', 0],
  ['bytes', 'Brotli, B', 0],
  ['control', 'First control, ms', 1],
  ['controlSlow', 'at a quarter of the speed, ms', 0],
  ['heap', 'Heap, KB', 0],
  ['heapMore', 'for each more, KB', 1],
  ['update', 'Update, ms', 2],
] as const

const measured = ({ median, halfIqr }: Measured, digits: number): string =>
  median === null ? '–' : `${median.toFixed(digits)}${halfIqr ? ` ± ${halfIqr.toFixed(digits)}` : ''}`

/** The benchmark as a table. */
export function benchTable(): string {
  const text = readOptional('demo/docs/data/bench.json')
  if (text === null) return 'The benchmark has not been recorded yet: `npm run bench` records it.'
  const { measuredAt, machine, method, rows } = JSON.parse(text) as Recorded
  const table = markdownTable(
    ['Page', 'Kind', ...FIGURES.map(([, title]) => title)],
    rows.map(({ name, kind, figures }) => [
      name,
      kind,
      ...FIGURES.map(([figure, , digits]) => measured(figures[figure]!, digits)),
    ]),
  )
  return `${table}\n\nMedian ± half of the inter-quartile range; ${measuredAt.slice(0, 10)}, ${machine}. ${method}`
}

/** The benchmark as a drawing. */
export const benchChart = (): string => readOptional('demo/docs/data/bench.svg') ?? ''
