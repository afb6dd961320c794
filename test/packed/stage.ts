// A package as published: the files of its `files` list, the licence, the documents that its code cites, and a package.json
// without the condition and the scripts of this repository.
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { citedIn } from './cited.ts'

/** The condition by which this repository runs its sources; they are not published. */
const OWN_CONDITION = 'tapboard-source'

/** Files of the repository that every package holds. */
const SHARED = ['LICENSE', 'packages/contract/DECISIONS.md'] as const

/** Documents that a package holds if its code cites one of their numbers, by their published names. */
const CITED = {
  'LEDGER.md': { source: 'packages/bff/src/sale/README.md', kinds: ['INV-', 'rule ', 'FP'] },
  // The ledger cites promises, too.
  'PROMISES.md': { source: 'test/PROMISES.md', kinds: ['INV-', 'rule ', 'FP', 'P'] },
} as const

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** An exports or imports map without the repository's own condition. */
const withoutOwn = (target: unknown): unknown =>
  isObject(target)
    ? Object.fromEntries(
        Object.entries(target).flatMap(([name, inner]) =>
          name === OWN_CONDITION ? [] : [[name, withoutOwn(inner)]],
        ),
      )
    : target

/** The addresses of the sources, for a publication with provenance; other packages name no address. */
const repositoryOf = (name: string): Json => {
  const url = process.env['RELEASE_REPOSITORY'] ?? ''
  return url === ''
    ? {}
    : {
        homepage: `${url}#readme`,
        bugs: { url: `${url}/issues` },
        repository: { type: 'git', url: `git+${url}.git`, directory: `packages/${name}` },
      }
}

/** Links between the documents lead to the copies beside them. */
const withLinksBeside = (text: string): string =>
  text.replaceAll(/\]\((?:\.\.\/)+[\w/-]+\/(DECISIONS|PROMISES)\.md\)/g, ']($1.md)')

/** Copies the documents that the code in `target` cites; returns their names. */
function addCited(root: string, target: string): readonly string[] {
  const kinds = new Set(
    globSync('{bin,dist}/**/*.js', { cwd: target }).flatMap((file) =>
      citedIn(file, readFileSync(join(target, file), 'utf8')).map(({ kind }) => kind),
    ),
  )
  return Object.entries(CITED).flatMap(([name, { source, kinds: own }]) => {
    if (!own.some((kind) => kinds.has(kind))) return []
    writeFileSync(join(target, name), withLinksBeside(readFileSync(join(root, source), 'utf8')))
    return [name]
  })
}

/** The package.json that is published; `name` is that of the package's folder. */
const publishedManifest = (name: string, manifest: Json): Json => ({
  ...Object.fromEntries(
    Object.entries(manifest).flatMap(([key, value]) =>
      key === 'scripts' ? [] : [[key, key === 'exports' || key === 'imports' ? withoutOwn(value) : value]],
    ),
  ),
  // npm packs only listed files; the shared ones are copied beside them.
  files: [
    ...new Set([
      ...(manifest['files'] as readonly string[]),
      ...SHARED.map((file) => basename(file)),
      'llms.txt',
    ]),
  ],
  ...repositoryOf(name),
})

/** The file of types of an entry of the exports map; `null` for data and for files of a browser. */
const typesOf = (target: unknown): string | null =>
  isObject(target) && typeof target['types'] === 'string' ? target['types'].replace('./', '') : null

/** A list of a package's documents for language models (llmstxt.org), from its package.json and the files in its folder. */
function llmsText(manifest: Json, folder: string): string {
  const name = String(manifest['name'])
  const entries = Object.entries((manifest['exports'] ?? {}) as Json).flatMap(([entry, target]) => {
    const types = typesOf(target)
    return types === null || entry.includes('*') ? [] : [`- [${name}${entry.slice(1)}](${types})`]
  })
  const documents = [
    ['README.md', 'use, options and behaviour'],
    ['CHANGELOG.md', 'changes of each version'],
    ['DECISIONS.md', 'decisions that the code cites'],
    ['LEDGER.md', 'invariants, transitions and failpoints of sales that the code cites'],
    ['PROMISES.md', 'promises that the code cites, with the tests that hold them'],
    ['.env.example', 'every variable with its explanation'],
    [
      'dist/custom-elements.json',
      'attributes, properties, events, parts and custom properties of each element',
    ],
  ].filter(([file = '']) => existsSync(join(folder, file)))
  return [
    `# ${name}`,
    `> ${String(manifest['description'])}`,
    `## Documents\n\n${documents.map(([file, what]) => `- [${file}](${file}): ${what}`).join('\n')}`,
    ...(entries.length === 0 ? [] : [`## Entries and their types\n\n${entries.join('\n')}`]),
  ].join('\n\n')
}

/** Stages the built packages of `root` below `folder`; returns the folder of each. npm leaves out what `files` excludes. */
export function stage(root: string, names: readonly string[], folder: string): readonly string[] {
  return names.map((name) => {
    const source = join(root, 'packages', name)
    const target = join(folder, name)
    const manifest = publishedManifest(
      name,
      JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Json,
    )
    for (const entry of manifest['files'] as readonly string[])
      if (existsSync(join(source, entry)))
        cpSync(join(source, entry), join(target, entry), { recursive: true })
    for (const shared of SHARED) cpSync(join(root, shared), join(target, basename(shared)))
    const files = [...(manifest['files'] as readonly string[]), ...addCited(root, target)]
    writeFileSync(join(target, 'llms.txt'), `${llmsText(manifest, target)}\n`)
    writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...manifest, files }, null, 2)}\n`)
    return target
  })
}
