// The rule about the order of a test file: no `await` at its top level between two tests. node:test may run the first tests and the
// after hooks while the file waits, and the tests below then run without what the hooks have closed.
import { parseAst } from 'vite'
import type { SourceFile } from './rules.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly await?: boolean
  readonly callee?: Node
  readonly name?: string
  readonly object?: Node
  readonly expression?: Node
  readonly arguments?: readonly Node[]
  readonly value?: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const isFunction = ({ type }: Node): boolean =>
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type)

/** The node and all below it that run while the module is evaluated: bodies of functions run later. */
function* evaluated(node: Node): Generator<Node> {
  yield node
  if (isFunction(node)) return
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* evaluated(value)
}

const awaits = ({ type, await: each }: Node): boolean => type === 'AwaitExpression' || each === true

const WORDS: ReadonlySet<string> = new Set(['test', 'it', 'describe', 'suite'])

const registers = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && WORDS.has(callee?.name ?? callee?.object?.name ?? '')

/** A statement that calls a helper with a title, for example one that registers a test per store. */
function registersByHelper({ type, expression }: Node): boolean {
  const [title] = expression?.arguments ?? []
  return (
    type === 'ExpressionStatement' &&
    expression?.callee?.type === 'Identifier' &&
    typeof title?.value === 'string'
  )
}

/** An `await` between two registrations, in any test file. */
export function awaitsBetweenTests(file: SourceFile): string[] {
  if (!/\.(test|browser)\.ts$/.test(file.path) || !file.text.includes('await')) return []
  const { body } = parseAst(file.text, { lang: 'ts' }) as unknown as { body: readonly Node[] }
  const statements = body.map((statement) => {
    const nodes = [...evaluated(statement)]
    return {
      registers: registersByHelper(statement) || nodes.some(registers),
      awaits: nodes.some(awaits),
      start: statement.start,
    }
  })
  const first = statements.findIndex((statement) => statement.registers)
  const last = statements.findLastIndex((statement) => statement.registers)
  return statements
    .filter(
      (statement, index) =>
        // A loop that does both awaits between its own tests.
        statement.awaits && ((index > first && index < last) || statement.registers) && first >= 0,
    )
    .map(({ start }) => {
      const line = file.text.slice(0, start).split('\n').length
      return `${file.path}:${line} awaits between two tests: await before the first test, in a before hook or in a test.`
    })
}
