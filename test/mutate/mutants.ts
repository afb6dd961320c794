/**
 * All mutants of a text. The key of a mutant does not change when lines move: file, surrounding text, operator, and the index
 * among equal ones. The ID is a hash of the key.
 */
import { createHash } from 'node:crypto'
import { childrenOf, treeOf, walk, type Node } from './ast.ts'
import { changesAt, type Change } from './operators.ts'

/** One mistake in one file. */
export interface Mutant extends Change {
  /** Eight characters for `--only`. */
  readonly id: string
  /** Path from the root of the repository. */
  readonly file: string
  /** Line of the place, from 1. */
  readonly line: number
  /** The text that is replaced. */
  readonly original: string
  /** The statement around it, on one line, without the blocks in it. */
  readonly statement: string
  /** How many places of the file have this statement. */
  readonly places: number
  /** Which of the mutants with the same file, statement and operator, from 0. */
  readonly occurrence: number
}

/** A longer statement would make a key that every edit breaks: then a part of it is taken. */
const MAX_STATEMENT = 160

const ANCHORS = /Statement$|^(VariableDeclaration|PropertyDefinition|MethodDefinition)$/

/** A statement: where it begins, and its text on one line. */
interface Statement {
  readonly at: number
  readonly head: string
}

/** The text of a node on one line, with `{…}` for each block in it. */
function headOf(node: Node, text: string): string {
  let head = ''
  let at = node.start
  const visit = (inner: Node): void => {
    if (inner !== node && (inner.type === 'BlockStatement' || inner.type === 'ClassBody')) {
      head += `${text.slice(at, inner.start)}{…}`
      at = inner.end
    } else childrenOf(inner).forEach(visit)
  }
  visit(node)
  return (head + text.slice(at, node.end)).replaceAll(/\s+/g, ' ').trim()
}

/** The statement that holds the node, or the largest part of it that is short enough, and its begin. */
function statementOf(node: Node, parents: readonly Node[], text: string): Statement {
  let chosen = { at: node.start, head: headOf(node, text) }
  for (const parent of [node, ...parents.toReversed()]) {
    if (parent.type === 'BlockStatement' || parent.type === 'Program') break
    const head = headOf(parent, text)
    if (head.length > MAX_STATEMENT) break
    chosen = { at: parent.start, head }
    if (ANCHORS.test(parent.type)) break
  }
  return chosen
}

/** Puts mutants of other places into the text of their file. Throws where the text is another one. */
export function mutated(text: string, ...mutants: readonly Mutant[]): string {
  let changed = text
  for (const { start, end, original, replacement } of mutants.toSorted((a, b) => b.start - a.start)) {
    if (text.slice(start, end) !== original)
      throw new Error(`The file has changed: expected ${original} at ${start}.`)
    changed = changed.slice(0, start) + replacement + changed.slice(end)
  }
  return changed
}

/** Every mutant of this file, in text order, without those with a syntax error. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  return changesOf(file, text).filter((mutant) => treeOf(mutated(text, mutant)) !== undefined)
}

/** The same with those that have a syntax error: parsing each one takes most of the time. */
export function changesOf(file: string, text: string): readonly Mutant[] {
  const tree = treeOf(text)
  if (tree === undefined) throw new Error(`${file} cannot be parsed.`)
  const found = new Map<string, { change: Change; statement: Statement }>()
  const places = new Map<string, Set<number>>()
  walk(tree, (node, parents) => {
    for (const change of changesAt(node, text, parents.at(-1))) {
      const place = `${change.start} ${change.end} ${change.replacement}`
      if (found.has(place)) continue
      const statement = statementOf(node, parents, text)
      found.set(place, { change, statement })
      places.set(statement.head, (places.get(statement.head) ?? new Set()).add(statement.at))
    }
  })
  const seen = new Map<string, number>()
  return [...found.values()]
    .toSorted((a, b) => a.change.start - b.change.start || a.change.end - b.change.end)
    .map(({ change, statement: { head: statement } }) => {
      const key = [file, statement, change.operator].join('\n')
      const occurrence = seen.get(key) ?? 0
      seen.set(key, occurrence + 1)
      const mutant: Mutant = {
        ...change,
        id: createHash('sha256').update(`${key}\n${occurrence}`).digest('hex').slice(0, 8),
        file,
        line: text.slice(0, change.start).split('\n').length,
        original: text.slice(change.start, change.end),
        statement,
        places: places.get(statement)!.size,
        occurrence,
      }
      return mutant
    })
}
