// Maps every character of a built file to its source by the source map (ECMA-426), and computes the brotli size without each
// source. Pure.
import { SourceMap, type SourceMapPayload } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import type { MappedFile } from '../../../packages/elements/build/browser.ts'

/** A part of the file. */
export interface Part {
  readonly name: string
  /** Characters of the built file. */
  readonly raw: number
  /** Bytes by which the compressed file shrinks without them. */
  readonly brotli: number
}

/** Name of the part that owns each character, line by line. */
function ownersOf({ code, map }: MappedFile, groupOf: (source: string) => string): string[][] {
  const sourceMap = new SourceMap(JSON.parse(map) as SourceMapPayload)
  return code.split('\n').map((line, row) =>
    Array.from({ length: line.length }, (_, column) => {
      const entry = sourceMap.findEntry(row, column)
      const isMapped = 'originalSource' in entry && entry.generatedLine === row
      return groupOf((isMapped ? entry.originalSource : undefined) ?? '')
    }),
  )
}

/** Parts by `groupOf(path of the source)`, largest first; `''` is the path for code without a source. */
export function madeOf(file: MappedFile, groupOf: (source: string) => string): Part[] {
  const owners = ownersOf(file, groupOf)
  const lines = file.code.split('\n')
  const without = (name: string | null): string =>
    lines
      .map((line, index) =>
        (owners[index] ?? []).map((owner, at) => (owner === name ? '' : line.charAt(at))).join(''),
      )
      .join('\n')
  const whole = brotliCompressSync(without(null)).length
  return [...new Set(owners.flat())]
    .map((name) => {
      const rest = without(name)
      return { name, raw: file.code.length - rest.length, brotli: whole - brotliCompressSync(rest).length }
    })
    .toSorted((a, b) => b.raw - a.raw)
}
