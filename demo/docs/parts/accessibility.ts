// The results of the accessibility statement: the recorded results of a run of the audits.
import { escapeHtml, markdownTable } from '../build/html.ts'
import { readOptional } from './files.ts'

interface Run {
  readonly standard: string
  readonly tool: { readonly name: string; readonly version: string }
  readonly engines: readonly string[]
  readonly themes: readonly string[]
  readonly directions: readonly string[]
  readonly audits: number
  readonly violations: number
  readonly rules: readonly {
    readonly id: string
    readonly help: string
    readonly criteria: readonly string[]
  }[]
  readonly checks: readonly { readonly title: string; readonly criteria: readonly string[] }[]
  readonly limitations: readonly string[]
  readonly screens: readonly { readonly element: string; readonly name: string }[]
}

const DATA = 'demo/docs/data/accessibility.json'

const count = (number: number): string => number.toLocaleString('en')

/** Long lists are folded; the search of the browser finds them. */
const folded = (title: string, inner: string): string =>
  `<details><summary>${escapeHtml(title)}</summary>\n\n${inner}\n\n</details>`

function results(record: Run): string {
  const { tool, engines, themes, directions, screens, checks, rules } = record
  return [
    markdownTable(
      ['', ''],
      [
        ['Standard', record.standard],
        ['Audited', `${count(screens.length)} screens of the three elements, ${count(record.audits)} audits`],
        ['Engines', engines.join(', ')],
        ['Looks', [...themes, ...directions].join(', ')],
        ['By', `${tool.name} ${tool.version}, ${rules.length} rules`],
        ['Violations', `**${count(record.violations)}**`],
      ],
    ),
    '### Tested besides',
    markdownTable(
      ['What', 'Criteria'],
      checks.map(({ title, criteria }) => [escapeHtml(title), criteria.join(', ')]),
    ),
    folded(
      `The ${rules.length} rules`,
      markdownTable(
        ['Rule', 'Meaning', 'Criteria'],
        rules.map(({ id, help, criteria }) => [`\`${id}\``, escapeHtml(help), criteria.join(', ')]),
      ),
    ),
    folded(
      `The ${screens.length} screens`,
      ['terminal-pay', 'merchant-apply', 'terminal-desk']
        .map((tag) => {
          const names = screens.filter(({ element }) => element === tag).map(({ name }) => name)
          return `\`<${tag}>\`: ${names.map(escapeHtml).join(' · ')}`
        })
        .join('\n\n'),
    ),
  ].join('\n\n')
}

/** `results`, or `limits`: the known defects. */
export function accessibilityStatement(argument: string): string {
  const text = readOptional(DATA)
  if (text === null) return 'No run is recorded with this site.'
  const record = JSON.parse(text) as Run
  return argument === 'limits'
    ? record.limitations.map((limit) => `- ${escapeHtml(limit)}`).join('\n')
    : results(record)
}
