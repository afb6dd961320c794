// Maps every character of a built file to its source by the source map (ECMA-426), and computes the brotli size without each
// source. Pure.
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

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Numbers of one segment: base64 digits of five bits, least significant first; the lowest bit of all is the sign. */
function readSegment(text: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const sign of text) {
    const digit = DIGITS.indexOf(sign)
    value += (digit & 31) * 2 ** shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2)
    value = 0
    shift = 0
  }
  return numbers
}

/** Name of the part that owns each character, line by line. */
function ownersOf({ code, map }: MappedFile, groupOf: (source: string) => string): string[][] {
  const { mappings, sources } = JSON.parse(map) as { mappings: string; sources: string[] }
  const names = sources.map(groupOf)
  const nobody = groupOf('')
  const lines = mappings.split(';')
  let source = 0
  return code.split('\n').map((line, index) => {
    const owners = Array.from({ length: line.length }, () => nobody)
    let column = 0
    let from = 0
    let owner = nobody
    for (const text of (lines[index] ?? '').split(',').filter(Boolean)) {
      const [step = 0, sourceStep] = readSegment(text)
      column += step
      owners.fill(owner, from, column)
      from = column
      source += sourceStep ?? 0
      owner = sourceStep === undefined ? nobody : (names[source] ?? nobody)
    }
    return owners.fill(owner, from)
  })
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
