// The texts on a heap: of a Node process, over its inspector, or of any V8 snapshot. A text in a snapshot ends after 1,024 characters,
// and the content of buffers is not part of it.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Running } from './process.ts'
import { until } from './until.ts'

/** Environment of a Node process whose heap can be read. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Length of a way to a root, in steps. */
const STEPS = 10

/** A text on the heap, and the names of the objects that hold it. */
interface HeapText {
  readonly text: string
  /** The way from the text to a root, for the message of a failure. */
  readonly heldBy: string
}

/** The part of a snapshot that is read: flat lists, whose columns `meta` names. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly edge_fields: readonly string[]
      readonly edge_types: readonly (readonly string[] | string)[]
    }
  }
  readonly nodes: readonly number[]
  readonly edges: readonly number[]
  readonly strings: readonly string[]
}

/** Takes a snapshot after garbage collection. */
async function takeSnapshot(process: Running): Promise<string> {
  const url = await until(
    'the inspector listens',
    () => /Debugger listening on (ws:\S+)/.exec(process.output())?.[1],
  )
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 0 })
  await once(socket, 'open')
  const chunks: string[] = []
  const answers = new Map<number, () => void>()
  socket.on('message', (data: Buffer) => {
    const { id, method, params } = JSON.parse(data.toString('utf8')) as {
      readonly id?: number
      readonly method?: string
      readonly params?: { readonly chunk?: string }
    }
    if (method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(params?.chunk ?? '')
    if (id !== undefined) answers.get(id)?.()
  })
  const call = (method: string, params: object = {}): Promise<void> =>
    new Promise((resolve) => {
      const id = answers.size + 1
      answers.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await call('HeapProfiler.enable')
  for (let count = 0; count < 3; count += 1) await call('HeapProfiler.collectGarbage')
  await call('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  socket.terminate()
  return chunks.join('')
}

/** The first holder of each node that is no weak reference, and the name of its edge. */
function holdersIn({ snapshot, nodes, edges, strings }: Snapshot): Map<number, readonly [number, string]> {
  const { node_fields: nodeFields, edge_fields: edgeFields, edge_types: edgeTypes } = snapshot.meta
  const countAt = nodeFields.indexOf('edge_count')
  const kinds = edgeTypes[0] as readonly string[]
  const holders = new Map<number, readonly [number, string]>()
  let edge = 0
  for (let node = 0; node < nodes.length; node += nodeFields.length)
    for (let left = nodes[node + countAt] ?? 0; left > 0; left -= 1, edge += edgeFields.length) {
      const kind = kinds[edges[edge] ?? 0] ?? ''
      const name = edges[edge + 1] ?? 0
      const to = edges[edge + 2] ?? 0
      if (kind === 'weak' || holders.has(to)) continue
      holders.set(to, [node, kind === 'element' || kind === 'hidden' ? `[${name}]` : (strings[name] ?? '')])
    }
  return holders
}

/** The heap of a process at one moment. */
export interface Heap {
  readonly texts: readonly string[]
  /** All texts that contain one of these. */
  find(searched: readonly string[]): readonly HeapText[]
}

/** Reads the heap of a process after garbage collection. */
export const readHeap = async (process: Running): Promise<Heap> => parseHeap(await takeSnapshot(process))

/** Reads a snapshot of V8. */
export function parseHeap(snapshotText: string): Heap {
  const taken = JSON.parse(snapshotText) as Snapshot
  const { nodes, strings, snapshot } = taken
  const { node_fields: fields } = snapshot.meta
  const nameAt = fields.indexOf('name')
  const nameOf = (node: number): string => strings[nodes[node + nameAt] ?? 0] ?? ''
  let holders: ReturnType<typeof holdersIn> | null = null
  const wayTo = (node: number): string => {
    holders ??= holdersIn(taken)
    const way: string[] = []
    let holder = holders.get(node)
    while (holder !== undefined && way.length < STEPS) {
      way.push(`${nameOf(holder[0]).slice(0, 60)}.${holder[1]}`)
      holder = holders.get(holder[0])
    }
    return way.join(' < ')
  }
  return {
    texts: strings,
    find(searched) {
      const matching = new Set(
        strings.flatMap((text, index) => (searched.some((one) => text.includes(one)) ? [index] : [])),
      )
      const found: HeapText[] = []
      for (let node = 0; node < nodes.length; node += fields.length)
        if (matching.has(nodes[node + nameAt] ?? 0)) found.push({ text: nameOf(node), heldBy: wayTo(node) })
      return found
    },
  }
}
