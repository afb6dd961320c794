// Builds the packages from scratch in a folder of its own, as a release does: untracked output of this tree cannot get into them.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../kit/process.ts'
import { packageName, PACKAGES, packAll } from './pack.ts'

/** Existing files of the repository, including uncommitted ones. */
const filesOfTree = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** Links the repository's installed packages into the copy; our own packages are those of the copy. */
function linkModules(copy: string): void {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@tapboard'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@tapboard' && name !== '.cache' && !PACKAGES.some((own) => packageName(own) === name))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const name of PACKAGES) symlinkSync(join(copy, 'packages', name), join(modules, packageName(name)))
}

/** Builds the packages of a tree, as `npm run build` does, and not the static demo. */
export function buildPackages(tree: string): void {
  const node = (...args: readonly string[]): void =>
    void execFileSync(process.execPath, args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
  node('node_modules/typescript/bin/tsc', '-b', ...PACKAGES.map((name) => `packages/${name}`))
  node('packages/service/build/swagger-ui.ts')
  node('packages/dashboard/build/build.ts')
  node('packages/tapboard/build/terminal.ts')
  node('--conditions=tapboard-source', 'packages/elements/build/build.ts')
}

/** Makes the tarballs in `folder/tarballs` from a copy of the tree in `folder/tree`; returns their folder. */
export function buildClean(folder: string): string {
  const tree = join(folder, 'tree')
  rmSync(tree, { recursive: true, force: true })
  for (const file of filesOfTree()) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(ROOT, file), join(tree, file))
  }
  linkModules(tree)
  buildPackages(tree)
  const tarballs = join(folder, 'tarballs')
  packAll(tree, tarballs)
  return tarballs
}
