// Accepted texts and pictures, stored beside the tests. A difference fails, and the message shows how to accept it.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the accepted pictures and texts. */
export const FOLDER = fileURLToPath(new URL('../', import.meta.url))

/** The run accepts its results instead of comparing them with the accepted ones. */
export const isAccepting = process.env['TAPBOARD_ACCEPT'] === '1'

/** A file that was accepted, or `null`. */
export function accepted(file: string): Buffer | null {
  try {
    return readFileSync(path.join(FOLDER, file))
  } catch {
    return null
  }
}

export function accept(file: string, content: string | Uint8Array): void {
  const place = path.join(FOLDER, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, content)
}

/** Compares a text with the accepted one. */
export function holdText(file: string, lines: readonly string[], command: string): void {
  const text = `${lines.join('\n')}\n`
  if (isAccepting) return accept(file, text)
  const before = accepted(file)?.toString() ?? ''
  assert.equal(text, before, `${file} has changed. Right as it is now? Then: ${command}`)
}
