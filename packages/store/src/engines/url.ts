/** Parses store URLs. Error messages never repeat the URL, because it may contain a password. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StoreError } from '../errors.ts'
import { readPostgresUrl } from '../postgres/postgres-url.ts'
import type { StoreLocation } from './location.ts'

const ACCEPTED_FORMS =
  'A store URL is file:path/to/file.db, file::memory:, or postgres://user:password@host:port/database.'

function invalid(reason: string): StoreError {
  return new StoreError('store-url-invalid', `${reason} ${ACCEPTED_FORMS}`)
}

/** Parses a store URL; throws `store-url-invalid` with the accepted forms. `path` undefined: in memory. */
export function parseStoreUrl(url: string): StoreLocation {
  if (/^postgres(ql)?:\/\//.test(url)) {
    const servers = readPostgresUrl(url)
    if ('rejected' in servers) throw invalid(servers.rejected)
    return { engine: 'postgres', ...servers }
  }
  if (!url.startsWith('file:')) throw invalid('The store URL has an unknown scheme.')
  const rest = url.slice('file:'.length)
  if (rest === ':memory:') return { engine: 'sqlite', path: undefined }
  if (/[?#\0]/.test(rest)) throw invalid('The store URL of a file takes no parameters.')
  if (rest === '' || rest.endsWith('/')) throw invalid('The store URL names no file.')
  if (!rest.startsWith('//')) return { engine: 'sqlite', path: resolve(rest) }
  try {
    return { engine: 'sqlite', path: fileURLToPath(url) }
  } catch {
    throw invalid('The store URL names a file on another host.')
  }
}
