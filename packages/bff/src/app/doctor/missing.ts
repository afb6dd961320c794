// Merchants that have unfinished work in the store and are not in the examined configuration: a start with it would leave them without a key.
import type { Store } from '@tapboard/store'
import { countOpenWork, type WorkTables } from '../merchants/open-work.ts'
import { about, type Finding } from './finding.ts'
import type { StorePorts } from './store.ts'

/** Merchants in the sentence; the others are counted. */
const NAMED_MAX = 5

/** The finding about the merchants that the configuration lacks; `null` without one, and for a store without tables. */
export async function findMissing(
  store: Store<unknown>,
  configured: readonly string[],
): Promise<Finding | null> {
  const work = await countOpenWork(store as Store<WorkTables>).catch(() => new Map<string, never>())
  const missing = [...work].filter(([merchant]) => !configured.includes(merchant))
  if (missing.length === 0) return null
  const named = missing
    .slice(0, NAMED_MAX)
    .map(([merchant, { sales, others }]) => `${merchant} (${sales} open sales, ${others} other things)`)
  const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : ''
  return about('merchants').warn(
    'merchant-missing',
    `The store has unfinished work of merchants that are not configured: ${named.join(', ')}${more}. Put them back until it is finished.`,
  )
}

/** Examines the store of a URL; a store that cannot be opened has a finding of its own. */
export async function examineMissing(
  url: string,
  configured: readonly string[],
  { openStore }: Pick<StorePorts, 'openStore'>,
): Promise<Finding | null> {
  const store = await openStore(url, { mustExist: true }).catch(() => null)
  if (store === null) return null
  try {
    return await findMissing(store, configured)
  } finally {
    await store.close()
  }
}
