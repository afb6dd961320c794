// Turns the chunks of an element into files that never import its first file. A chunk that did would load that file a second
// time, and with it a second lit, wherever the page's address of it is not the chunk's: a query, another name, a CDN's copy.
// The first file hands itself over instead: each later file is a function that takes what the first one holds. What the first
// file needs before it can run is put into it, so that a page waits for one file. A chunk that needs nothing of the first file,
// such as a dictionary, stays as it is.
import type { Plugin } from 'vite'

/** A chunk as the bundler made it, minified. */
interface Made {
  /** File that is imported → `[its name, the name here]`. */
  readonly imports: ReadonlyMap<string, readonly (readonly [string, string])[]>
  /** `[name here, name outside]`. */
  readonly exports: readonly (readonly [string, string])[]
  readonly body: string
}

const IMPORT = /import(?:\{([^}]*)\}from)?["'`]\.\/([\w.-]+)["'`];?/y
const EXPORT = /export\{([^}]*)\};?\s*$/

const pairs = (list = ''): (readonly [string, string])[] =>
  list
    .split(',')
    .filter(Boolean)
    .map((one) => {
      const [first = '', second = first] = one.split(' as ')
      return [first, second] as const
    })

/** Reads the imports at the head of a chunk and the exports at its end. */
export function readChunk(code: string): Made {
  const imports = new Map<string, (readonly [string, string])[]>()
  let from = 0
  for (;;) {
    IMPORT.lastIndex = from
    const [all, names, file] = IMPORT.exec(code) ?? []
    if (all === undefined) break
    imports.set(file!, [...(imports.get(file!) ?? []), ...pairs(names)])
    from += all.length
  }
  const body = code.slice(from)
  return { imports, exports: pairs(EXPORT.exec(body)?.[1]), body: body.replace(EXPORT, '') }
}

/** What every file knows the first one's holdings by: `$` is in no minified name that stands alone. */
const HELD = '$k'
/** What the first file holds, in a list: a place costs less than a name. */
const held = (exports: Made['exports']): string => `[${exports.map(([here]) => here).join()}]`

/** Takes from such a list what is imported. */
function heldBy(
  names: readonly (readonly [string, string])[],
  from: string,
  exports: Made['exports'],
): string {
  const here = new Map(names)
  const list = exports.map(([, outside]) => here.get(outside) ?? '')
  return names.length ? `let[${list.join().replace(/,+$/, '')}]=${from};` : ''
}

const pair = (name: string, value: string): string => (name === value ? name : `${name}:${value}`)

/** What the first file exports to pages: the rest of its exports is for the later files. */
const PUBLIC: ReadonlySet<string> = new Set(['tokenFrom'])

/** The export of a first file; empty where it has none for pages. */
function published(exports: Made['exports']): string {
  const names = exports.filter(([, outside]) => PUBLIC.has(outside))
  return names.length ? `export{${names.map(([here, outside]) => `${here} as ${outside}`).join()}};` : ''
}

/** The files as they are to be served: `first` with everything it imports, the others as functions. */
export function join(first: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const made = new Map(Array.from(files, ([name, code]) => [name, readChunk(code)]))
  const imported = new Set(Array.from(made.values(), ({ imports }) => [...imports.keys()]).flat())
  const stays = (name: string): boolean =>
    name !== first && !imported.has(name) && made.get(name)?.imports.size === 0
  const places = new Map(
    Array.from(
      [...made.keys()].filter((name) => !stays(name)),
      (name, index) => [name, `${HELD}.${String.fromCharCode(97 + index)}`],
    ),
  )
  const within = new Set([first])
  const takes = ({ imports }: Made): string =>
    Array.from(imports, ([file, names]) =>
      within.has(file)
        ? heldBy(names, places.get(file)!, made.get(file)!.exports)
        : `let{${names.map(([outside, here]) => pair(outside, here)).join()}}=${places.get(file)!.replace('.', '')}(${HELD});`,
    ).join('')
  const put = (name: string): string => {
    const chunk = made.get(name)!
    const place = places.get(name)!
    let before = ''
    for (const one of chunk.imports.keys()) {
      if (within.has(one)) continue
      within.add(one)
      before += put(one)
    }
    const inside = takes(chunk) + chunk.body
    return name === first
      ? `${before}${inside};${place}=${held(chunk.exports)};${published(chunk.exports)}`
      : `${before}${place}=(()=>{${inside};return${held(chunk.exports)}})();`
  }
  const lazy = /import\(["'`]\.\/([\w./-]+)["'`]\)/g
  const handOver = (code: string): string =>
    code.replace(lazy, (load, name: string) => (stays(name) ? load : `${load}.then(e=>e.default(${HELD}))`))
  const joined = new Map([[first, `const ${HELD}={};${handOver(put(first))}`]])
  for (const [name, chunk] of made) {
    if (within.has(name)) continue
    if (stays(name)) {
      joined.set(name, files.get(name)!)
      continue
    }
    const place = places.get(name)!
    const loads = Array.from(chunk.imports.keys())
      .filter((file) => !within.has(file))
      .map((file) => `import ${places.get(file)!.replace('.', '')} from"./${file}";`)
    const gives = chunk.exports.map(([here, outside]) => pair(outside, here)).join()
    joined.set(
      name,
      `${loads.join('')}export default ${HELD}=>{if(${place})return ${place};${takes(chunk)}${handOver(chunk.body)};return ${place}={${gives}}};`,
    )
  }
  return joined
}

/** See the head of this file. */
export function joined(): Plugin {
  return {
    name: 'joined',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = chunks.find(({ isEntry }) => isEntry)
      // Where nothing is shared there is nothing to hand over.
      if (!first || chunks.every(({ imports }) => imports.length === 0)) return
      const files = join(first.fileName, new Map(chunks.map(({ fileName, code }) => [fileName, code])))
      for (const { fileName } of chunks) {
        const code = files.get(fileName)
        if (code === undefined) delete bundle[fileName]
        else (bundle[fileName] as { code: string }).code = code
      }
    },
  }
}
