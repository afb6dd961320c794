// Turns the chunks of an element into files that never import its first file. A chunk that did would load that file a second
// time, and with it a second lit, wherever the page's address of it is not the chunk's: a query, another name, a CDN's copy.
// The first file hands itself over instead: each later file is a function that takes what the first one holds. What the first
// file needs before it can run is put into it, so that a page waits for one file.
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
const given = (exports: Made['exports']): string =>
  `{${exports.map(([here, outside]) => (here === outside ? here : `${outside}:${here}`)).join()}}`
const taken = (names: readonly (readonly [string, string])[], from: string): string =>
  names.length
    ? `let{${names.map(([outside, here]) => (outside === here ? here : `${outside}:${here}`)).join()}}=${from};`
    : ''

/** The files as they are to be served: `first` with everything it imports, the others as functions. */
export function join(first: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const made = new Map(Array.from(files, ([name, code]) => [name, readChunk(code)]))
  const held = new Map(
    Array.from(made.keys()).map((name, index) => [name, `${HELD}.${String.fromCharCode(97 + index)}`]),
  )
  const within = new Set<string>()
  let head = `const ${HELD}={};`
  const put = (name: string): void => {
    const { imports, exports, body } = made.get(name)!
    for (const one of imports.keys()) {
      if (within.has(one)) continue
      within.add(one)
      put(one)
    }
    const takes = Array.from(imports, ([file, names]) => taken(names, held.get(file)!)).join('')
    const inside = body.replace(
      /import\((["'`]\.\/[\w.-]+["'`])\)/g,
      `import($1).then(e=>e.default(${HELD}))`,
    )
    head +=
      name === first
        ? `${takes}${inside};${held.get(name)!}=${given(exports)};`
        : `${held.get(name)!}=(()=>{${takes}${inside};return${given(exports)}})();`
  }
  put(first)
  const joined = new Map([[first, head]])
  for (const [name, { imports, exports, body }] of made) {
    if (name === first || within.has(name)) continue
    const own = held.get(name)!
    const others = Array.from(imports.keys()).filter((file) => file !== first && !within.has(file))
    const loads = others.map((file, index) => `import ${HELD}${index} from"./${file}";`).join('')
    const takes = Array.from(imports, ([file, names]) => {
      const at = others.indexOf(file)
      return at < 0 ? taken(names, held.get(file)!) : taken(names, `${HELD}${at}(${HELD})`)
    }).join('')
    joined.set(
      name,
      `${loads}export default ${HELD}=>{if(${own})return ${own};${takes}${body};return ${own}=${given(exports)}};`,
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
