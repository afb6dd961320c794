// Reads the merchants of the environment again: at SIGHUP, and when a file with them has changed. A file is read only when it stayed
// the same between two looks, so one that is being written is not read in part. A mounted Secret or ConfigMap is a symbolic link that
// its platform replaces; the version of a path is that of the file behind it.
import type { Clock, Log } from '../../ports.ts'
import type { Bff } from '../bff.ts'
import type { Merchant } from '../options.ts'
import { isUnchanged } from './merchant-list.ts'

/** Between two looks at the files. */
export const LOOK_MS = 2_000

/** Access of the reload to the process. */
export interface ReloadSource {
  /** Calls the listener at each SIGHUP; returns the function that ends it. */
  readonly onHangup: (listener: () => void) => () => void
  /** Returns a text that differs after each change of a file; never rejects. */
  readonly fileVersion: (path: string) => Promise<string>
}

interface ReloadParts extends ReloadSource {
  readonly bff: Pick<Bff, 'setMerchants'>
  /** Reads the merchants; throws if they cannot be read. */
  readonly read: () => readonly Merchant[]
  /** Names the wrong places of a refused list, without a value. */
  readonly explain: (error: unknown) => string
  /** The files with merchants and their secrets. */
  readonly files: readonly string[]
  readonly clock: Clock
  readonly log: Log
}

/** The reload of a running process. */
export interface Reload {
  /** Ends the listener and the timer. */
  end(): void
}

/** Reloads the merchants on SIGHUP and when one of the files has changed. */
export function beginReload({
  bff,
  read,
  explain,
  files,
  fileVersion,
  onHangup,
  clock,
  log,
}: ReloadParts): Reload {
  let ended = false
  let cancel = (): void => {}

  /** Returns whether the merchants are others now. */
  const reload = (): boolean => {
    try {
      return !isUnchanged(bff.setMerchants(read))
    } catch (error) {
      log.error(
        { code: 'merchants-refused', reason: explain(error) },
        'the new merchants were refused and the old ones stay in use: correct them until "tapboard-bff --check" accepts them',
      )
      return true
    }
  }
  const reloadNow = (): void => {
    if (!reload()) log.info({ code: 'merchants-unchanged' }, 'the merchants were read again and are the same')
  }
  const versions = async (): Promise<string> => (await Promise.all(files.map(fileVersion))).join('\n')
  const look = async (applied: string | null, before: string | null): Promise<void> => {
    const now = await versions()
    if (ended) return
    const isNew = now !== applied && now === before
    if (isNew) reload()
    cancel = clock.after(LOOK_MS, () => void look(isNew ? now : applied, now))
  }
  const endHangups = onHangup(reloadNow)
  // The first look reads the files once more: they may have changed since the start read them.
  if (files.length > 0) void look(null, null)
  return {
    end() {
      ended = true
      cancel()
      endHangups()
    },
  }
}
