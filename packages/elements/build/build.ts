/**
 * `npm run build`, after the compiler: `custom-elements.json`, the data of editors, the modules for bundlers, the hashes of inline
 * styles, and the browser files of each element with their sizes, hashes and tags. A file over its budget fails the build.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildBrowserFile, ELEMENTS } from './browser.ts'
import { budgetOf, BUDGETS, isDictionary, weigh, weighTogether } from './budget.ts'
import { buildIsolatedField, GENERATED, generatedText } from './isolated-field.ts'
import { writeManifest } from './manifest/write.ts'
import { buildModules } from './modules.ts'
import { writeServed } from './served.ts'
import { tagOf } from './tag.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const browser = `${folder}dist/browser/`

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

writeManifest(folder)
writeFileSync(GENERATED, generatedText(await buildIsolatedField()))

// The compiler writes declarations only: every other file here is of an earlier build.
for (const file of globSync('dist/**/*.js{,.map}', { cwd: folder })) rmSync(folder + file)
for (const [name, text] of await buildModules()) write(`${folder}dist/${name}`, text)
await writeServed(folder)

const files = new Map<string, string>()
for (const element of ELEMENTS) {
  const { code, later } = await buildBrowserFile(element)
  files.set(`${element}.js`, code)
  for (const [name, text] of later) files.set(name, text)
}

rmSync(browser, { recursive: true, force: true })
const sizes = new Map<string, number>()
const sri: Record<string, { readonly integrity: string; readonly size: number }> = {}
const complaints: string[] = []
const names = [...Object.keys(BUDGETS), ...[...files.keys()].filter(isDictionary).toSorted()]
for (const name of names) {
  const text = files.get(name)
  if (text === undefined) throw new Error(`the build makes no ${name}`)
  write(browser + name, text)
  const bytes = Buffer.from(text)
  sri[name] = {
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    size: bytes.length,
  }
  const { brotli, complaint } = weigh(name, bytes)
  sizes.set(name, brotli)
  if (complaint !== null) complaints.push(complaint)
  console.log(
    `${name}: ${bytes.length} B raw, ${gzipSync(bytes).length} B gzip, ${brotli} B brotli (budget ${budgetOf(name)})`,
  )
}
writeFileSync(`${browser}sri.json`, `${JSON.stringify(sri, null, 2)}\n`)
const { version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { readonly version: string }
/** A network that serves the files of published packages; the field `jsdelivr` of package.json is for it. */
const NETWORK = `https://cdn.jsdelivr.net/npm/@tapboard/elements@${version}/dist/browser/`
for (const element of ELEMENTS) {
  writeFileSync(`${browser}${element}.tag.html`, tagOf(element, sri))
  writeFileSync(`${browser}${element}.cdn.html`, tagOf(element, sri, NETWORK))
}

for (const complaint of [...complaints, ...weighTogether(sizes)]) {
  console.error(complaint)
  process.exitCode = 1
}
