/**
 * `npm run build`, after the compiler: the one-file browser build of each element, its sizes, its budget, and `sri.json`
 * with the hash that a page may hold each file to, and the tags with those hashes. Before that what editors and the reference are made of: `custom-elements.json`.
 * A file over its budget fails the build and says what to do.
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { budgetOf, BUDGETS, weigh, weighTogether } from './build/budget.ts'
import { prune } from './build/prune.ts'
import { writeManifest } from './build/manifest/write.ts'
import { writeServed } from './build/served.ts'
import { tagOf } from './build/tag.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const name of readdirSync(`${root}packages`)) prune(`${root}packages/${name}/`)
writeManifest(`${root}packages/elements/`)
writeServed(`${root}packages/elements/`)
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'])
  await cp(`${root}node_modules/swagger-ui-dist/${file}`, `${root}packages/service/dist/swagger-ui/${file}`)

const elements = ['terminal-pay', 'merchant-apply']
for (const mode of elements) {
  await build({ root, mode, configFile: `${root}vite.config.ts` })
}

const folder = `${root}packages/elements/dist/browser/`
const sizes = new Map<string, number>()
const sri: Record<string, { readonly integrity: string; readonly size: number }> = {}

const names = [
  ...Object.keys(BUDGETS),
  ...(await Array.fromAsync(glob('languages/*.js', { cwd: folder }))).toSorted(),
]
for (const name of names) {
  const file = await readFile(folder + name)
  sri[name] = { integrity: `sha384-${createHash('sha384').update(file).digest('base64')}`, size: file.length }
  const { brotli, complaint } = weigh(name, file)
  sizes.set(name, brotli)
  console.log(
    `${name}: ${file.length} B raw, ${gzipSync(file).length} B gzip, ${brotli} B brotli (budget ${budgetOf(name)})`,
  )
  if (complaint !== null) {
    console.error(complaint)
    process.exitCode = 1
  }
}

for (const complaint of weighTogether(sizes)) {
  console.error(complaint)
  process.exitCode = 1
}

await writeFile(`${folder}sri.json`, `${JSON.stringify(sri, null, 2)}\n`)
for (const element of elements) await writeFile(`${folder}${element}.tag.html`, tagOf(element, sri))
