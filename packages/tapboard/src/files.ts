// The files of the developer's folder and of the packages.
import { closeSync, fchmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedScript } from './app-process.ts'
import type { SitePorts } from './site.ts'

/** Access to files; paths are below the developer's folder. */
export interface Files {
  readonly folder: string
  /** The text of a file; `null` if it does not exist. */
  read(path: string): string | null
  write(path: string, text: string): void
  /** Writes a file that only its owner may read. */
  writeSecret(path: string, text: string): void
  createFolder(path: string): void
  /** The script of a package's command. */
  installedScript(command: string): string | null
  /** The page that the developer edits, with the address of the BFF. */
  firstPage(bffUrl: string): string
  readonly readBytes: SitePorts['read']
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))

const packageUrl = new URL('..', import.meta.url)

/** Folders of the served files. The bundle of the on-screen terminal is a page's file, too. */
const placeOf = (place: 'pages' | 'elements', name: string): URL => {
  if (place === 'elements')
    return new URL(`dist/browser/${name}`, import.meta.resolve('@tapboard/elements/package.json'))
  return new URL(
    name === 'on-screen-terminal.js' ? 'dist/on-screen/terminal.js' : `pages/${name}`,
    packageUrl,
  )
}

export function openFiles(folder: string): Files {
  const at = (path: string): string => join(folder, path)
  return {
    folder,
    read(path) {
      try {
        return readFileSync(at(path), 'utf8')
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    write: (path, text) => writeFileSync(at(path), text),
    writeSecret(path, text) {
      const file = openSync(at(path), 'w', 0o600)
      try {
        // Opening does not change the mode of an existing file: change it while the file is empty.
        fchmodSync(file, 0o600)
        writeFileSync(file, text)
      } finally {
        closeSync(file)
      }
    },
    createFolder: (path) => void mkdirSync(at(path), { recursive: true, mode: 0o700 }),
    installedScript: (command) => installedScript(folder, command),
    firstPage: (bffUrl) =>
      readFileSync(new URL('pages/first-page.html', packageUrl), 'utf8').replaceAll('%BFF_URL%', bffUrl),
    async readBytes(place, name) {
      const path = place === 'own' ? at(name) : fileURLToPath(placeOf(place, name))
      try {
        return new Uint8Array(await readFile(path))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  }
}
