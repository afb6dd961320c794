// Packs the packages as for publication, once for all tests.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/process.ts'
import { prune } from './prune.ts'
import { stage } from './stage.ts'

/** Folders of the published packages below `packages/`. */
export const PACKAGES = [
  'contract',
  'store',
  'server',
  'bff',
  'service',
  'elements',
  'tapboard',
  'create-tapboard',
] as const

/** Packages without the scope: people type their names. */
const UNSCOPED: readonly string[] = ['tapboard', 'create-tapboard']

/** The name of the package in a folder: `@tapboard/bff`, `tapboard`. */
export const packageName = (folder: string): string =>
  UNSCOPED.includes(folder) ? folder : `@tapboard/${folder}`

const FOLDER = join(ROOT, 'node_modules/.cache/packed')

/** Packs every package of `root`, which `npm run build` must have built, as it is published. */
export function packAll(root = ROOT, folder = FOLDER): void {
  for (const name of PACKAGES) prune(join(root, 'packages', name, '/'))
  rmSync(folder, { recursive: true, force: true })
  const staged = stage(root, PACKAGES, join(folder, 'staged'))
  execFileSync('npm', ['pack', '--silent', ...staged, '--pack-destination', folder], { cwd: root })
}

/** The tarball of a package by its name. */
export function tarballOf(name: string, folder = FOLDER): string {
  const start = `${name.replace('@', '').replace('/', '-')}-`
  const file = readdirSync(folder).find((one) => one.startsWith(start) && /^\d/.test(one.slice(start.length)))
  if (file === undefined) throw new Error(`${name} has not been packed: run "npm test -- --part apps".`)
  return join(folder, file)
}
