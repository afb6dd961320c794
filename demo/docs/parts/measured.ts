// What was measured and counted: sizes of the one-file builds, the benchmark beside floors, and the accessibility run. Figures come
// from the build and from the records of the runs; none is written here.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { markdownTable } from '../build/html.ts'
import { readOptional, ROOT } from './files.ts'

const BROWSER = 'packages/elements/dist/browser'

const bytes = (count: number): string => `${count.toLocaleString('en')} B`

/** Sizes of every file of the one-file builds. */
export function sizeTable(): string {
  const sri = readOptional(`${BROWSER}/sri.json`)
  if (sri === null)
    return 'This site was built without the one-file builds: `npm run build` makes them and writes their sizes here.'
  return markdownTable(
    ['File', 'Brotli', 'Gzip', 'Raw'],
    Object.keys(JSON.parse(sri) as object).map((name) => {
      const file = readFileSync(`${ROOT}${BROWSER}/${name}`)
      return [
        `\`${name}\``,
        bytes(brotliCompressSync(file).length),
        bytes(gzipSync(file).length),
        bytes(file.length),
      ]
    }),
  )
}

/** The benchmark as a table. */
export const benchTable = (): string => 'The benchmark has not been recorded yet: `npm run bench` records it.'

/** The benchmark as a drawing. */
export const benchChart = (): string => ''

/** The accessibility run. */
export const accessibilityStatement = (): string =>
  'The run has not been recorded yet: `npm run accessibility` records it.'
