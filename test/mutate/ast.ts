/** Parses TypeScript into a tree whose positions are those of the text. Uses Vite's parser: TypeScript 7 has no API for it. */
import { parseSync } from 'vite'

/** A node of the tree (ESTree with TypeScript). */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Whether a value of a tree is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The node in this field, if there is one. */
export function nodeAt(node: Node, field: string): Node | undefined {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** The nodes in this field, which is a list. */
export function nodesAt(node: Node, field: string): readonly Node[] {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Children in the order of the text. */
export function childrenOf(node: Node): readonly Node[] {
  const found: Node[] = []
  for (const value of Object.values(node)) {
    if (isNode(value)) found.push(value)
    else if (Array.isArray(value)) found.push(...value.filter(isNode))
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** The tree of a text, or undefined where the text is not TypeScript. */
export function treeOf(text: string): Node | undefined {
  const { program, errors } = parseSync('mutated.ts', text)
  return errors.length === 0 && isNode(program) ? program : undefined
}

/** TypeScript nodes that hold an expression; all others are erased and cannot be mutated. */
const WITH_EXPRESSION: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSParameterProperty',
])

/** Calls `visit` for every node that exists at run time, with its parents, the nearest last. */
export function walk(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  if (node.type.startsWith('TS') && !WITH_EXPRESSION.has(node.type)) return
  if (node.type === 'ImportDeclaration') return
  visit(node, parents)
  const within = [...parents, node]
  for (const child of childrenOf(node)) walk(child, visit, within)
}
