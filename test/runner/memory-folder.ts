/** A folder in memory for the temporary files of tests: a commit of SQLite does not wait for the disk there. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'
/** The tests of a part need less than a tenth of it. */
const ROOM_BYTES = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}

/** Runs `work` with the environment that names the folder; on a machine without one with an empty one. */
export async function withMemoryFolder<Result>(
  work: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return work({})
  const folder = mkdtempSync(`${MEMORY}/tapboard-`)
  try {
    return await work({ TMPDIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
