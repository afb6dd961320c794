// Files that an element loads later must not import its first file. A page can load that file under another address (a query, a
// renamed copy, a CDN), and the import would then load a second copy of it, with a second copy of Lit. Therefore the bundler
// links the chunks as CommonJS, and the first file calls each later file with its own exports. Every file stays an ES module.
import type { Plugin } from 'vite'

/** A chunk, as far as this file reads it. */
export interface Chunk {
  readonly fileName: string
  /** CommonJS, minified. */
  readonly code: string
  /** Files that it needs before it runs. */
  readonly imports: readonly string[]
  /** Files that it loads later. */
  readonly dynamicImports: readonly string[]
}

/**
 * Calls a later file once, with the chunks of the first file. A file without a default export takes nothing. A map, not a member of the
 * function: a page may have put a member of that name into `Object.prototype`.
 */
const LINK =
  'const files={},require=name=>files[name],parts=new Map,link=part=>{const{default:make}=part;if(!make)return part;' +
  'if(!parts.has(make))parts.set(make,make(require,link));return parts.get(make)};'

/**
 * The first line of a first file: Chromium compiles all its functions while it loads, outside the main thread, because almost all of them
 * run before the first control. Without it the main thread compiles each at its first call.
 */
const COMPILE_AT_LOAD = '//# allFunctionsCalledOnLoad\n'

/** The dynamic imports of a chunk as ES modules have them; the bundler writes `require`. */
function dynamicImports({ fileName, code, dynamicImports: names }: Chunk): string {
  return names.reduce((text, name) => {
    const [before = '', ...after] = text.split(`Promise.resolve().then(()=>require("./${name}"))`)
    if (after.length === 0)
      throw new Error(
        `${fileName} loads ${name} in a form that packages/elements/build/parts.ts does not know`,
      )
    return [before, ...after].join(`import("./${name}").then(link)`)
  }, code)
}

const exported = (names: readonly string[]): string =>
  names.length > 0 ? `export const{${names.join()}}=exports;` : ''

/** The first file: its own chunk, last in `chunks`, after those that it imports. `names` are its exports. */
export function firstFile(chunks: readonly Chunk[], names: readonly string[]): string {
  const made = chunks.map((chunk, index) => {
    const at = `files["./${chunk.fileName}"]={}`
    const code = dynamicImports(chunk)
    return index === chunks.length - 1 ? `const exports=${at};${code}` : `(exports=>{${code}})(${at});`
  })
  return `${COMPILE_AT_LOAD}${LINK}${made.join('')}${exported(names)}`
}

/**
 * A later file: a function of the chunks in the first file, or a plain module where it needs nothing. Engines compile a function in
 * parentheses at once; another one they would parse twice.
 */
export function laterFile(chunk: Chunk, first: readonly string[], names: readonly string[]): string {
  if (chunk.imports.length + chunk.dynamicImports.length === 0)
    return `const exports={};${chunk.code}${exported(names)}`
  const other = chunk.imports.find((name) => !first.includes(name))
  if (other !== undefined)
    throw new Error(
      `${chunk.fileName} imports ${other}: import the modules that they share in the first file, too`,
    )
  return `export default((require,link)=>{const exports={};${dynamicImports(chunk)}return exports});`
}

/** The chunk of an entry after the chunks that it imports, each after its own imports. */
function withImports(entry: Chunk, all: ReadonlyMap<string, Chunk>): readonly Chunk[] {
  const found = new Set<Chunk>()
  const visit = (chunk: Chunk): void => {
    if (found.has(chunk)) return
    for (const name of chunk.imports) visit(all.get(name)!)
    found.add(chunk)
  }
  visit(entry)
  return [...found]
}

/** The chunk with the later files of this element: a file of another element stays a plain import, because it has its own modules. */
const withOwnFiles = (chunk: Chunk, all: ReadonlyMap<string, Chunk>): Chunk => ({
  fileName: chunk.fileName,
  code: chunk.code,
  imports: chunk.imports,
  dynamicImports: chunk.dynamicImports.filter((name) => all.has(name)),
})

/** Makes ES modules of CommonJS chunks. The first file is the entry of the build, with every chunk that it imports. */
export function parts(): Plugin {
  return {
    name: 'parts',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      )
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
      if (!entry) throw new Error('the build has no entry')
      const first = withImports(entry, chunks).map((chunk) => withOwnFiles(chunk, chunks))
      const inFirst = first.map(({ fileName }) => fileName)
      for (const [name, chunk] of chunks) {
        const names = this.getModuleInfo(chunk.facadeModuleId ?? '')?.exports ?? []
        if (chunk === entry) chunk.code = firstFile(first, names)
        else if (inFirst.includes(name)) delete bundle[name]
        else chunk.code = laterFile(withOwnFiles(chunk, chunks), inFirst, names)
      }
    },
  }
}
