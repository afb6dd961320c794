// Where a terminal keeps its key between visits: this browser's storage, one entry per serial number. A browser that
// refuses storage makes a terminal that pairs again after each reload; it never makes an error.

/** The key of one terminal, kept somewhere. */
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

/** Keeps keys in the given storage; reads and writes that the browser forbids count as "nothing kept". */
export const browserMemory = (storage: () => Storage): TerminalMemory => ({
  read: (serial) => guarded(storage, (kept) => kept.getItem(name(serial)), null),
  write: (serial, terminalKey) =>
    guarded(storage, (kept) => kept.setItem(name(serial), terminalKey), undefined),
  clear: (serial) => guarded(storage, (kept) => kept.removeItem(name(serial)), undefined),
})
