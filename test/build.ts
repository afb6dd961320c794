/**
 * `npm run build`, after the compiler: the one-file browser build of each element, its sizes, and its budget.
 * A file over its budget fails the build and says what to do.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { BUDGETS, weigh, type BudgetedFile } from './build/budget.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

await build({ root, configFile: `${root}vite.config.ts` })

for (const name of Object.keys(BUDGETS) as BudgetedFile[]) {
  const file = await readFile(`${root}packages/elements/dist/browser/${name}`)
  const { brotli, complaint } = weigh(name, file)
  console.log(
    `${name}: ${file.length} B raw, ${gzipSync(file).length} B gzip, ${brotli} B brotli (budget ${BUDGETS[name]})`,
  )
  if (complaint !== null) {
    console.error(complaint)
    process.exitCode = 1
  }
}
