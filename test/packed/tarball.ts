// Reads the packed tarballs for tests; each is unpacked once per process.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageName, tarballOf } from './pack.ts'

/** The targets of an exports map. */
type Target = string | { readonly [condition: string]: Target }

/** The fields of a published package.json that the tests read. */
interface PublishedManifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly keywords?: readonly string[]
  readonly unpkg?: string
  readonly jsdelivr?: string
  readonly exports: Readonly<Record<string, Target>>
  readonly imports?: Readonly<Record<string, Target>>
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
}

/** One package as a user gets it. */
interface Unpacked {
  readonly folder: string
  /** Paths within the package, sorted. */
  readonly files: readonly string[]
  readonly manifest: PublishedManifest
  text(path: string): string
  remove(): void
}

/** Unpacks the package of a folder; the caller removes it. */
export function unpacked(name: string): Unpacked {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-tarball-'))
  execFileSync('tar', ['-xzf', tarballOf(packageName(name)), '-C', folder, '--strip-components=1'])
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const files = globSync('**/*', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  return {
    folder,
    files: files.toSorted(),
    manifest: JSON.parse(text('package.json')) as PublishedManifest,
    text,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Every file that an exports map leads to. */
export const targetsOf = (target: Target): readonly string[] =>
  typeof target === 'string' ? [target] : Object.values(target).flatMap(targetsOf)
