/** Without Node there is neither a file nor a database socket: the caller opens a store and passes it in. */
import { StoreError } from '../errors.ts'
import type { Store, StoreOptions } from '../store.ts'
import type { StoreLocation } from './location.ts'

const refused = (): StoreError =>
  new StoreError(
    'store-url-invalid',
    'This runtime opens no database by URL. Open a store yourself, for example with openMemory of @tapboard/store/memory, and pass it.',
  )

/** Rejects every URL with `store-url-invalid`. */
export function parseStoreUrl(_url: string): StoreLocation {
  throw refused()
}

/** Rejects every URL with `store-url-invalid`. */
export function importEngine(_url: string): Promise<void> {
  return Promise.reject(refused())
}

/** Rejects every URL with `store-url-invalid`. */
export function openUrl<DB>(_url: string, _options: StoreOptions): Promise<Store<DB>> {
  return Promise.reject(refused())
}
