// The part of a syntax tree (ESTree) that the plugins of the build read.

/** A node of a syntax tree. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes of a list that may be missing. */
export const nodes = (value: unknown): readonly Node[] => (value ?? []) as readonly Node[]

/** The name of an identifier. */
export const nameOf = (value: unknown): string => String((value as Node)['name'])

/** All nodes below a node, with it. */
export function* within(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const part of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (isNode(part)) yield* within(part)
}
