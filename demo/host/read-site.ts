// Reads a built site into memory. Only files present at the start are served, so a request path never reaches
// the disk.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { SiteFile } from './pages.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
  json: 'application/json',
  map: 'application/json',
}

/** Smaller files fit into one packet and need no compression; a PNG file is compressed already. */
const LEAST_BYTES = 1400
/** Compression level that keeps the start fast. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** A file with its compressed form. */
function fileOf(path: string, type: string): SiteFile {
  const body = new Uint8Array(readFileSync(path))
  return body.length < LEAST_BYTES || type === 'image/png'
    ? { body, type }
    : { body, type, brotli: new Uint8Array(brotliCompressSync(body, QUALITY)) }
}

/** Reads all files of the built site by URL path (`/assets/x.js`). */
export function readSite(folder: string): ReadonlyMap<string, SiteFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const type = types[entry.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      return [`/${relative(folder, path).split(sep).join('/')}`, fileOf(path, type)]
    }),
  )
}
