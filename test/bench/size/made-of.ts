// What a built file is made of: each module as the bundler rendered it, minified alone, and what brotli would save
// without it. The parts do not add up to the whole to the byte; they say where to look.
import { brotliCompressSync } from 'node:zlib'
import { transform } from 'esbuild'

/** A part of the file. */
export interface Part {
  readonly name: string
  /** Bytes, minified. */
  readonly raw: number
  /** Bytes by which the compressed file shrinks without it. */
  readonly brotli: number
}

/** Code of a module by its path. */
export type Modules = readonly (readonly [path: string, code: string])[]

/** The same modules as a minifier writes them. */
export const minified = (modules: Modules): Promise<Modules> =>
  Promise.all(
    modules.map(async ([path, code]) => {
      const small = await transform(code, { minify: true, format: 'esm', target: 'es2022' })
      return [path, small.code] as const
    }),
  )

/** Parts by `groupOf(path)`, largest first. */
export function madeOf(modules: Modules, groupOf: (path: string) => string): Part[] {
  const codeWithout = (name: string | null): string =>
    modules.flatMap(([path, code]) => (groupOf(path) === name ? [] : [code])).join('')
  const whole = codeWithout(null)
  const compressed = brotliCompressSync(whole).length
  return [...new Set(modules.map(([path]) => groupOf(path)))]
    .map((name) => {
      const rest = codeWithout(name)
      const raw = Buffer.byteLength(whole) - Buffer.byteLength(rest)
      return { name, raw, brotli: compressed - brotliCompressSync(rest).length }
    })
    .filter(({ raw }) => raw > 0)
    .toSorted((a, b) => b.raw - a.raw)
}
