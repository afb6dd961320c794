// The table of names and explanations in `--help`.

/** A name, such as a command with its options, and its explanation. */
export type HelpRow = readonly [name: string, what: string]

/** The longest line of `--help`. */
const LINE_MAX = 120
/** Leaves room for an explanation beside a long name. */
const NAME_MAX = 40

/** A space outside of brackets: an option and its value stay in one line. */
const GAP = / (?![^[\]]*\])/

/** Words in lines of at most `width` characters; a longer word has a line of its own. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(GAP)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Lines with names on the left and their wrapped explanations in one column. A longer name has lines of its own. */
export function helpColumns(rows: readonly HelpRow[]): readonly string[] {
  const column = Math.min(Math.max(...rows.map(([name]) => name.length)), NAME_MAX) + 4
  return rows.flatMap(([name, what]) => {
    const [first = '', ...others] = wrap(what, LINE_MAX - column)
    const below = others.map((line) => ' '.repeat(column) + line)
    if (name.length <= column - 4) return [`  ${name}`.padEnd(column) + first, ...below]
    const [label = '', ...options] = wrap(name, LINE_MAX - 6)
    return [`  ${label}`, ...options.map((line) => `      ${line}`), ' '.repeat(column) + first, ...below]
  })
}
