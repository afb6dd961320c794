// The decisions for the gaps of the specification, from DECISIONS.md.
import { markdownTable } from '../build/html.ts'
import { readOptional } from './files.ts'

/** `D-08, D-14`: these decisions; without any, all. */
export function decisionTable(argument: string): string {
  const wanted = argument === '' ? null : new Set(argument.split(/,\s*/))
  const rows = [
    ...(readOptional('packages/contract/DECISIONS.md') ?? '').matchAll(/^\| (D-\d+) \| (.+?) \| .+ \|$/gm),
  ]
    .map(([, number = '', text = '']) => [number, text] as const)
    .filter(([number]) => wanted === null || wanted.has(number))
  for (const number of wanted ?? [])
    if (!rows.some(([found]) => found === number)) throw new Error(`There is no decision ${number}.`)
  return markdownTable(['No.', 'How it is settled'], rows)
}
