// A local registry with our tarballs and their dependencies, taken from the repository's own node_modules: npm installs from it
// as from the public one.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../kit/process.ts'
import { listen } from '../kit/sockets.ts'
import { PACKAGES, tarballOf } from './pack.ts'
import { find } from './install.ts'

/** The registry's manifest of a version. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A package that can be had: its manifest, and how its tarball is made. */
interface Offer {
  readonly manifest: Manifest
  readonly tarball: () => Promise<Buffer>
}

/** Address of the registry, and its end. */
export interface Registry {
  readonly url: string
  /** Names that were asked for and are not here. */
  readonly missing: readonly string[]
  close(): void
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest

/** The dependencies that npm installs together with a package. */
const needs = ({ dependencies, peerDependencies, peerDependenciesMeta }: Manifest): string[] => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
]

/** Tarballs of the packages of one lockfile. To compress them takes 5 s of processor time. */
const CACHE = join(ROOT, 'node_modules/.cache/registry')

/** The folder of the present lockfile; those of older ones are removed. */
function cacheFolder(): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  mkdirSync(join(CACHE, lock), { recursive: true })
  for (const other of readdirSync(CACHE))
    if (other !== lock) rmSync(join(CACHE, other), { recursive: true, force: true })
  return join(CACHE, lock)
}

/** Makes a file once. Two test files may make it at the same time: the bytes are complete when it has its name. */
async function once(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  if (existsSync(file)) return readFileSync(file)
  const bytes = await make()
  const own = `${file}.${process.pid}`
  writeFileSync(own, bytes)
  renameSync(own, file)
  return bytes
}

/** A folder of node_modules as `npm pack` makes it: everything below `package/`. */
async function pack(folder: string, stage: string): Promise<Buffer> {
  const own = mkdtempSync(join(stage, 'package-'))
  symlinkSync(folder, join(own, 'package'))
  const { stdout } = await promisify(execFile)(
    'tar',
    ['-chzf', '-', '--exclude', 'package/node_modules', '-C', own, 'package'],
    { encoding: 'buffer', maxBuffer: 100_000_000 },
  )
  return stdout
}

/** Packages that the documentation and the templates install beside ours. */
const CHOSEN = ['better-sqlite3', 'pg', 'express'] as const

/** Everything that our packages need, each version once. */
function offers(stage: string): Map<string, Map<string, Offer>> {
  const cache = cacheFolder()
  const all = new Map<string, Map<string, Offer>>()
  const offer = (manifest: Manifest, tarball: Offer['tarball']): boolean => {
    const versions = all.get(manifest.name) ?? new Map<string, Offer>()
    all.set(manifest.name, versions)
    if (versions.has(manifest.version)) return false
    let made: Promise<Buffer> | null = null
    versions.set(manifest.version, { manifest, tarball: () => (made ??= tarball()) })
    return true
  }
  const add = (name: string, from: string): void => {
    const folder = find(name, from)
    const manifest = read(join(folder, 'package.json'))
    const file = join(cache, `${name.replace('/', '+')}-${manifest.version}.tgz`)
    if (offer(manifest, () => once(file, () => pack(folder, stage))))
      for (const needed of needs(manifest)) add(needed, folder)
  }
  for (const short of PACKAGES) {
    const manifest = read(join(ROOT, 'packages', short, 'package.json'))
    offer(manifest, () => Promise.resolve(readFileSync(tarballOf(manifest.name))))
    for (const needed of needs(manifest))
      if (!needed.startsWith('@tapboard/')) add(needed, join(ROOT, 'packages', short))
  }
  for (const name of CHOSEN) add(name, join(ROOT, 'packages/store'))
  return all
}

export async function openRegistry(): Promise<Registry> {
  const stage = join(tmpdir(), `tapboard-registry-${process.pid}`)
  mkdirSync(stage, { recursive: true })
  const all = offers(stage)
  const missing: string[] = []
  const answer = async (path: string, url: string): Promise<Buffer | string | null> => {
    const [, name = '', version = ''] = /^\/((?:@[^/]+\/)?[^/@]+)(?:\/-\/([\w.-]+)\.tgz)?$/.exec(path) ?? []
    const versions = all.get(name)
    if (versions === undefined) {
      missing.push(name)
      return null
    }
    if (version !== '') return (await versions.get(version)?.tarball()) ?? null
    const listed = await Promise.all(
      [...versions.values()].map(async ({ manifest, tarball }) => {
        const integrity = `sha512-${createHash('sha512')
          .update(await tarball())
          .digest('base64')}`
        const dist = { tarball: `${url}/${name}/-/${manifest.version}.tgz`, integrity }
        return [manifest.version, { ...manifest, dist }] as const
      }),
    )
    const latest = listed.at(-1)?.[0]
    return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(listed) })
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname)
    answer(path, `http://${request.headers.host}`).then(
      (body) => response.writeHead(body === null ? 404 : 200).end(body ?? '{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const url = await listen(server)
  return {
    url,
    missing,
    close() {
      server.close()
      server.closeAllConnections()
      rmSync(stage, { recursive: true, force: true })
    },
  }
}
