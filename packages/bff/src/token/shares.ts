// Divides a bounded resource of this process (INV-17): in total, per merchant and per page. A merchant holds at most as much
// as is free for the others, so one merchant at its cap leaves room for each other one. Pure; memory grows with
// what is held, so `total` bounds it.

/** The holder of a share. */
export interface ShareOwner {
  readonly merchant: string
  /** Names the page, as `CallingPage.key` does. */
  readonly key: string
}

export interface ShareLimits {
  readonly total: number
  readonly perKey: number
  /** Number of merchants of this process, read at each use. A single one may hold everything. */
  readonly merchants: number
}

/** The limit that refuses a further share. */
export type FullShare = 'total' | 'merchant' | 'key'

export interface Shares {
  /** Takes one share; returns the limit that refuses it, or `null`. */
  take(owner: ShareOwner): FullShare | null
  giveBack(owner: ShareOwner): void
  readonly size: number
}

/** Returns true if a merchant that holds `held` of the `used` shares may take another one. */
export const isWithinShare = (
  held: number,
  used: number,
  { total, merchants }: Pick<ShareLimits, 'total' | 'merchants'>,
): boolean => used < total && (merchants === 1 || held < total - used)

/** Creates shares that are all free. */
export function createShares(limits: ShareLimits): Shares {
  const held = new Map<string, number>()
  let used = 0
  const add = (name: string, change: 1 | -1): void => {
    const count = (held.get(name) ?? 0) + change
    if (count === 0) held.delete(name)
    else held.set(name, count)
  }
  /** A merchant's ID has no line break. */
  const keyOf = ({ merchant, key }: ShareOwner): string => `${merchant}\n${key}`
  return {
    take(owner) {
      if (used >= limits.total) return 'total'
      if (!isWithinShare(held.get(owner.merchant) ?? 0, used, limits)) return 'merchant'
      if ((held.get(keyOf(owner)) ?? 0) >= limits.perKey) return 'key'
      used += 1
      add(owner.merchant, 1)
      add(keyOf(owner), 1)
      return null
    },
    giveBack(owner) {
      used -= 1
      add(owner.merchant, -1)
      add(keyOf(owner), -1)
    },
    get size() {
      return used
    },
  }
}
