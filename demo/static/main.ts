// Last step of `npm run build`: builds the static site in `demo/dist` and prints the size of a first checkout
// visit.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildStatic, STATIC_FOLDER } from './build.ts'

await buildStatic(STATIC_FOLDER)

const files = readdirSync(STATIC_FOLDER, { recursive: true, withFileTypes: true }).filter((entry) =>
  entry.isFile(),
)
const weigh = (name: string): { raw: number; brotli: number } => {
  const file = readFileSync(name)
  // A picture is compressed as it is; to try it would take most of the time.
  const brotli = name.endsWith('.png') ? file.length : brotliCompressSync(file).length
  return { raw: file.length, brotli }
}

/** Files of the servers, which the worker loads besides the pages. */
const SERVERS = /(shared-worker|sql-wasm)-[^/]*\.(js|wasm)$/

let [raw, brotli] = [0, 0]
for (const { parentPath, name } of files) {
  const size = weigh(join(parentPath, name))
  raw += size.raw
  brotli += size.brotli
  if (SERVERS.test(name)) console.log(`${name}: ${size.raw} B raw, ${size.brotli} B brotli`)
}
console.log(
  `${relative(process.cwd(), STATIC_FOLDER)}: ${files.length} files, ${raw} B raw, ${brotli} B brotli; any server of files can hand it out`,
)
