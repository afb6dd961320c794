// Writes `custom-elements.json` and what editors read into the package's `dist`, where its package.json names them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { editorData } from './editors.ts'
import { elementsManifest } from './manifest.ts'

/** `folder` is that of the package, with a slash at its end. */
export function writeManifest(folder: string): void {
  const { version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
    readonly version: string
  }
  const manifest = elementsManifest()
  mkdirSync(`${folder}dist`, { recursive: true })
  writeFileSync(`${folder}dist/custom-elements.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  for (const [name, text] of editorData(manifest, version)) writeFileSync(`${folder}dist/${name}`, text)
}
