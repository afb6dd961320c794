// The floors of the BFF and of the service as pure functions over source files. Each function returns one sentence per breach: the
// file, the rule, and the repair.
import path from 'node:path'
import { importsOf, type SourceFile } from './rules.ts'

/** The floors of a package. */
interface House {
  readonly root: string
  /** The floors, from the top. A file imports its own room and the floors below; the rooms of a floor are ordered, too. */
  readonly floors: readonly (readonly string[])[]
  /** The parts of a room, from the top. A part imports itself and the parts after it. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** Rules of a floor of features. */
  readonly features?: {
    /** Index of the floor of features: they import one another only through the files of `faces`. */
    readonly floor: number
    /** The files of a feature that other features may import. */
    readonly faces: Readonly<Record<string, readonly string[]>>
    /** Features report to ports; metrics subscribe to them in `app/metrics`. */
    readonly metrics: string
  }
}

const BFF: House = {
  root: 'packages/bff/src/',
  floors: [
    ['index.ts', 'fetch.ts', 'main.ts', 'cli.ts', 'tapboard.ts'],
    ['app'],
    ['checkout', 'application', 'sale', 'device'],
    ['http', 'token', 'upstream', 'observe', 'durable'],
    ['derived.ts', 'refusal.ts', 'ports.ts'],
  ],
  parts: {
    sale: [
      'http',
      'desk',
      'sales.ts',
      'sales-deps.ts',
      'limits.ts',
      'watch',
      'start',
      'runner',
      'ledger',
      'machine',
      'details.ts',
      'card-number.ts',
      'failpoint.ts',
      'sale-result.ts',
    ],
    application: [
      'http',
      'create-applications.ts',
      'create-submissions.ts',
      'reseal.ts',
      'partner.ts',
      'status',
      'submission',
      'draft',
      'plans',
      'seal',
      'sql-applications.ts',
      'applications.ts',
      'tables.ts',
      'row.ts',
      'schema.ts',
      'sign-up-config.ts',
    ],
    upstream: ['terminal', 'boarding', 'transport'],
  },
  features: {
    floor: 2,
    faces: {
      device: ['device/cache.ts', 'device/view.ts'],
      sale: ['sale/sales.ts'],
    },
    metrics: 'observe/meters.ts',
  },
}

const SERVICE: House = {
  root: 'packages/service/src/',
  floors: [
    ['index.ts', 'fetch.ts', 'main.ts'],
    ['cli', 'example'],
    ['app'],
    ['dashboard', 'reporting', 'boarding', 'terminal', 'cloud'],
    ['http', 'account'],
    ['kernel.ts', 'vault', 'schema', 'ports.ts'],
  ],
  parts: { cloud: ['session', 'device'] },
}

const HOUSES: readonly House[] = [BFF, SERVICE]

/** Whether a source file below `root` is no test and no help of one. */
const isShipped = ({ path: file }: SourceFile, { root }: Pick<House, 'root'>): boolean =>
  file.startsWith(root) &&
  file.endsWith('.ts') &&
  !file.startsWith(`${root}testing/`) &&
  !/(^|[./])(test|testing)\.ts$/.test(file)

const houseOf = (file: SourceFile): House | undefined => HOUSES.find((house) => isShipped(file, house))

/** The files of the package that a file imports, below `src`. */
const importedBy = (file: SourceFile, { root }: Pick<House, 'root'>): string[] =>
  importsOf(file.text).flatMap((module) => {
    if (module === '#runtime') return ['app/runtime/node.ts']
    const reached = path.posix.join(path.posix.dirname(file.path), module)
    return module.startsWith('.') && reached.startsWith(root) ? [reached.slice(root.length)] : []
  })

const roomOf = (file: string): string => file.split('/')[0] ?? ''
const partOf = (file: string): string => file.split('/')[1] ?? ''
const floorOf = (file: string, { floors }: House): number =>
  floors.findIndex((rooms) => rooms.includes(roomOf(file)))

/** The reason why a file may not import another one of the package; `null` if it may. */
function reasonAgainst(from: string, to: string, house: House): string | null {
  const { floors, parts: allParts, features } = house
  const [floor, below] = [floorOf(from, house), floorOf(to, house)]
  const [room, other] = [roomOf(from), roomOf(to)]
  if (below < floor) return `${other} is on a floor above ${room}: move the shared part down or pass it in`
  if (floor === features?.floor && to === features.metrics)
    return `a feature knows no metrics: let ${room} report to a port and subscribe in app/metrics`
  if (below > floor) return null
  if (room === other) {
    const parts = allParts[room]
    if (parts === undefined) return null
    const upwards = parts.indexOf(partOf(to)) < parts.indexOf(partOf(from))
    return upwards
      ? `in ${room} the part ${partOf(to)} is above ${partOf(from)}: move the shared part down`
      : null
  }
  if (floor === features?.floor)
    return features.faces[other]?.includes(to) === true
      ? null
      : `${room} may not import the inside of the feature ${other}: move the shared part down or pass it in`
  const rooms = floors[floor] ?? []
  // The files of the first floor are separate entries.
  return floor > 0 && rooms.indexOf(other) < rooms.indexOf(room)
    ? `${other} is above ${room} on their floor: move the shared part down or pass it in`
    : null
}

/** Import direction inside the BFF and the service: floors, rooms and parts import only downwards. */
export function upwardImports(file: SourceFile): string[] {
  const house = houseOf(file)
  if (house === undefined) return []
  const from = file.path.slice(house.root.length)
  const unplaced =
    floorOf(from, house) < 0 || house.parts[roomOf(from)]?.includes(partOf(from)) === false
      ? [`${file.path} is on no floor: add it to its house in test/architecture/floors.ts.`]
      : []
  const breaches = importedBy(file, house).flatMap((to) => {
    const reason = floorOf(to, house) < 0 ? null : reasonAgainst(from, to, house)
    return reason === null ? [] : [`${file.path} imports ${to}: ${reason}.`]
  })
  return [...unplaced, ...breaches]
}

/** Files and folders that a house lists and that do not exist. */
export const missingRooms = (files: readonly SourceFile[]): string[] =>
  HOUSES.flatMap(({ root, floors, parts, features }) =>
    [
      ...floors.flat(),
      ...Object.entries(parts).flatMap(([room, names]) => names.map((name) => `${room}/${name}`)),
      ...Object.values(features?.faces ?? {}).flat(),
      ...(features === undefined ? [] : [features.metrics]),
    ]
      .map((name) => root + name)
      .filter((name) => !files.some(({ path: file }) => file === name || file.startsWith(`${name}/`)))
      .map((name) => `${name} does not exist: remove it from its house in test/architecture/floors.ts.`),
  )

/** Other folders whose files have no import cycle. */
const PLAIN: readonly Pick<House, 'root'>[] = [
  { root: 'packages/contract/src/' },
  { root: 'packages/store/src/' },
  { root: 'packages/server/src/' },
  { root: 'packages/tapboard/src/' },
  { root: 'packages/dashboard/src/' },
  { root: 'demo/' },
  { root: 'test/' },
]

/** Import cycles in the files of all folders but the elements, types included; one sentence per cycle. */
export const importCircles = (files: readonly SourceFile[]): string[] =>
  [...HOUSES, ...PLAIN].flatMap((house) =>
    circlesIn(
      files.filter((file) => isShipped(file, house)),
      house,
    ),
  )

function circlesIn(files: readonly SourceFile[], house: Pick<House, 'root'>): string[] {
  const graph = new Map(
    files.map((file) => [file.path.slice(house.root.length), importedBy(file, house)] as const),
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
