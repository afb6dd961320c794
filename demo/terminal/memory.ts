// Stores a terminal's key in the browser, one entry per serial number. Without storage the terminal pairs
// again after each reload; it never fails.

/** Storage of a terminal's key. */
export interface TerminalMemory {
  read(serial: string): string | null
  write(serial: string, terminalKey: string): void
  clear(serial: string): void
}

const name = (serial: string): string => `tapboard-terminal-key:${serial}`

const guarded = <T>(storage: () => Storage, use: (storage: Storage) => T, without: T): T => {
  try {
    return use(storage())
  } catch {
    return without
  }
}

/** Stores keys in the given storage; a forbidden read or write counts as "no key". */
export const browserMemory = (storage: () => Storage): TerminalMemory => ({
  read: (serial) => guarded(storage, (kept) => kept.getItem(name(serial)), null),
  write: (serial, terminalKey) =>
    guarded(storage, (kept) => kept.setItem(name(serial), terminalKey), undefined),
  clear: (serial) => guarded(storage, (kept) => kept.removeItem(name(serial)), undefined),
})
