// Places the boxes and lines of a chart, from the graph alone: rows by the longest way from the first state, places in
// a row by their neighbours (after Sugiyama, Tagawa, Toda 1981). Pure; `draw.ts` draws it.

/** A graph; the first node is the initial one. */
interface Graph {
  readonly nodes: readonly { readonly id: string; readonly width: number }[]
  readonly edges: readonly (readonly [from: string, to: string])[]
}

/** A point of the drawing. */
export type Point = readonly [x: number, y: number]

export interface Layout {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, Point>
  /** Points that each line passes, in the order of the edges, from box to box. */
  readonly lines: readonly (readonly Point[])[]
}

/** Measures of the drawing, in its own units. */
export const MEASURES = { height: 38, rowGap: 56, columnGap: 26, lineGap: 16, edge: 14 } as const

/** An entry of a row: a box, or a passing line. */
interface Slot {
  readonly key: string
  readonly width: number
  readonly up: Slot[]
  readonly down: Slot[]
  x: number
}

const key = (from: string, to: string): string => `${from}→${to}`

/** Edges that lead back to a state on the way there are drawn upwards: without them the graph has an order. */
function backEdges({ nodes, edges }: Graph): ReadonlySet<string> {
  const state = new Map<string, 'open' | 'closed'>()
  const back = new Set<string>()
  const visit = (id: string): void => {
    state.set(id, 'open')
    for (const [from, to] of edges)
      if (from === id) {
        if (state.get(to) === 'open') back.add(key(from, to))
        else if (!state.has(to)) visit(to)
      }
    state.set(id, 'closed')
  }
  for (const { id } of nodes) if (!state.has(id)) visit(id)
  return back
}

function rowsOf(graph: Graph, forward: readonly (readonly [string, string])[]): ReadonlyMap<string, number> {
  const rows = new Map(graph.nodes.map(({ id }) => [id, 0]))
  for (let changed = true; changed;) {
    changed = false
    for (const [from, to] of forward) {
      const least = (rows.get(from) ?? 0) + 1
      if ((rows.get(to) ?? 0) < least) {
        rows.set(to, least)
        changed = true
      }
    }
  }
  return rows
}

const middle = (slots: readonly Slot[], of: (slot: Slot) => number): number | null =>
  slots.length === 0 ? null : slots.reduce((sum, slot) => sum + of(slot), 0) / slots.length

function order(rows: Slot[][]): void {
  for (let sweep = 0; sweep < 16; sweep += 1) {
    const down = sweep % 2 === 0
    for (const row of down ? rows : rows.toReversed()) {
      const before = new Map(rows.flatMap((each) => each.map((slot, index) => [slot, index] as const)))
      const weight = new Map(
        row.map((slot, index) => [
          slot,
          middle(down ? slot.up : slot.down, (near) => before.get(near) ?? 0) ?? index,
        ]),
      )
      row.sort((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0))
    }
  }
}

const gap = (a: Slot, b: Slot): number =>
  (a.width + b.width) / 2 + (a.width > 0 && b.width > 0 ? MEASURES.columnGap : MEASURES.lineGap)

/** Pulls each row towards its neighbours, and keeps its order and distances. */
function pull(rows: Slot[][]): void {
  for (const row of rows) {
    let x = 0
    for (const [index, slot] of row.entries()) {
      x += index === 0 ? 0 : gap(row[index - 1]!, slot)
      slot.x = x
    }
  }
  for (let sweep = 0; sweep < 60; sweep += 1)
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const wish = row.map((slot) => middle([...slot.up, ...slot.down], ({ x }) => x) ?? slot.x)
      // From the left and from the right, then the middle of both: neither side wins.
      const left = [...wish]
      for (let index = 1; index < row.length; index += 1)
        left[index] = Math.max(left[index]!, left[index - 1]! + gap(row[index - 1]!, row[index]!))
      const right = [...wish]
      for (let index = row.length - 2; index >= 0; index -= 1)
        right[index] = Math.min(right[index]!, right[index + 1]! - gap(row[index]!, row[index + 1]!))
      for (const [index, slot] of row.entries()) slot.x = (left[index]! + right[index]!) / 2
    }
}

/** Gives every box a place and every edge its points. */
export function layOut(graph: Graph): Layout {
  const { nodes, edges } = graph
  const back = backEdges(graph)
  const forward = edges.map(([from, to]) =>
    back.has(key(from, to)) ? ([to, from] as const) : ([from, to] as const),
  )
  const rowOf = rowsOf(graph, forward)
  const rows: Slot[][] = Array.from({ length: Math.max(...rowOf.values()) + 1 }, () => [])
  const slots = new Map<string, Slot>()
  const add = (name: string, width: number, row: number): Slot => {
    const slot: Slot = { key: name, width, up: [], down: [], x: 0 }
    slots.set(name, slot)
    rows[row]!.push(slot)
    return slot
  }
  for (const { id, width } of nodes) add(id, width, rowOf.get(id) ?? 0)
  const chains = forward.map(([from, to], number) => {
    const chain = [slots.get(from)!]
    for (let row = rowOf.get(from)! + 1; row < rowOf.get(to)!; row += 1)
      chain.push(add(`${number}:${row}`, 0, row))
    chain.push(slots.get(to)!)
    for (const [index, slot] of chain.entries()) {
      if (index > 0) slot.up.push(chain[index - 1]!)
      if (index < chain.length - 1) slot.down.push(chain[index + 1]!)
    }
    return chain
  })
  order(rows)
  pull(rows)
  const all = rows.flat()
  const least = Math.min(...all.map(({ x, width }) => x - width / 2))
  const most = Math.max(...all.map(({ x, width }) => x + width / 2))
  const y = new Map(
    rows.flatMap((row, index) =>
      row.map((slot) => [
        slot,
        MEASURES.edge + MEASURES.height / 2 + index * (MEASURES.height + MEASURES.rowGap),
      ]),
    ),
  )
  const place = (slot: Slot): Point => [Math.round(slot.x - least + MEASURES.edge), y.get(slot) ?? 0]
  return {
    width: Math.round(most - least + 2 * MEASURES.edge),
    height: rows.length * (MEASURES.height + MEASURES.rowGap) - MEASURES.rowGap + 2 * MEASURES.edge,
    places: new Map(nodes.map(({ id }) => [id, place(slots.get(id)!)])),
    lines: chains.map((chain, number) => {
      const points = chain.map(place)
      const [from, to] = edges[number]!
      return back.has(key(from, to)) ? points.toReversed() : points
    }),
  }
}
