// Packs the packages as they would be published, and says where the tarballs lie. `run.ts` does it once for all tests.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Names of the packages after `@tapboard/`. */
export const PACKAGES = ['contract', 'store', 'bff', 'service', 'elements'] as const

const FOLDER = join(ROOT, 'node_modules/.cache/packed')

/** `npm pack` of every package, which `npm run build` must have built. */
export function packAll(): void {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const which = PACKAGES.flatMap((name) => ['-w', `packages/${name}`])
  execFileSync('npm', ['pack', '--silent', ...which, '--pack-destination', FOLDER], { cwd: ROOT })
}

/** The tarball of `@tapboard/…`. */
export function tarballOf(name: string): string {
  const file = readdirSync(FOLDER).find((one) => one.startsWith(name.replace('@', '').replace('/', '-')))
  if (file === undefined) throw new Error(`${name} has not been packed: run "npm run test:apps".`)
  return join(FOLDER, file)
}
