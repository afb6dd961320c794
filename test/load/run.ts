/**
 * `npm run load [-- sales watchers one-loop readers neighbours history] [--minutes 2] [--per-second 50] [--watchers
 * 10000]`: measures the promises about load on this machine. A figure that misses its target by more
 * than the factor for busy machines sets the exit code to 1. `--quick` tries everything out in minutes and judges nothing.
 */
import { parseArgs } from 'node:util'
import { machine } from '../bench/common/report.ts'
import { summary, writeLines, type Line, type LoadOptions, type Section } from './common/report.ts'
import { history } from './sections/history.ts'
import { neighbours } from './sections/neighbours.ts'
import { oneLoop } from './sections/one-loop.ts'
import { readers } from './sections/readers.ts'
import { sales } from './sections/sales.ts'
import { watchers } from './sections/watchers.ts'

const SECTIONS: readonly Section[] = [sales, watchers, oneLoop, readers, neighbours, history]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    'per-second': { type: 'string', default: '50' },
    watchers: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})

function number(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} must be a number above 0.`)
  return value
}

const { quick } = values
const options: LoadOptions = {
  minutes: number('minutes', values.minutes ?? (quick ? '0.2' : '2')),
  perSecond: number('per-second', values['per-second']),
  watchers: number('watchers', values.watchers ?? (quick ? '1000' : '10000')),
  quick,
  note: (text) => void process.stderr.write(`${text}\n`),
}

const unknown = positionals.find((name) => !SECTIONS.some((section) => section.name === name))
if (unknown !== undefined)
  throw new Error(`"${unknown}" is no section. There are: ${SECTIONS.map(({ name }) => name).join(', ')}.`)

const lines: Line[] = []
for (const section of SECTIONS) {
  if (positionals.length > 0 && !positionals.includes(section.name)) continue
  options.note(`${section.name} …`)
  const found = await section.run(options)
  lines.push(...found)
  options.note(`${writeLines(found)}\n`)
}
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${machine()}, everything on one machine.\n\n${writeLines(lines)}\n\n${summary(lines)}`,
)
if (!quick && lines.some(({ held }) => held === false)) process.exitCode = 1
