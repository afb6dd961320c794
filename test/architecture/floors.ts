// The floors of packages/bff/src as pure functions over source files. Each function returns one sentence per breach: the file, the
// rule, and the repair.
import path from 'node:path'
import { importsOf, type SourceFile } from './rules.ts'

const ROOT = 'packages/bff/src/'

/** The floors, from the top. A file imports its own room and the floors below. */
export const FLOORS: readonly (readonly string[])[] = [
  ['index.ts', 'fetch.ts', 'main.ts', 'cli.ts', 'tapboard.ts'],
  ['app'],
  ['checkout', 'application', 'sale', 'device'],
  ['http', 'token', 'upstream', 'observe', 'durable'],
  ['refusal.ts', 'ports.ts'],
]

/** Index of the floor of features: they import one another only through the files of {@link FACES}. */
const FEATURES = 2

/** The files of a feature that other features may import. */
const FACES: Readonly<Record<string, readonly string[]>> = {
  device: ['device/cache.ts', 'device/view.ts'],
  sale: ['sale/sales.ts'],
}

/** Features report to ports; metrics subscribe to them in `app/metrics`. */
const METRICS = 'observe/meters.ts'

/** The parts of a room, from the top. A part imports itself and the parts after it. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  sale: [
    'create-sales.ts',
    'limits.ts',
    'http',
    'watch',
    'start',
    'runner',
    'ledger',
    'machine',
    'details.ts',
    'failpoint.ts',
    'sales.ts',
  ],
  application: [
    'http',
    'create-applications.ts',
    'create-submissions.ts',
    'partner.ts',
    'status',
    'submission',
    'draft',
    'plans',
    'seal',
    'applications.ts',
    'row.ts',
    'schema.ts',
    'sign-up-config.ts',
  ],
  upstream: ['terminal', 'boarding', 'transport'],
}

const isMeasured = ({ path: file }: SourceFile): boolean =>
  file.startsWith(ROOT) &&
  !/(^|[./])(test|testing)\.ts$/.test(file) &&
  !file.startsWith(`${ROOT}testing/`) &&
  file.endsWith('.ts')

/** The files of the package that a file imports, below `src`. */
const importedBy = (file: SourceFile): string[] =>
  importsOf(file.text).flatMap((module) => {
    if (module === '#runtime') return ['app/runtime/node.ts']
    const reached = path.posix.join(path.posix.dirname(file.path), module)
    return module.startsWith('.') && reached.startsWith(ROOT) ? [reached.slice(ROOT.length)] : []
  })

const roomOf = (file: string): string => file.split('/')[0] ?? ''
const partOf = (file: string): string => file.split('/')[1] ?? ''
const floorOf = (file: string): number => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)))

/** The reason why a file may not import another one of the package; `null` if it may. */
function reasonAgainst(from: string, to: string): string | null {
  const [floor, below] = [floorOf(from), floorOf(to)]
  const [room, other] = [roomOf(from), roomOf(to)]
  if (below < floor) return `${other} is on a floor above ${room}: move the shared part down or pass it in`
  if (floor === FEATURES && to === METRICS)
    return `a feature knows no metrics: let ${room} report to a port and subscribe in app/metrics`
  if (below > floor) return null
  if (room === other) {
    const parts = PARTS[room]
    if (parts === undefined) return null
    const upwards = parts.indexOf(partOf(to)) < parts.indexOf(partOf(from))
    return upwards
      ? `in ${room} the part ${partOf(to)} is above ${partOf(from)}: move the shared part down`
      : null
  }
  if (floor === FEATURES)
    return FACES[other]?.includes(to) === true
      ? null
      : `${room} may not import the inside of the feature ${other}: move the shared part down or pass it in`
  const rooms = FLOORS[floor] ?? []
  const isOrdered = floor > FEATURES
  return isOrdered && rooms.indexOf(other) < rooms.indexOf(room)
    ? `${other} is above ${room} on their floor: move the shared part down or pass it in`
    : null
}

/** Import direction inside the BFF: floors, rooms and parts import only downwards. */
export function upwardImports(file: SourceFile): string[] {
  if (!isMeasured(file)) return []
  const from = file.path.slice(ROOT.length)
  const unplaced =
    floorOf(from) < 0 || PARTS[roomOf(from)]?.includes(partOf(from)) === false
      ? [`${file.path} is on no floor: add it to FLOORS or PARTS in test/architecture/floors.ts.`]
      : []
  const breaches = importedBy(file).flatMap((to) => {
    const reason = floorOf(to) < 0 ? null : reasonAgainst(from, to)
    return reason === null ? [] : [`${file.path} imports ${to}: ${reason}.`]
  })
  return [...unplaced, ...breaches]
}

/** Import cycles in the files of the BFF, types included; one sentence per cycle. */
export function importCircles(files: readonly SourceFile[]): string[] {
  const graph = new Map(
    files.filter(isMeasured).map((file) => [file.path.slice(ROOT.length), importedBy(file)] as const),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file)
    if (start >= 0) {
      circles.push(
        `${[...way.slice(start), file].join(' → ')} is a circle: move the shared part to a file below.`,
      )
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...way, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}
