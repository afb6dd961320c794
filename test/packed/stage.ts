// A package as published: the files of its `files` list, the licence, the decisions that its code cites, and a package.json
// without the condition and the scripts of this repository.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The condition by which this repository runs its sources; they are not published. */
const OWN_CONDITION = 'tapboard-source'

/** Files of the repository that every package holds. */
const SHARED = ['LICENSE', 'packages/contract/DECISIONS.md'] as const

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
    writeFileSync(join(target, 'llms.txt'), `${llmsText(manifest, target)}\n`)
    writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    return target
  })
}
