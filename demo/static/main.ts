// Last step of `npm run build`: builds the static site in `demo/dist` and prints its size.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildStatic, STATIC_FOLDER } from './build.ts'

await buildStatic(STATIC_FOLDER)

const files = readdirSync(STATIC_FOLDER, { recursive: true, withFileTypes: true }).filter((entry) =>
  entry.isFile(),
)

/** Files of the servers, which the worker loads besides the pages. To compress all files would take longer than the build. */
const SERVERS = /(shared-worker|sql-wasm)-[^/]*\.(js|wasm)$/

let bytes = 0
for (const { parentPath, name } of files) {
  const file = readFileSync(join(parentPath, name))
  bytes += file.length
  if (SERVERS.test(name))
    console.log(`${name}: ${file.length} B raw, ${brotliCompressSync(file).length} B brotli`)
}
console.log(
  `${relative(process.cwd(), STATIC_FOLDER)}: ${files.length} files, ${bytes} B raw; any server of files can hand it out`,
)
