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
  let unwritten: string[] = []
  let writing: Promise<void> | null = null
  let isFailing = false

  const writeAll = async (): Promise<void> => {
    while (unwritten.length > 0) {
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
        return
      }
    }
  }
  const write = (): Promise<void> => (writing ??= writeAll().finally(() => (writing = null)))
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
