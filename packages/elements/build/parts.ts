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

/** Calls a later file once, with the exports of the first file. A file without a default export takes nothing. */
const LINK =
  'const parts=new Map,link=part=>{const{default:make}=part;if(!make)return part;' +
  'if(!parts.has(make))parts.set(make,make(exports,link));return parts.get(make)};'

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

/** The first file. `names` are its exports for pages; the others are for later files. */
export const firstFile = (chunk: Chunk, names: readonly string[]): string =>
  `const exports={};${LINK}${dynamicImports(chunk)}${exported(names)}`

/** A later file: a function of the exports of `first`, or a plain module where it needs nothing. */
export function laterFile(chunk: Chunk, first: string, names: readonly string[]): string {
  if (chunk.imports.length + chunk.dynamicImports.length === 0)
    return `const exports={};${chunk.code}${exported(names)}`
  const other = chunk.imports.find((name) => name !== first)
  if (other !== undefined)
    throw new Error(`${chunk.fileName} imports ${other}: import the modules that they share in ${first}, too`)
  return `export default(first,link)=>{const exports={},require=()=>first;${dynamicImports(chunk)}return exports};`
}

/** Makes ES modules of CommonJS chunks. The first file is the entry of the build. */
export function parts(): Plugin {
  return {
    name: 'parts',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = chunks.find(({ isEntry }) => isEntry)
      if (!first) throw new Error('the build has no entry')
      for (const chunk of chunks) {
        const names = this.getModuleInfo(chunk.facadeModuleId ?? '')?.exports ?? []
        chunk.code = chunk === first ? firstFile(chunk, names) : laterFile(chunk, first.fileName, names)
      }
    },
  }
}
