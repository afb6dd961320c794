// Parses TypeScript into a syntax tree and evaluates the constants of a module without running it, so a figure in the table is
// the one that the test uses.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { isNode, treeOf, type Node } from '../mutate/ast.ts'

export type { Node } from '../mutate/ast.ts'

export interface Module {
  /** Path relative to the root. */
  readonly path: string
  readonly text: string
  readonly program: Node
}

export function parse(file: string, text: string): Module {
  const program = treeOf(text)
  if (program === undefined) throw new Error(`${file} is not TypeScript.`)
  return { path: file, text, program }
}

/** Calls `visit` for every node, types included, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) walk(child, visit)
}

const CASTS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Without casts around it, which only the compiler reads. */
const unwrap = (node: Node): Node => (CASTS.has(node.type) ? unwrap(node['expression'] as Node) : node)

/** Environment variables of a run. */
export type Environment = Readonly<Record<string, string>>

/** Evaluates expressions in the scope of a module's constants and of those that it imports by a relative path. */
export class Values {
  readonly #modules = new Map<string, Module>()

  readonly #root: string
  readonly #env: Environment

  constructor(root: string, env: Environment) {
    this.#root = root
    this.#env = env
  }

  /** The value of an expression; throws if it needs more than constants. */
  of(module: Module, expression: string): unknown {
    const scope = new Proxy(
      {},
      {
        has: (_target, name) => typeof name === 'string' && !(name in globalThis && name !== 'process'),
        get: (_target, name) =>
          typeof name !== 'string'
            ? undefined
            : name === 'process'
              ? { env: this.#env }
              : this.#constant(module, name),
      },
    )
    return vm.runInNewContext(`with (scope) (${expression})`, { scope })
  }

  /** The number of members of a list or object, whatever they are. */
  sizeOf(module: Module, name: string): number {
    let found: readonly Node[] = []
    walk(module.program, (node) => {
      if (node.type !== 'VariableDeclarator' || (node['id'] as Node)['name'] !== name) return
      const list = unwrap(node['init'] as Node)
      found = (list['elements'] ?? list['properties'] ?? []) as readonly Node[]
    })
    if (found.length === 0 || found.some(({ type }) => type === 'SpreadElement'))
      throw new Error(`${module.path} has no list or object ${name} that can be counted.`)
    return found.length
  }

  #constant(module: Module, name: string): unknown {
    for (const statement of module.program['body'] as readonly Node[]) {
      if (statement.type === 'ImportDeclaration') {
        const from = (statement['source'] as { value: string }).value
        for (const specifier of statement['specifiers'] as readonly Node[]) {
          if ((specifier['local'] as { name: string }).name !== name || !from.startsWith('.')) continue
          const file = path.posix.join(path.posix.dirname(module.path), from)
          return this.#constant(this.#load(file), (specifier['imported'] as { name: string }).name)
        }
      }
      const declaration = (statement['declaration'] ?? statement) as Node
      if (declaration.type === 'FunctionDeclaration' && (declaration['id'] as { name: string }).name === name)
        return this.of(module, stripped(module, declaration))
      if (declaration.type !== 'VariableDeclaration') continue
      for (const { id, init } of declaration['declarations'] as readonly { id: Node; init: Node | null }[])
        if (id['name'] === name && init !== null) return this.of(module, stripped(module, unwrap(init)))
    }
    throw new Error(`${module.path} has no constant ${name} at its top level.`)
  }

  #load(file: string): Module {
    const known = this.#modules.get(file)
    if (known !== undefined) return known
    const module = parse(file, readFileSync(path.join(this.#root, file), 'utf8'))
    this.#modules.set(file, module)
    return module
  }
}

/** The text of a node without type annotations and casts. */
function stripped({ text }: Module, node: Node): string {
  const cuts: (readonly [number, number])[] = []
  walk(node, (inner) => {
    if (inner.type === 'TSTypeAnnotation' || inner.type === 'TSTypeParameterInstantiation')
      cuts.push([inner.start, inner.end])
    if (CASTS.has(inner.type)) cuts.push([(inner['expression'] as Node).end, inner.end])
  })
  let result = ''
  let at = node.start
  for (const [from, to] of cuts.toSorted(([a], [b]) => a - b)) {
    if (from < at) continue
    result += text.slice(at, from)
    at = to
  }
  return result + text.slice(at, node.end)
}
