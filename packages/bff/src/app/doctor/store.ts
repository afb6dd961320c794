// Checks whether the ledger exists and can be written. It does not create a missing ledger.
import { isStoreError, readCommitLoss, type Store, type StoreOptions } from '@tapboard/store'
import { COMMIT_LOSSES } from '../commit-loss.ts'
import { about, type Finding } from './finding.ts'
import { findHolds } from './holds.ts'
import { examineTables } from './tables.ts'

/** Access of the examination to the store and its files. */
export interface StorePorts {
  /** Opens an existing store; throws the errors of the store. */
  readonly openStore: (url: string, options: StoreOptions) => Promise<Store<unknown>>
  /** Returns whether a path is a file, a writable folder, or neither. */
  readonly look: (path: string) => Promise<'file' | 'writable' | 'nothing'>
  readonly now: () => number
}

/** A larger difference of clocks makes deadlines and limits uneven between instances. */
const CLOCK_MS = 5_000

const folderOf = (path: string): string => path.replace(/[^/\\]*$/, '') || '.'

async function examineOpen(store: Store<unknown>, now: () => number): Promise<Finding> {
  const { ok, warn } = about('store')
  await store.ping()
  // An engine or a pooler may deliver no notices; the error says what to set.
  const stop = await store.listen('tapboard_doctor', () => {})
  await stop()
  // No BFF starts on tables that it cannot read. A hold matters more than tables that the start updates, and than a clock.
  const tables = await examineTables(store)
  if (tables?.state === 'fail') return tables
  const hold = await findHolds(store)
  if (hold !== null) return hold
  if (tables !== null) return tables
  const ahead = Math.round(((await store.now()) - now()) / 1000)
  if (Math.abs(ahead) * 1000 > CLOCK_MS)
    return warn(
      'clock-differs',
      `The clock of the database is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's: set both by NTP.`,
    )
  if (!store.durable)
    return warn(
      'commits-at-risk',
      'The ledger is in memory: a restart loses every sale. Use a file or PostgreSQL.',
    )
  const loss = await readCommitLoss(store)
  if (loss !== 'none') return warn('commits-at-risk', COMMIT_LOSSES[loss])
  return ok(store.engine === 'sqlite' ? 'The file opens.' : 'PostgreSQL answers.')
}

/** Examines the store of a URL. */
export async function examineStore(url: string, ports: StorePorts): Promise<Finding> {
  const { ok, fail } = about('store')
  const path = /^file:(?!:memory:)(.+)$/.exec(url)?.[1]
  if (path !== undefined && !path.startsWith('//')) {
    const found = await ports.look(path)
    if (found === 'nothing') {
      const folder = folderOf(path)
      if ((await ports.look(folder)) !== 'writable')
        return fail(
          'store-unavailable',
          `The folder ${folder} does not exist or is not writable: create it, or change TAPBOARD_STORE_URL.`,
        )
      // A store in memory needs the same package as a file and leaves none behind.
      return examineUrl('file::memory:', ports, () =>
        ok('The file does not exist yet; the first start creates it.'),
      )
    }
  }
  return examineUrl(url, ports, (store) => examineOpen(store, ports.now))
}

/** Opens the store of a URL for the examination; reports why it cannot be opened. */
async function examineUrl(
  url: string,
  ports: StorePorts,
  examined: (store: Store<unknown>) => Finding | Promise<Finding>,
): Promise<Finding> {
  const { fail } = about('store')
  let store: Store<unknown> | null = null
  try {
    store = await ports.openStore(url, { mustExist: true })
    return await examined(store)
  } catch (error) {
    if (isStoreError(error) && error.code === 'store-package-missing') return fail(error.code, error.message)
    const why = isStoreError(error) ? error.message : 'It gives no answer.'
    const code = isStoreError(error) ? error.code : 'store-unavailable'
    return fail(code, `${why} Check TAPBOARD_STORE_URL, and whether the database runs and accepts this user.`)
  } finally {
    await store?.close()
  }
}
