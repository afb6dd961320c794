// Appends the heads of the ledger to a file. The file is opened for each batch, so it can be renamed at any time.
import { appendFile } from 'node:fs/promises'
import type { Log } from '../../ports.ts'
import { lineOf, type Heads } from '../../sale/ledger/heads.ts'

/** Lines kept while the file cannot be written; later ones are dropped. */
const UNWRITTEN_MAX = 100_000

/** Opens a file of heads, mode 0600 if it is new. Rejects if it cannot be appended to. */
export async function openHeadsFile(path: string, log: Log): Promise<Heads> {
  const append = (text: string): Promise<void> => appendFile(path, text, { mode: 0o600, flush: true })
  await append('').catch((cause: unknown) => {
    throw new Error('TAPBOARD_HEADS_FILE: the file cannot be appended to; check its path and its rights.', {
      cause,
    })
  })
  return createHeadsWriter(append, log)
}

/** Writes heads by `append`: those that come while it writes share the next call. */
export function createHeadsWriter(append: (text: string) => Promise<void>, log: Log): Heads {
  let unwritten: string[] = []
  let writing: Promise<void> | null = null
  let isFailing = false

  /** Writes the lines that wait; returns whether they were written. */
  const writeBatch = async (): Promise<boolean> => {
    const lines = unwritten
    unwritten = []
    try {
      await append(lines.join(''))
      isFailing = false
    } catch {
      unwritten = [...lines, ...unwritten].slice(0, UNWRITTEN_MAX)
      if (!isFailing)
        log.error({ code: 'heads-unwritten' }, 'the file of heads cannot be written; trying again')
      isFailing = true
    }
    return !isFailing
  }
  const writeAll = async (): Promise<void> => {
    for (let goesOn = true; goesOn && unwritten.length > 0;) goesOn = await writeBatch()
    // Together with the last look at `unwritten`: a line that comes later begins a new write.
    writing = null
  }
  const write = (): Promise<void> | null => {
    if (unwritten.length > 0) writing ??= writeAll()
    return writing
  }
  return {
    write(head) {
      if (unwritten.length < UNWRITTEN_MAX) unwritten.push(lineOf(head))
      void write()
    },
    async close() {
      await writing
      await write()
    },
  }
}
