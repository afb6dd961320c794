/**
 * Loads test files into one process: `node test/runner/several-files.ts FILE…`. Each is a suite with its path as the title. Most
 * small files take longer for their imports than for their tests.
 */
import path from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

let loaded: Promise<unknown> = Promise.resolve()
for (const file of process.argv.slice(2))
  void describe(file, () => {
    const load = loaded.then(() => import(pathToFileURL(path.resolve(file)).href))
    // A file that does not load fails alone.
    loaded = load.catch(() => {})
    return load
  })
