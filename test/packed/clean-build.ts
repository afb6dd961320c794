// Builds the packages from nothing in a folder of its own, as a release does: what lies in this tree besides its files cannot get in.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGES, packAll, ROOT } from './pack.ts'

/** Files of the repository that are there, those not yet committed among them. */
const filesOfTree = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** Gives the copy what the repository has installed; our own packages are the copy's. */
function linkModules(copy: string): void {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@tapboard'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@tapboard' && name !== '.cache')
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const name of PACKAGES) symlinkSync(join(copy, 'packages', name), join(modules, '@tapboard', name))
}

/** Makes the tarballs in `folder/tarballs` from a copy of the tree in `folder/tree`; gives where they lie. */
export function buildClean(folder: string): string {
  const tree = join(folder, 'tree')
  rmSync(tree, { recursive: true, force: true })
  for (const file of filesOfTree()) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(ROOT, file), join(tree, file))
  }
  linkModules(tree)
  const node = (...args: readonly string[]): void =>
    void execFileSync(process.execPath, args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
  node('node_modules/typescript/bin/tsc', '-b', ...PACKAGES.map((name) => `packages/${name}`))
  node('packages/service/build/swagger-ui.ts')
  node('--conditions=tapboard-source', 'packages/elements/build/build.ts')
  const tarballs = join(folder, 'tarballs')
  packAll(tree, tarballs)
  return tarballs
}
