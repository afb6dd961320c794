// Installs an app as npm does, in a folder of its own, without a registry: our packages from their tarballs, everything else
// copied from the repository's installation. A package that uses an undeclared dependency fails here.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../kit/process.ts'
import { tarballOf } from './pack.ts'

/** The part of a `package.json` that is read here. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const read = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The folder of a package as Node resolves it from `from`. */
export function find(name: string, from: string): string {
  for (let folder = from; folder.startsWith(ROOT.slice(0, -1)); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return found
  }
  throw new Error(`${name} is not installed for ${from}.`)
}

/** Copies a package and its declared dependencies, each once; nested packages are copied with it. */
function copy(name: string, from: string, modules: string, seen: Set<string>): void {
  const source = find(name, from)
  if (seen.has(source)) return
  seen.add(source)
  const target = join(modules, name)
  const within = seen.has(from) && source.startsWith(`${from}/`)
  if (!within && !existsSync(target)) cpSync(source, target, { recursive: true })
  for (const needed of Object.keys(read(source).dependencies ?? {})) copy(needed, source, modules, seen)
}

/** Unpacks one of our packages, then its declared dependencies. */
function unpack(name: string, modules: string, seen: Set<string>): void {
  const target = join(modules, name)
  if (existsSync(target)) return
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', tarballOf(name), '-C', target, '--strip-components=1'])
  for (const needed of Object.keys(read(target).dependencies ?? {})) {
    if (needed.startsWith('@tapboard/')) unpack(needed, modules, seen)
    else copy(needed, ROOT, modules, seen)
  }
}

/** The content of an app's `package.json`. */
interface Wish {
  /** Folder of the app below `test/apps`; absent for an empty app. */
  readonly app?: string
  /** Another app with the same `package.json`. */
  readonly like?: string
  /** Our packages: names after `@tapboard/`. */
  readonly ours: readonly string[]
  /** Libraries that are copied from the repository, with their declared dependencies. */
  readonly libraries?: readonly string[]
  /** Tools of the repository that are linked: the bundler, the compiler. */
  readonly tools?: readonly string[]
}

/** Creates the folder and returns its path; the caller removes it. */
export function install({ app, like = app, ours, libraries = [], tools = [] }: Wish): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-app-'))
  const source = join(ROOT, like === undefined ? 'test' : `test/apps/${like}`)
  if (app !== undefined)
    cpSync(join(ROOT, 'test/apps', app), folder, {
      recursive: true,
      filter: (file) => !file.endsWith('/node_modules'),
    })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const manifest = existsSync(join(source, 'package.json')) ? read(source) : {}
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, type: 'module' }))
  const seen = new Set<string>()
  for (const name of ours) unpack(`@tapboard/${name}`, modules, seen)
  for (const name of Object.keys({ ...manifest.devDependencies, ...manifest.dependencies }))
    copy(name, source, modules, seen)
  for (const name of libraries) copy(name, ROOT, modules, seen)
  for (const name of tools) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(find(name, ROOT), join(modules, name))
  }
  return folder
}
