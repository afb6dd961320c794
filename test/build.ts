/**
 * `npm run build`, after the compiler: the one-file browser build of each element, its sizes, and its budget.
 * A file over its budget fails the build and says what to do.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Brotli bytes that a page may pay for an element with everything in it. */
const BUDGET = { 'terminal-pay.js': 18_432 } as const

await build({ root, configFile: `${root}vite.config.ts` })

for (const [name, budget] of Object.entries(BUDGET)) {
  const file = await readFile(`${root}packages/elements/dist/browser/${name}`)
  const brotli = brotliCompressSync(file).length
  console.log(
    `${name}: ${file.length} B raw, ${gzipSync(file).length} B gzip, ${brotli} B brotli (budget ${budget})`,
  )
  if (brotli > budget) {
    console.error(
      `${name} is ${brotli - budget} B over its budget of ${budget} B brotli. Look for a new import with ` +
        `"npx vite build --debug", load what is rarely used in a chunk of its own, or take something out.`,
    )
    process.exitCode = 1
  }
}
