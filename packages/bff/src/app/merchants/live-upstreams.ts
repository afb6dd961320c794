// One upstream for each merchant. It lasts as long as the merchant is known and reads the key at each request, so a sale in progress
// goes on with a new key, and budgets and connections outlast the change (D-213).
import type { RunningUpstream } from '../../upstream/terminal/create-upstream.ts'
import type { MerchantLookup, MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import type { MerchantList } from './merchant-list.ts'

/** The upstreams of all known merchants. */
export interface LiveUpstreams {
  /** Finds the upstream of a known merchant; opens it at the first use. */
  readonly find: MerchantLookup
  /** Closes the upstream of a merchant that is forgotten. */
  close(merchant: string): Promise<void>
  closeAll(): Promise<void>
}

/** The part of a merchant that its upstream reads at each request. */
export interface CurrentKey {
  readonly apiKey: string
}

/** Creates the upstreams; `open` creates one of them, and `closed` hears of each that is closed because its merchant is forgotten. */
export function createLiveUpstreams(
  list: Pick<MerchantList, 'find'>,
  open: (key: CurrentKey) => RunningUpstream,
  closed: (upstream: MerchantUpstream) => void,
): LiveUpstreams {
  const opened = new Map<string, RunningUpstream>()
  const close = async (merchant: string): Promise<void> => {
    const upstream = opened.get(merchant)
    opened.delete(merchant)
    if (upstream === undefined) return
    closed(upstream)
    await upstream.close()
  }
  return {
    find(id) {
      const merchant = list.find(id)
      if (merchant === null) return null
      let last: CurrentKey = merchant
      const known =
        opened.get(id) ??
        open({
          get apiKey() {
            // A request that begins while the merchant is forgotten has its last key.
            last = list.find(id) ?? last
            return last.apiKey
          },
        })
      opened.set(id, known)
      return known
    },
    close,
    async closeAll() {
      await Promise.all([...opened.keys()].map(close))
    },
  }
}
